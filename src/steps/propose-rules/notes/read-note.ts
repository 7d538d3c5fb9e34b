import { endOfBold, withoutBold, endOfCode } from "#grammar/spans.ts";
import { findWording } from "./find-wording.ts";

/** A rule that a process note proposes. */
export interface NotedRule {
  readonly kind: "add" | "change" | "remove";
  readonly wording: string;
  /** Why, in the note's words. */
  readonly because?: string;
  readonly paths?: readonly string[];
}

/** Reads one item of the process notes, on one line. Undefined if it has no sentence that could be a rule. */
export function readNote(item: string): NotedRule | undefined {
  const text = item.slice(0, MAX_TEXT).replaceAll(TAGS, " ").replaceAll(/\s+/g, " ").trim();
  const { lead, rest } = splitLead(text);
  const opening = (lead ?? rest).slice(0, MAX_OPENING);
  const kind = kindOf(opening);
  const { claim, because } = splitReason(rest);
  const written = findWording(rest);
  const wording = tidy(written?.wording ?? ownWords(lead, claim));
  if (wording.length < MIN_LENGTH) return undefined;
  const reason = tidy(because ?? written?.behind ?? "");
  const paths = pathsOf(`${lead ?? ""} ${wording}`);
  return {
    kind,
    wording,
    ...(reason.length < MIN_LENGTH ? {} : { because: reason }),
    ...(paths.length === 0 ? {} : { paths }),
  };
}

const TAGS = /`?\[repo(?:sitory)?\]`?:?/gi;
const MAX_OPENING = 200;
/** Longer items are not rules, and would take long to read. */
const MAX_TEXT = 4000;
const MIN_LENGTH = 20;

function kindOf(opening: string): NotedRule["kind"] {
  const plain = opening.replace(/^[*_\s]+/, "");
  if (/^(?:remove|retire|prune|delete|drop)\b/i.test(plain)) return "remove";
  return /^(?:update|change|replace|extend|amend|reword|revise)\b/i.test(plain) ? "change" : "add";
}

/** The bold text at the start, and what follows it. */
function splitLead(text: string): { lead: string | undefined; rest: string } {
  const end = text.startsWith("**") ? endOfBold(text, 0) : undefined;
  if (end === undefined) return { lead: undefined, rest: text };
  return { lead: text.slice(2, end).trim(), rest: text.slice(end + 2).replace(/^[\s:.—–-]+/, "") };
}

/** The part that gives the reason, if the note marks it. */
function splitReason(text: string): { claim: string; because: string | undefined } {
  const at = /(?:^|[\s*(])(?:reason|rationale|why(?: this belongs[^:*]{0,60})?)\s?:/i.exec(text);
  if (at === null) return { claim: text, because: undefined };
  return { claim: text.slice(0, at.index), because: text.slice(at.index + at[0].length).replace(/^[\s*]+/, "") };
}

/** Without a proposed wording the note itself is the rule, without its remarks about rule files. */
function ownWords(lead: string | undefined, claim: string): string {
  const title = lead === undefined ? "" : withoutOrder(lead);
  const rest = withoutOrder(claim.replace(/^\([^)]{0,80}\.md`?\)[:\s]*/, ""));
  const whole = title === "" ? rest : `${title}${signBetween(title, rest)} ${rest}`;
  return splitSentences(whole)
    .map((sentence) => (isAboutFile(sentence) ? topicOf(sentence) : sentence))
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function signBetween(title: string, rest: string): string {
  if (/[.!?:]$/.test(title) || /^[\p{Ll}(]/u.test(rest)) return "";
  return title.length < MIN_LENGTH ? ":" : ".";
}

/**
 * "ADD to `deep-review-context.md`:", "Add (applied this round):", "Rule:" are instructions to the editor, not the
 * rule.
 */
function withoutOrder(text: string): string {
  return text
    .replace(/^(?:add|update|extend|remove)?\s?(?:a |an |the )?(?:standing )?rule\s?:\s/i, "")
    .replace(/^(?:add|update|extend|change)(?: to)?(?: `[^`]{1,80}`)?\s?(?:\([^)]{1,80}\))?\s?:\s?/i, "")
    .replace(/^(?:add|update|extend|change)\s?(?:\([^)]{1,80}\))?$/i, "")
    .replace(/^ADD (?=an? |the |pairwise )/, "Add ")
    .trim();
}

/** "Add this check to `deep-review-context.md` so that …" */
function isAboutFile(sentence: string): boolean {
  const opening = /^(?:add|consider|also add|drop|suggested|note|document|a note)\b/i.test(sentence);
  return opening && /`?(?:deep-review-context|rules|AGENTS|CLAUDE|REVIEW)\.md`?/.test(sentence);
}

/** "Add a note to `deep-review-context.md` about the two writers." leaves "About the two writers:". */
function topicOf(sentence: string): string {
  const topic = /\.md`? about (\S.*)$/.exec(sentence)?.[1];
  return topic === undefined ? "" : `About ${topic.replace(/[.:]$/, "")}:`;
}

/** Files that the rule claims to be about: "when reviewing code in `pkg/engine/`". */
function pathsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [, path = ""] of text.matchAll(
    /\b(?:in|under|below|inside|within|to) `([\w.@-]{1,60}\/[\w.@*/-]{0,140})`/g,
  )) {
    const isFile = /\.\w{1,8}$/.test(path);
    const before = text.slice(0, text.indexOf(`\`${path}\``));
    if (
      path.startsWith("-") ||
      path.split("/").includes("..") ||
      !/\breview(?:s|ing|ed|ers?)?\b|\bchanges?\b/i.test(before)
    )
      continue;
    if (!isFile) found.add(`${path.replace(/\/$/, "").replace(/\/\*\*$/, "")}/**`);
  }
  return [...found].slice(0, 5);
}

function tidy(text: string): string {
  const plain = withoutBold(text)
    .replace(/^[\s"“*_:—–-]+/, "")
    .replace(/[\s*_]+$/, "")
    .replaceAll(/\s+/g, " ");
  return /^\p{Ll}+ /u.test(plain) ? plain.slice(0, 1).toUpperCase() + plain.slice(1) : plain;
}

/** The sentences of a text on one line. A full stop in code, in a file name or after `e.g` does not end one. */
function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "`") at = endOfCode(text, at);
    else if ((sign === "." || sign === "!" || sign === "?") && isEnd(text, at)) {
      while (/["”*_)]/.test(text[at + 1] ?? "")) at++;
      sentences.push(text.slice(from, at + 1).trim());
      from = at + 1;
    }
  }
  return [...sentences, text.slice(from).trim()].filter((sentence) => sentence !== "");
}

function isEnd(text: string, at: number): boolean {
  const behind = text.slice(at + 1, at + 4);
  return (
    /^["”*_)]{0,2}(?:\s|$)/.test(behind) &&
    !/(?:\be\.g|\bi\.e|\bcf|\betc|\bvs)$/i.test(text.slice(Math.max(0, at - 5), at))
  );
}
