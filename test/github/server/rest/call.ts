import { notFound, Refusal } from "../refusal.ts";
import type { Pull, Repository, Token } from "../state.ts";
import type { World } from "../world.ts";
import { RANK } from "../world.ts";

/** One request to the REST API, taken apart and found to be as GitHub describes it. */
export interface Call {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly viewer: Token | undefined;
  readonly accept: string;
  /** The address without its query, for links to other pages. */
  readonly address: string;
}

/** What a handler answers; the rest of GitHub's shape is added from the description. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Text instead of JSON: a diff. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (call: Call) => Promise<Answer> | Answer;

/** The repository in the path. */
export function repositoryOf({ world, params, viewer }: Call): Repository {
  const repository = world.visible(`${params["owner"]}/${params["repo"]}`, viewer);
  if (repository === undefined) throw notFound();
  return repository;
}

/** The pull request in the path. */
export function pullOf(call: Call): Pull {
  const pull = repositoryOf(call).pulls.get(Number(call.params["pull_number"]));
  if (pull === undefined) throw notFound();
  return pull;
}

/** The one who asks, where nobody may ask without a name. */
export function viewerOf({ viewer }: Call): Token {
  if (viewer === undefined) throw new Refusal(401, "Requires authentication");
  return viewer;
}

/** Throws where the viewer may not write to the repository. */
export function requireWrite(call: Call): void {
  const { world, viewer } = call;
  if (RANK[world.permission(repositoryOf(call), viewer)] >= RANK.write) return;
  const kind = viewer?.isApp === true ? "integration" : "personal access token";
  throw new Refusal(403, `Resource not accessible by ${kind}`);
}

/** One page of a list, with the links to the others. */
export function page(call: Call, items: readonly unknown[], wrap?: (part: readonly unknown[]) => unknown): Answer {
  const size = Math.min(Math.max(Number(call.query.get("per_page") ?? 30), 1), 100);
  const at = Math.max(Number(call.query.get("page") ?? 1), 1);
  const last = Math.max(Math.ceil(items.length / size), 1);
  const part = items.slice((at - 1) * size, at * size);
  const link = (to: number, rel: string): string => {
    const query = new URLSearchParams(call.query);
    query.set("page", String(to));
    return `<${call.address}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(at > 1 ? [link(at - 1, "prev")] : []),
    ...(at < last ? [link(at + 1, "next"), link(last, "last")] : []),
    ...(at > 1 ? [link(1, "first")] : []),
  ];
  const body = wrap === undefined ? part : wrap(part);
  return { status: 200, body, ...(links.length === 0 ? {} : { headers: { link: links.join(", ") } }) };
}

/** A text of the body; empty where there is none. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
