import { createHash } from "node:crypto";
import type { Statement } from "#model/cluster.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import { type Identity, IDENTITY_VERSION } from "#model/history/identity.ts";
import { normaliseCode } from "./normalise-code.ts";
import { topicOf } from "./topic-of.ts";

/** The input of an identity. A finding, a statement and a decided problem all fit. */
export interface Identifiable {
  readonly problem: Pick<Statement, "title" | "locations" | "quotes">;
  readonly grounding?: FindingGrounding | undefined;
  /** The symbols that enclose its places, the main one first. */
  readonly symbols?: readonly string[] | undefined;
}

/** The identity of a problem for later rounds. Independent of line numbers. */
export function makeIdentity({ problem, grounding, symbols = [] }: Identifiable): Identity {
  const topic = topicOf(problem.title, symbols);
  if (topic === "") return { version: IDENTITY_VERSION };
  const path = pathOf(problem, grounding);
  const [symbol = ""] = symbols;
  const code = problem.quotes.map((quote) => normaliseCode(quote.code)).find((plain) => plain !== "");
  return {
    version: IDENTITY_VERSION,
    ...(path !== undefined && code !== undefined ? { exact: hash("exact", path, symbol, code, topic) } : {}),
    ...(code === undefined ? {} : { code: hash("code", symbol, code, topic) }),
    ...(path === undefined ? {} : { place: hash("place", path, symbol, topic) }),
  };
}

/** The path in the commit, if it was looked up: reviewers shorten paths. */
function pathOf({ locations }: Identifiable["problem"], grounding: FindingGrounding | undefined): string | undefined {
  const [first] = locations;
  if (first === undefined) return undefined;
  const { summary, places = [] } = grounding ?? {};
  const moved = summary?.status === "moved" ? summary.path : undefined;
  return moved ?? places[0]?.path ?? first.path;
}

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16);
}
