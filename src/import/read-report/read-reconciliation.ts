import type { ClusterId, ReviewerId } from "#model/ids.ts";
import { clusterId } from "#model/ids.ts";
import type { Reconciliation, ReconciliationNote } from "#model/panel/retro.ts";
import type { ReportPanel } from "./panel.ts";

/**
 * Reads the notes on single raw findings from the reconciliation: a bullet, or sentences up to the next one that
 * begins with a reviewer's name. A note that names no raw label has an empty one.
 */
export function readReconciliation(text: string, context: Context): Reconciliation {
  const notes: ReconciliationNote[] = [];
  let current: Subject | undefined;
  let sentences: string[] = [];
  const finish = (): void => {
    if (current !== undefined) notes.push(...notesOf(current, sentences.join(" "), context));
    current = undefined;
    sentences = [];
  };
  for (const { text: sentence, isItem } of sentencesOf(text)) {
    const subject = subjectOf(sentence, context.panel);
    if (subject !== undefined || isItem) finish();
    if (subject !== undefined) current = subject;
    sentences.push(sentence);
  }
  finish();
  return { text, notes };
}

interface Context {
  readonly panel: ReportPanel;
  readonly isCluster: (label: string) => boolean;
}

interface Subject {
  readonly reviewer: ReviewerId;
  readonly labels: readonly string[];
}

function notesOf({ reviewer, labels }: Subject, text: string, context: Context): ReconciliationNote[] {
  const targets = targetsOf(text, { labels, isCluster: context.isCluster });
  const what = outcomeOf(text, targets);
  // Without a label, only a change deserves a note; "Ada rated it the same" does not.
  if (labels.length === 0 && what === "other") return [];
  const own = (labels.length === 0 ? [""] : labels).map((label) => ({ reviewer, label, what, targets, text }));
  const others = mergedWith(text, context.panel).map((other) => ({ ...other, what: "merged" as const, targets, text }));
  return [...own, ...others];
}

