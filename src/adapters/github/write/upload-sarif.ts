import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { PullAddress } from "#model/pull/pull-request.ts";
import type { GitHub } from "../client.ts";
import { type Attempt, attempt } from "./attempt.ts";

/** One SARIF log for code scanning. */
export interface SarifUpload {
  readonly commit: string;
  readonly ref: string;
  /** The run's `automationDetails.id` up to its last slash. */
  readonly category: string;
  readonly tool: string;
  /** The tool's version as the log says it; it must tell logs of different content apart. */
  readonly version: string;
  /** The log as text. */
  readonly log: string;
}

/**
 * Uploads a SARIF log, unless code scanning has it. GitHub does not give out what was uploaded, but an analysis names its
 * commit, ref, category and the tool's version; so a log whose version holds a digest of its content is known by these.
 * An analysis is listed some time after its upload; a second upload until then replaces the first and does no harm.
 */
export async function uploadSarif(
  github: GitHub,
  { owner, repository }: PullAddress,
  { commit, ref, category, tool, version, log }: SarifUpload,
): Promise<Attempt<"uploaded" | "there">> {
  const sarif = packLog(log);
  if (sarif === undefined) return { refused: { status: 413, words: "it has more than 10 MB when packed" } };
  const place = { owner, repo: repository };
  const listed = await attempt(() =>
    github.request("GET /repos/{owner}/{repo}/code-scanning/analyses", {
      ...place,
      ref,
      tool_name: tool,
      per_page: 100,
    }),
  );
  // 404: nothing was ever analysed, or code scanning is off; the upload will tell.
  if ("refused" in listed && listed.refused.status !== 404) return listed;
  const analyses = "answer" in listed ? (analysesSchema.safeParse(listed.answer.data).data ?? []) : [];
  const isThere = analyses.some(
    (one) =>
      one.commit_sha === commit &&
      one.ref === ref &&
      isSameCategory(one.category, category) &&
      one.tool.version === version,
  );
  if (isThere) return { answer: "there" };
  const sent = await attempt(() =>
    github.request("POST /repos/{owner}/{repo}/code-scanning/sarifs", {
      ...place,
      commit_sha: commit,
      ref,
      sarif,
      tool_name: tool,
    }),
  );
  return "refused" in sent ? sent : { answer: "uploaded" };
}

/** A log as it goes over the wire; undefined: it is larger than GitHub takes. */
export function packLog(log: string, largest = LARGEST): string | undefined {
  const packed = gzipSync(log);
  return packed.length > largest ? undefined : packed.toString("base64");
}

const LARGEST = 10 * 1024 * 1024;

/** GitHub lists a category with or without the slash at its end. */
const isSameCategory = (one: string | undefined, other: string): boolean => one?.replace(/\/$/, "") === other;

const analysesSchema = z.array(
  z.object({
    ref: z.string(),
    commit_sha: z.string(),
    category: z.string().optional(),
    tool: z.object({ version: z.string().nullish() }),
  }),
);
