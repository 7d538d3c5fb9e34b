import { z } from "zod";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { GitHubError, type GitHubErrorFacts } from "./github-error.ts";
import type { RequestedWait, RawAnswer } from "./rate-limit.ts";
import type { Sending } from "./transport.ts";

/** A request, with its host and token. */
export interface SentRequest {
  readonly host: string;
  readonly token: string | undefined;
  readonly tokenFrom: string | undefined;
  readonly sending: Sending;
}

/** An answer of the REST API. Its data is untrusted until a schema has parsed it. */
export interface RestAnswer {
  readonly status: number;
  readonly data: unknown;
  /** Whether there is a further page. */
  readonly hasNext: boolean;
}

/** An answer of the GraphQL API. Parts of the data may be missing. */
export interface GraphAnswer {
  readonly data: unknown;
  readonly errors: readonly GraphError[];
}

/** Why a part of a query was not answered. */
export interface GraphError {
  readonly type?: string;
  readonly message: string;
  /** The path in the query: `repository.pullRequest.commits`. */
  readonly path: string;
}

/** Reads a REST answer. Throws for a refusal. */
export function readRestAnswer(answer: RawAnswer, asked: SentRequest): RestAnswer {
  if (answer.status >= 400 || isForeign(answer)) throw refusal(answer, asked);
  const hasNext = /;\s*rel="next"/.test(answer.headers["link"] ?? "");
  return { status: answer.status, data: answer.json, hasNext };
}

/** Reads a GraphQL answer with the cost of the query. Throws if there is no data. */
export function readGraph(answer: RawAnswer, asked: SentRequest): GraphAnswer & { readonly cost: number } {
  const read = graphSchema.safeParse(answer.json);
  if (answer.status >= 400 || isForeign(answer) || !read.success) throw refusal(answer, asked);
  const errors = (read.data.errors ?? []).map(({ type, message, path = [] }) => ({
    type,
    message: clean(message, asked),
    path: path.join("."),
  }));
  const data = read.data.data ?? undefined;
  if (data === undefined) throw graphRefusal(errors, asked);
  const cost = costSchema.safeParse(data);
  return { data, errors, cost: cost.success ? cost.data.rateLimit.cost : 0 };
}

/** Combines the errors of a GraphQL answer. */
export function graphRefusal(errors: readonly GraphError[], asked: SentRequest): GitHubError {
  return new GitHubError({
    ...common(asked),
    kind: "refused",
    said: errors[0]?.message ?? "an answer without data",
    details: errors.slice(1).map(({ message }) => message),
    types: errors.flatMap(({ type }) => (type === undefined ? [] : [type])),
    maybeDone: false,
  });
}

/** The error for a wait that is too long, or one too many. */
export function overLimit(answer: RawAnswer, { ms }: RequestedWait, asked: SentRequest): GitHubError {
  const problem = problemSchema.safeParse(answer.json);
  return new GitHubError({
    ...common(asked),
    kind: "rate-limit",
    status: answer.status,
    said: clean(problem.success && problem.data.message !== "" ? problem.data.message : "rate limit exceeded", asked),
    until: new Date(Date.now() + ms),
    maybeDone: false,
  });
}

const graphSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        type: z.string().optional(),
        message: z.string().catch("an error without a message"),
        path: z.array(z.union([z.string(), z.number()])).optional(),
      }),
    )
    .optional(),
});

const costSchema = z.object({ rateLimit: z.object({ cost: z.number() }) });

const problemSchema = z.object({ message: z.string().catch(""), errors: z.array(z.unknown()).catch([]).default([]) });

/** Whether the answer is text instead of JSON, such as a web page of another server. */
function isForeign({ status, text, json }: RawAnswer): boolean {
  return status < 500 && json === undefined && text.trim() !== "";
}

function refusal(answer: RawAnswer, asked: SentRequest): GitHubError {
  const { status, headers } = answer;
  const problem = problemSchema.safeParse(answer.json);
  const { message, errors } = problem.success ? problem.data : { message: "", errors: [] };
  const needs = headers["x-accepted-github-permissions"];
  const sso = headers["x-github-sso"];
  return new GitHubError({
    ...common(asked),
    kind: kindOf(answer),
    status,
    said: clean(message !== "" || !isForeign(answer) ? message : firstWords(answer.text), asked),
    details: errors.slice(0, 50).map((error) => clean(describeDetail(error), asked)),
    needs: sso === undefined ? needs : `single sign-on for its organization (${sso})`,
    maybeDone: asked.sending.kind === "writes" && status >= 500,
  });
}

function kindOf(answer: RawAnswer): GitHubErrorFacts["kind"] {
  if (answer.status >= 500) return "no-answer";
  if (answer.status === 401) return "bad-token";
  return isForeign(answer) || answer.status < 400 ? "not-github" : "refused";
}

/** An error of a 422: a text, or an object with a field and a code. */
function describeDetail(error: unknown): string {
  if (typeof error === "string") return error;
  const read = z.object({ message: z.string(), field: z.string(), code: z.string() }).partial().safeParse(error);
  if (!read.success) return "";
  const { message, field, code } = read.data;
  return message ?? [field, code].filter((word) => word !== undefined).join(": ");
}

function common({ host, tokenFrom }: SentRequest): Pick<GitHubErrorFacts, "host" | "tokenFrom"> {
  return { host, tokenFrom };
}

/** Masks the token, in case a server sends it back. */
function clean(text: string, { token }: SentRequest): string {
  return maskSecrets(text, token === undefined ? [] : [token]).slice(0, 2000);
}

function firstWords(text: string): string {
  return text
    .replace(/<[^>]{0,300}>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);
}
