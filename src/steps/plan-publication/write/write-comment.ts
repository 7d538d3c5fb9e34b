import { omitUndefined } from "#util/omit-undefined.ts";
import { type PostedFindingMarker, formatMarker } from "#grammar/marker.ts";
import type { ReportFinding } from "#model/report.ts";
import { safeLine } from "../text/safe-inline.ts";
import { safeMarkdown } from "../text/safe-markdown.ts";
import { evidenceLine, severityWord } from "./words.ts";

/** A finding and the context that its comment needs. */
export interface CommentSource {
  readonly finding: ReportFinding;
  readonly marker: PostedFindingMarker;
  /** A block that offers to commit the fix, and the diff that it replaces. */
  readonly suggestion?: { readonly block: string; readonly diff: string } | undefined;
  readonly host: string;
}

/**
 * The comment at a finding's lines: marker, problem, evidence, fix, how to answer. It names no id: the next round
 * assigns new ids, and a thread with replies is not edited any more.
 */
export function writeComment({ finding, marker, suggestion, host }: CommentSource): string {
  const { severity, title } = finding;
  const heading = `**${severityWord(severity)}:** ${safeLine(title, { host, most: 300 })}`;
  return [
    `${formatMarker(marker)}\n${heading}`,
    findingText(finding, {
      host,
      isShown: (code) => code.trim() === suggestion?.diff.trim() || isCited(code, finding),
    }),
    ...(suggestion === undefined ? [] : [suggestion.block]),
    notesOn(finding, host).join("\n"),
    HOW_TO_ANSWER,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** A comment does not need a copy of the code next to it. */
function isCited(code: string, { excerpts }: ReportFinding): boolean {
  const quoted = squeeze(code.split("\n"));
  return excerpts.some(({ start, lines, cited }) =>
    cited.some((span) => squeeze(lines.slice(span.start - start, span.end - start + 1)) === quoted),
  );
}

const squeeze = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join("\n")
    .trim();

export interface BodyOptions {
  readonly host: string;
  readonly most?: number;
  /** Whether a block of code is shown in another form, and so left out. */
  readonly isShown?: (code: string) => boolean;
}

export function findingText({ body }: ReportFinding, options: BodyOptions): string {
  return safeMarkdown(body, { most: MAX_BODY_LENGTH, isShown: () => false, ...omitUndefined(options) });
}

/**
 * The facts about a finding beside its text, one line each. Omits the rounds that raised it, which change with each.
 */
export function notesOn(finding: ReportFinding, host: string): string[] {
  const { contested, comesFrom, silenced, patch } = finding;
  return [
    ...(silenced === undefined
      ? []
      : [
          `**Silenced by this change**, ${safeLine(silenced, { host, most: 400 })}. It takes effect once somebody decides so.`,
        ]),
    evidenceLine(finding, host),
    ...(patch === undefined ? [] : [`Patch: ${safeLine(`${patch.words}: ${patch.why}`, { host, most: 400 })}`]),
    ...(contested === undefined ? [] : [`Contested: ${safeLine(contested.why, { host, most: 400 })}`]),
    ...(comesFrom?.kind === "contradicts" ? ["Contradicts what an earlier review advised"] : []),
  ].map((line) => `- ${line}`);
}

/** A comment may have 65,536 characters; nobody reads that many. */
const MAX_BODY_LENGTH = 20_000;

const HOW_TO_ANSWER =
  '<sub>To decide, reply "declined: reason", "accepted risk: reason" or "fixed" (with write access); the next review goes by it.</sub>';