/** `merged with Ada S2 and Bob S1`: the other raw findings of the same change. */
function mergedWith(text: string, panel: ReportPanel): { reviewer: ReviewerId; label: string }[] {
  const named = /\bmerged with ([^.;()]{0,100})/.exec(text)?.[1] ?? "";
  return [...named.matchAll(/(\p{Lu}[\p{L}\d]*)(?:['’]s)? ([CIS]\d{1,3})\b/gu)].flatMap(([, name = "", label = ""]) => {
    const reviewer = panel.find(name);
    return reviewer === undefined ? [] : [{ reviewer, label }];
  });
}

/** A name at the start of a sentence, with the labels between it and the statement. */
function subjectOf(sentence: string, panel: ReportPanel): Subject | undefined {
  const intro = /^[^:.[\]()]{0,80}: /.exec(sentence)?.[0] ?? "";
  return subjectAt(sentence, panel) ?? (intro === "" ? undefined : subjectAt(sentence.slice(intro.length), panel));
}

function subjectAt(sentence: string, panel: ReportPanel): Subject | undefined {
  const lead = /^[\s*_"“]*(?:and |also |both )?((?:\[[^\]]{2,60}\]|[\p{L}][\p{L}\d]*))(?:['’]s)?\b/u.exec(sentence);
  const reviewer = lead?.[1] === undefined ? undefined : panel.find(lead[1]);
  if (lead === null || reviewer === undefined) return undefined;
  const rest = sentence.slice(lead[0].length, lead[0].length + 400);
  const end =
    /→|->|\b(?:was|were|is|raised at|rated|consolidat|downgrad|demot|promot|dropp|reject|merged|retained|kept|withdrawn|routed)/i.exec(
      rest,
    )?.index ?? rest.length;
  const raw = [...rest.matchAll(/\b([CIS]\d{1,3}) (?:raw|in its review)\b|\b(?:raw|its) ([CIS]\d{1,3})\b/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  const named = [...withoutQuotes(rest.slice(0, end)).matchAll(/\b([CIS]\d{1,3})\b/g)].map(([, label = ""]) => label);
  const labels = raw.length > 0 ? raw : named;
  const isAccount =
    labels.length > 0 ||
    /\b(?:P|pass[ -]?)\d\b/i.test(rest.slice(0, 40)) ||
    /→|->/.test(rest) ||
    /^[^.]{0,80}\b(?:raised|rated|finding|suggestion)\b/i.test(rest);
  return isAccount ? { reviewer, labels: [...new Set(labels)] } : undefined;
}

/** The ids of this report that the note names after an arrow, `to`, `as`, `into`, or as `(S6)`. */
function targetsOf(
  text: string,
  { labels, isCluster }: { labels: readonly string[]; isCluster: (label: string) => boolean },
): ClusterId[] {
  const targets = new Set<string>();
  const plain = withoutQuotes(text).replaceAll(/[*_`]/g, "");
  const named =
    /(?:→|->|\bto\b|\bas\b|\binto\b|\bwith\b|\bunder\b|\bat\b|\bin\b)\s+(?:(?:the|its|a|an|existing|consolidated|critical|important|suggestion|finding|design)\s+){0,3}\(?([CIS]\d{1,3})\b(?! raw| in its)|\(([CIS]\d{1,3})\b(?! raw| in its)[^)]{0,60}\)|→\s*[A-Za-z ]{1,40}\b([CIS]\d{1,3})\b/gi;
  for (const match of plain.matchAll(named)) {
    const label = (match[1] ?? match[2] ?? match[3] ?? "").toUpperCase();
    const before = plain.slice(Math.max(0, match.index - 12), match.index + match[0].length - label.length);
    if (isCluster(label) && !/\b(?:round|r)\s?\d+\s*$/i.test(before)) targets.add(label);
  }
  const others = [...targets].filter((label) => !labels.includes(label));
  return (others.length > 0 ? others : [...targets]).map(clusterId);
}

function outcomeOf(text: string, targets: readonly ClusterId[]): ReconciliationNote["what"] {
  const words = text.toLowerCase();
  if (targets.length === 0) {
    if (
      /design observation|design concern|acknowledged limitation|unresolved feedback|testing assessment|documentation assessment/.test(
        words,
      ) &&
      !/→ (?:dropped|rejected)/.test(words)
    )
      return "routed";
    if (/\b(?:dropped|rejected|false[ -]positive|withdrawn|declined|discarded|refuted)\b/.test(words)) return "dropped";
  }
  if (/→|->|\b(?:downgraded|demoted|promoted|reduced|upgraded|rerated)\b/.test(words)) return "rerated";
  return /\b(?:merged|consolidated|folded)\b/.test(words) ? "merged" : "other";
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/`[^`\n]{0,200}`|"[^"\n]{0,200}"|“[^”\n]{0,200}”/g, " ");
}

/** Sentences, with bullets kept whole. Brackets and code do not end a sentence. */
function* sentencesOf(text: string): Generator<{ text: string; isItem: boolean }> {
  for (const block of blocksOf(text)) {
    const bullet = /^(?:[-*+]|\d{1,2}[.)]) +/.exec(block);
    if (bullet !== null) {
      yield { text: block.slice(bullet[0].length), isItem: true };
      continue;
    }
    let from = 0;
    let depth = 0;
    for (let at = 0; at < block.length; at += 1) {
      const char = block[at];
      if (char === "(" || char === "[") depth += 1;
      else if (char === ")" || char === "]") depth = Math.max(0, depth - 1);
      const ends =
        depth === 0 && (char === "." || char === ";" || char === ")" || char === "*") && /\s/.test(block[at + 1] ?? "");
      if (!ends || !/[\p{Lu}`"“*[]/u.test(block[at + 2] ?? "")) continue;
      yield { text: block.slice(from, at + 1).trim(), isItem: from === 0 };
      from = at + 1;
    }
    yield { text: block.slice(from).trim(), isItem: from === 0 };
  }
}

/** List items and paragraphs, each on one line. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of text.split("\n")) {
    const isBlank = line.trim() === "";
    if (isBlank) isOpen = false;
    else if (!isOpen || /^(?:[-*+]|\d{1,2}[.)]) /.test(line)) {
      blocks.push(line.trim());
      isOpen = true;
    } else blocks[blocks.length - 1] += ` ${line.trim()}`;
  }
  return blocks;
}
