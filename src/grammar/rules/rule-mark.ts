import type { RuleMark } from "#model/agent/repository-rule.ts";

/** Writes the metadata of a rule as an HTML comment, which readers of the document do not see. */
export function formatRuleMark({ id, added, until, from }: RuleMark): string {
  const end = until === undefined ? "" : ` until ${until}`;
  const source = from === undefined ? "" : ` from ${from.replaceAll(NOT_IN_COMMENT, " ").trim().slice(0, MAX_SOURCE)}`;
  return `<!-- deep-review rule ${id} added ${added}${end}${source} -->`;
}

/** Reads such a comment; undefined for any other line. */
export function readRuleMark(line: string): RuleMark | undefined {
  if (line.length > MAX_LINE) return undefined;
  const [, id, added, until, from] = MARK.exec(line.trim()) ?? [];
  if (id === undefined || added === undefined) return undefined;
  return { id, added, until, from };
}

const MARK =
  /^<!-- deep-review rule (P-[0-9a-f]{10}) added (\d{4}-\d\d-\d\d)(?: until (\d{4}-\d\d-\d\d))?(?: from ([^<>]+))? -->$/;
const MAX_LINE = 2000;
const MAX_SOURCE = 1000;
/** Two dashes could end the comment; angle brackets, control characters and line ends do not belong in it. */
const NOT_IN_COMMENT = /--+|[<>\p{Cc}\p{Cf}\u2028\u2029]+/gu;
