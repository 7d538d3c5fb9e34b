import { scanLines } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import { conceptsOf } from "./text/concepts.ts";
import { Lexicon } from "./text/lexicon.ts";
import { kindsOf } from "./kinds.ts";
import { type Mentions, mentionsOf } from "./mentions.ts";
import { tokensOf } from "./text/tokens.ts";
import type { TextVector } from "./text/tfidf.ts";

/** What can be read from one finding alone. Built once, when the finding arrives. */
export interface FindingText {
  readonly finding: Finding;
  /** Its places after grounding, or those in its text if it cites none. */
  readonly places: readonly Location[];
  /** False if the places are only mentioned in the text. */
  readonly placed: boolean;
  /** Whether its paths exist at the commit, so they are complete and not the end of a longer path. */
  readonly wholePaths: boolean;
  readonly title: readonly string[];
  readonly lead: readonly string[];
  readonly prose: readonly string[];
  readonly text: readonly string[];
  readonly fix: readonly string[];
  /** The concepts it mentions, with repetitions. */
  readonly about: readonly string[];
  /** Four-letter runs of its beginning. They match "backupCodes" with "backup code" where words do not. */
  readonly letters: readonly number[];
  /** The sorts of problem in the title. */
  readonly kinds: ReadonlySet<string>;
  /** Names in code marks, in lower case. */
  readonly names: ReadonlySet<string>;
  /** What it mentions by name, with or without code marks. */
  readonly mentions: Mentions;
  /** Quoted lines of code without white space. */
  readonly code: ReadonlySet<string>;
  /** Lines that the proposed diffs add or remove. */
  readonly edits: ReadonlySet<string>;
}

/** A finding with words weighted among the others of its round. */
export interface FindingProfile extends FindingText {
  readonly vectors: Readonly<Record<"title" | "lead" | "prose" | "text" | "fix" | "concepts" | "letters", TextVector>>;
}

/** Longer texts only cost time. */
const MAX_TEXT = 6_000;
const MAX_PLACES = 20;

/** Builds the profile of a finding. */
export function readFindingText(finding: Finding, grounding?: FindingGrounding): FindingText {
  const { prose, code } = splitBody(finding.body.slice(0, MAX_TEXT));
  const title = tokensOf(finding.title);
  const words = tokensOf(prose);
  const own = placesOf(finding, grounding);
  const places = own.length > 0 ? own : locationsInProse(`${finding.title}\n${prose}`);
  return {
    finding,
    places: places.slice(0, MAX_PLACES),
    placed: own.length > 0,
    wholePaths: own.length > 0 && own.every((_, at) => grounding?.places[at]?.path !== undefined),
    title,
    lead: [...title, ...title, ...tokensOf(firstSentence(prose))],
    prose: words,
    text: [...title, ...title, ...words, ...tokensOf(code)],
    about: conceptsOf([...title, ...title, ...words]),
    fix: tokensOf((finding.fix?.text ?? "").slice(0, MAX_TEXT)),
    letters: lettersOf(`${finding.title} ${prose.slice(0, LETTERS_OF)}`),
    kinds: kindsOf(finding.title),
    names: namesIn(`${finding.title}\n${prose}`),
    mentions: mentionsOf(finding.title, prose),
    code: codeLines(finding.quotes.map(({ code }) => code)),
    edits: editedLines(finding.fix?.diffs ?? []),
  };
}

/** Weights the words of all findings against each other. */
export function profileFindings(sketches: readonly FindingText[]): FindingProfile[] {
  return sketches.map(createProfiler(sketches));
}

/** Learns how significant words are among these findings. Returns a function that weights one of them. */
export function createProfiler(sketches: readonly FindingText[]): (sketch: FindingText) => FindingProfile {
  const words = new Lexicon(sketches.map(({ text }) => text));
  const ideas = new Lexicon(sketches.map(({ about }) => about));
  const runs = new Lexicon(sketches.map(({ letters }) => letters));
  return (each) => ({
    ...each,
    vectors: {
      title: words.vector(each.title),
      lead: words.vector(each.lead),
      prose: words.vector(each.prose),
      text: words.vector(each.text),
      fix: words.vector(each.fix),
      concepts: ideas.vector(each.about),
      letters: runs.vector(each.letters),
    },
  });
}

/** The cited places. If the quote was found elsewhere, that place replaces the first. */
function placesOf({ locations }: Finding, grounding: FindingGrounding | undefined): Location[] {
  const resolved = locations.map((location, at) => {
    const path = grounding?.places[at]?.path;
    return path === undefined ? location : { ...location, path };
  });
  const [first, ...rest] = resolved;
  if (grounding?.summary.status !== "moved" || first === undefined) return resolved;
  const { path, to } = grounding.summary;
  return [{ path: path ?? first.path, ...to }, ...rest];
}

function splitBody(body: string): { readonly prose: string; readonly code: string } {
  const prose: string[] = [];
  const code: string[] = [];
  for (const { text, inFence, fence } of scanLines(body)) {
    if (!inFence && !LINK_ALONE.test(text)) prose.push(text);
    else if (inFence && fence === undefined) code.push(text);
  }
  return { prose: prose.join("\n").trim(), code: code.join("\n") };
}

/** Links to the comment, which end all comments of a pull request and say nothing about the problem. */
const LINK_ALONE = /^\[[^[\]]{1,100}\]\([^()\s]{1,2000}\)$/;

const RUN = 4;
const LETTERS_OF = 400;

/** Each run as a number made of its letters. Collisions of rare runs do not matter. */
function lettersOf(text: string): number[] {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  const runs: number[] = [];
  let run = 0;
  for (let at = 0; at < letters.length; at++) {
    run = (run << 8) | (letters.charCodeAt(at) & 0xff);
    if (at >= RUN - 1) runs.push(run);
  }
  return runs;
}

function firstSentence(prose: string): string {
  const start = prose.slice(0, 600);
  const end = /[.!?][*_`"')]*\s/.exec(start);
  return end === null ? start : start.slice(0, end.index + 1);
}

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, span = ""] of text.matchAll(/`([^`\n]{2,120})`/g)) {
    for (const [name] of span.matchAll(/[A-Za-z_][A-Za-z0-9_]{2,}(?:\.[A-Za-z_][A-Za-z0-9_]+)*/g)) {
      const lower = name.toLowerCase();
      names.add(lower);
      names.add(lower.slice(lower.lastIndexOf(".") + 1));
    }
  }
  return names;
}

const LINE_NUMBER = /^\s*\d{1,6}[:|]?\s/;
const MIN_CODE = 8;

function codeLines(blocks: readonly string[]): Set<string> {
  const lines = new Set<string>();
  for (const block of blocks) {
    for (const line of block.slice(0, MAX_TEXT).split("\n")) {
      const plain = line
        .replace(LINE_NUMBER, "")
        .replaceAll(/\s+/g, "")
        .replace(/^[+-]+/, "");
      if (plain.length >= MIN_CODE) lines.add(plain);
    }
  }
  return lines;
}

function editedLines(diffs: readonly string[]): Set<string> {
  const lines = new Set<string>();
  for (const diff of diffs) {
    for (const line of diff.slice(0, MAX_TEXT).split("\n")) {
      if (!/^[+-](?![+-]{2})/.test(line)) continue;
      const plain = line.slice(1).replaceAll(/\s+/g, "");
      if (plain.length >= MIN_CODE) lines.add(plain);
    }
  }
  return lines;
}
