import { readBodyParts } from "#grammar/body-parts.ts";
import { unescapeBody, unescapeProse } from "#grammar/report/escape-structure.ts";
import { type FindingLine, readFindingLine } from "#grammar/finding-line.ts";
import { closeFences, isBlank, type ScannedLine } from "#grammar/lines.ts";
import { readCredit } from "#grammar/report/reviewer-names.ts";
import type { Credit, Statement } from "#model/cluster.ts";
import { clusterId, type ClusterId } from "#model/ids.ts";
import { type Severity, severityLetter } from "#model/severity.ts";
import type { ReportPanel } from "./panel.ts";
import { blockText, type ReportBlock } from "./split-report.ts";

/** A finding as printed in the report, before it is linked to the raw findings. */
export interface ReadCluster {
  readonly id: ClusterId;
  readonly severity: Severity;
  readonly credits: readonly Credit[];
  readonly statement: Statement;
  /** Still open from an earlier round. */
  readonly carriedOver?: boolean;
  /** The report itself retracts it. */
  readonly invalid?: boolean;
}

/** The findings of one severity and the prose around them. */
export interface ReadFindings {
  readonly clusters: readonly ReadCluster[];
  /** The text before the first finding, and struck-out items; empty for "None.". */
  readonly prose: string;
}

/** Reads the findings below one severity heading. `taken` contains the ids in use. */
export function readClusters(block: FindingsBlock, context: { panel: ReportPanel; taken: Set<string> }): ReadFindings {
  const starts = findStarts(block);
  const clusters: ReadCluster[] = [];
  const prose: string[] = [blockText(block.lines.slice(0, starts[0]?.at ?? block.lines.length))];
  for (const [index, start] of starts.entries()) {
    const lines = block.lines.slice(start.at, starts[index + 1]?.at ?? block.lines.length);
    if (start.isStruck) prose.push(blockText(lines));
    else clusters.push(readCluster({ start, lines, severity: block.severity }, context));
  }
  const text = prose
    .filter((part) => part !== "")
    .map(closeFences)
    .join("\n\n");
  return { clusters, prose: /^[\s*_(]*none[\s.*_)]*$/i.test(text) ? "" : unescapeProse(text) };
}

/** The lines below one severity heading; `lettered` if the report labels its findings `C1`, `I1`, `S1`. */
export interface FindingsBlock {
  readonly lines: readonly ScannedLine[];
  readonly severity: Severity;
  readonly lettered: boolean;
}

/** Whether any of the blocks has a finding with a letter: then bare numbers are lists, not findings. */
export function usesLetters(blocks: readonly ReportBlock[]): boolean {
  return blocks.some(
    ({ part, lines }) =>
      part.kind === "findings" &&
      lines.some(({ text, inFence }) => !inFence && readFindingLine(text)?.marker.letter !== undefined),
  );
}

interface ClusterSource {
  readonly start: FindingStart;
  readonly lines: readonly ScannedLine[];
  readonly severity: Severity;
}

function readCluster(
  { start, lines, severity }: ClusterSource,
  context: { panel: ReportPanel; taken: Set<string> },
): ReadCluster {
  const { line } = start;
  const body = unescapeBody(closeFences(blockText(lines.slice(1))));
  const parts = readBodyParts(body);
  const { credits, strangers } = readCredits(line.attributions, context.panel);
  const theClass = line.class ?? parts.class;
  const tagged = line.taggedSeverity !== undefined && line.taggedSeverity !== severity;
  const notes = [...line.notes, ...strangers, ...(tagged ? [`tagged ${line.taggedSeverity}`] : [])];
  return {
    id: newId(line, severity, context.taken),
    severity,
    credits,
    statement: {
      title: line.title,
      locations: line.locations,
      places: line.places,
      class: theClass,
      body,
      quotes: parts.quotes,
      fix: parts.fix,
      repros: parts.repros,
      notes,
    },
    ...(notes.some((note) => /carr(?:y|ied)-?\s?over/i.test(note)) ? { carriedOver: true } : {}),
    ...(line.invalid ? { invalid: true } : {}),
  };
}

/** The credited reviewers, and bracketed words that name nobody on the panel. */
function readCredits(attributions: readonly string[], panel: ReportPanel): { credits: Credit[]; strangers: string[] } {
  const credits = new Map<string, Credit>();
  const strangers: string[] = [];
  for (const text of attributions) {
    const { title, note } = readCredit(text);
    const reviewer = panel.find(title);
    if (reviewer === undefined) strangers.push(text);
    else if (!credits.has(reviewer)) credits.set(reviewer, { reviewer, note });
  }
  return { credits: [...credits.values()], strangers };
}

/** The printed id, or the next free number of the severity; a repeated label gets `~2`. */
function newId({ marker }: FindingLine, severity: Severity, taken: Set<string>): ClusterId {
  const isLabelled = marker.letter !== undefined && marker.number !== undefined && marker.number > 0;
  const letter = isLabelled ? marker.letter : severityLetter(severity);
  let number = isLabelled ? (marker.number ?? 1) : 1;
  if (!isLabelled) while (taken.has(`${letter}${number}`)) number += 1;
  let id = `${letter}${number}`;
  for (let next = 2; taken.has(id); next += 1) id = `${letter}${number}~${next}`;
  taken.add(id);
  return clusterId(id);
}

/** A line on which a finding begins, or an item that was struck out. */
interface FindingStart {
  /** Index into the lines of the block. */
  readonly at: number;
  readonly line: FindingLine;
  readonly isStruck: boolean;
}

/**
 * Finds the finding lines of one severity section. With letters, bare numbers are lists inside a body. Without, a
 * number counts only if it is the next one, is on its own and has a place, a tag or a name.
 */
function findStarts(block: FindingsBlock): FindingStart[] {
  const starts: FindingStart[] = [];
  let last = 0;
  let lastStruck = 0;
  for (const [at, { text, inFence }] of block.lines.entries()) {
    if (inFence || /^\s/.test(text)) continue;
    const line = readFindingLine(text);
    if (line === undefined) continue;
    const { letter, number, severity } = line.marker;
    const isStruck = line.struck && !line.invalid && text.startsWith("~~");
    if (letter !== undefined && number !== undefined) {
      if (isBoldLabel(text)) starts.push({ at, line, isStruck });
    } else if (block.lettered) continue;
    else if (number !== undefined) {
      const isNext = number === last + 1 || number === Math.max(last, lastStruck) + 1;
      if (!isStruck && !(isNext && isOwnParagraph(block.lines, at) && carriesMore(line))) continue;
      starts.push({ at, line, isStruck });
      if (isStruck) lastStruck = number;
      else last = number;
    } else if (severity === block.severity) starts.push({ at, line, isStruck });
  }
  return starts;
}

/** `I3's path …` in prose is not a label: a label is bold, in a heading, or followed by bold. */
function isBoldLabel(text: string): boolean {
  return /^(?:#{1,6} +)?(?:~~)?(?:\*\*)?\[?[CIS]\d{1,3}/.test(text) && (text.includes("**") || text.startsWith("#"));
}

function isOwnParagraph(lines: readonly ScannedLine[], at: number): boolean {
  const before = lines[at - 1];
  return before === undefined || isBlank(before.text) || before.fence?.open === false || before.text.startsWith("#");
}

function carriesMore({ locations, places, attributions, notes, class: tag, invalid }: FindingLine): boolean {
  return locations.length + places.length + attributions.length + notes.length > 0 || tag !== undefined || invalid;
}
