import { closeFences, splitLines } from "#grammar/lines.ts";
import { readRuleFile } from "#grammar/rules/read-rule-file.ts";
import { formatRuleMark } from "#grammar/rules/rule-mark.ts";
import type { RuleItem, RuleSection } from "#model/agent/repository-rule.ts";
import { listSome, plural } from "#util/words.ts";
import type { ProposalSource, RuleProposal } from "./proposal.ts";
import { safeWording } from "./safe-wording.ts";

/** The text of the rule file afterwards, and what came of it: nothing is done twice, nor to another file. */
export interface Applied {
  readonly text: string;
  readonly outcome: "applied" | "stands-already" | "gone-already" | "in-another-file";
}

/** Writes one proposal into the text of the repository's own rule file; empty where there is none yet. */
export function applyProposal(
  text: string,
  proposal: RuleProposal,
  { file, today }: { file: string; today: string },
): Applied {
  if (proposal.rule !== undefined && proposal.rule.file !== file) return { text, outcome: "in-another-file" };
  const sections = readRuleFile(file, text);
  const items = sections.flatMap((section) => section.items);
  if (proposal.kind !== "remove" && items.some((item) => isSame(item, proposal))) {
    return { text, outcome: "stands-already" };
  }
  if (proposal.kind === "add")
    return { text: addItem(text, headingOf(proposal), itemOf(proposal, today)), outcome: "applied" };
  const old = findRule(items, proposal);
  if (old === undefined) return { text, outcome: "gone-already" };
  if (proposal.kind === "change") return { text: replaceLines(text, old, itemOf(proposal, today)), outcome: "applied" };
  return { text: removeItem(text, old, sections), outcome: "applied" };
}

function isSame({ mark, text }: RuleItem, { id, wording }: RuleProposal): boolean {
  return mark?.id === id || safeWording(text) === wording;
}

/** The rule as it was when it was proposed. Of twins the last goes, and only while the other one is there. */
function findRule(items: readonly RuleItem[], { rule, stays }: RuleProposal): RuleItem | undefined {
  const old = items.findLast(({ text, mark }) => text === rule?.item.text && mark?.id === rule.item.mark?.id);
  if (stays === undefined || old === undefined) return old;
  return items.some((item) => item !== old && item.text === stays) ? old : undefined;
}

function itemOf({ id, wording, until, sources }: RuleProposal, today: string): string[] {
  const mark = formatRuleMark({
    id,
    added: today,
    until,
    from: describeSources(sources),
  });
  return [`- ${wording}`, `  ${mark}`];
}

/** `2 notes: 20261102-091500-pr-42, 20261103-101500-pr-43; 1 decision: D-0123456789`. */
export function describeSources(sources: readonly ProposalSource[]): string {
  const kinds = [...new Set(sources.map(({ kind }) => kind))];
  return kinds
    .map((kind) => {
      const refs = sources.filter((source) => source.kind === kind).map(({ ref }) => ref);
      return `${plural(refs.length, kind)}: ${listSome(refs, MAX_REFS)}`;
    })
    .join("; ");
}

const MAX_REFS = 10;
const TITLE = "# Rules for reviewers";
const FOR_ALL = "All files";

const headingOf = ({ paths }: RuleProposal): string =>
  paths === undefined ? FOR_ALL : paths.map((path) => `\`${path}\``).join(", ");

/** At the end of the section for the same files, or in a new one at the end of the file. */
function addItem(text: string, heading: string, item: readonly string[]): string {
  const section = readRuleFile("", text).find((one) => one.heading === heading);
  const last = section?.items.at(-1);
  if (section !== undefined) {
    return insertLines(text, last?.end ?? section.line, last === undefined ? ["", ...item] : item);
  }
  // A fence that was never closed would swallow the rule.
  const start = text.trim() === "" ? TITLE : closeFences(text.trimEnd());
  return [...splitLines(start), "", `## ${heading}`, "", ...item, ""].join(eolOf(text));
}

function insertLines(text: string, after: number, added: readonly string[]): string {
  const lines = splitLines(text);
  return [...lines.slice(0, after), ...added, ...closing(lines, after)].join(eolOf(text));
}

/** A file that ended with its last item ends with a line end now. */
function closing(lines: readonly string[], after: number): readonly string[] {
  const rest = lines.slice(after);
  return rest.length === 0 ? [""] : rest;
}

function replaceLines(text: string, { start, end }: RuleItem, instead: readonly string[]): string {
  const lines = splitLines(text);
  return [...lines.slice(0, start - 1), ...instead, ...closing(lines, end)].join(eolOf(text));
}

function removeItem(text: string, item: RuleItem, sections: readonly RuleSection[]): string {
  const lines = splitLines(text);
  const section = sections.find(({ items }) => items.includes(item));
  const behind = lines.slice(item.end);
  const from = section !== undefined && isLeftEmpty(section, item, behind) ? section.line : item.start;
  const before = lines.slice(0, from - 1);
  while (behind[0]?.trim() === "" && (before.at(-1)?.trim() ?? "") === "") behind.shift();
  while (behind.length === 0 && before.at(-1)?.trim() === "") before.pop();
  return [...before, ...closing(behind, 0)].join(eolOf(text));
}

/** A section of ours that has nothing else goes too, unless headings below it take its files from it. */
function isLeftEmpty({ heading, text }: RuleSection, item: RuleItem, behind: readonly string[]): boolean {
  if (heading !== FOR_ALL && heading?.startsWith("`") !== true) return false;
  const next = behind.find((line) => line.trim() !== "");
  const written = text.split("\n").filter((line) => line.trim() !== "").length;
  return written === 1 + linesOf(item) && !/^ {0,3}#{3}/.test(next ?? "");
}

const linesOf = ({ start, end }: RuleItem): number => end - start + 1;

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
