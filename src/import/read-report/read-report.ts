import { unescapeProse } from "#grammar/report/escape-structure.ts";
import { closeFences, isBlank, type ScannedLine } from "#grammar/lines.ts";
import { restoreMentions } from "#grammar/mentions.ts";
import { restoreHtml } from "#grammar/raw-html.ts";
import { readObservationList } from "./read-observations.ts";
import { COMPUTED_MARK } from "#grammar/report/own-parts.ts";
import type { Observation, Section } from "#model/assessment.ts";
import type { Decision } from "#model/decision.ts";
import type { Review } from "#model/review.ts";
import { SEVERITIES } from "#model/severity.ts";
import type { ReviewerRun, Unplaced } from "#model/panel/reviewer.ts";
import { findPanel, readStatedPanel, type ReportPanel } from "./panel.ts";
import { type Appendix, readAppendix } from "./read-appendix.ts";
import { readArchitecture } from "./read-architecture.ts";
import { type ReadCluster, readClusters, usesLetters } from "./read-clusters.ts";
import { readDeclined, readPrevious, readResolution } from "./read-decisions.ts";
import { readHeader, type ReadHeader } from "./read-header.ts";
import { readLedger, readUnplaced, type StatedCluster } from "./read-own-parts.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { readRetro, type ReadRetro } from "./read-retro.ts";
import { readRuns } from "./read-runs.ts";
import { blockText, type ReportBlock, type ReportParts, splitReport } from "./split-report.ts";

/** Everything in a report that belongs to a review. The texts of the raw reviews are in `runs`, still unparsed. */
export interface ReadReport extends Pick<
  Review,
  | "kind"
  | "title"
  | "scope"
  | "round"
  | "header"
  | "reviewers"
  | "runs"
  | "statedVerdict"
  | "sections"
  | "previous"
  | "decisions"
  | "resolution"
  | "retro"
  | "reconciliation"
  | "processNotes"
  | "unplaced"
  | "gaps"
> {
  readonly clusters: readonly ReadCluster[];
  /** The report's own list of design observations. */
  readonly observations: readonly Observation[];
  /** In a report that we rendered: its clusters, including routed and dropped ones, so that no link is guessed. */
  readonly statedLedger?: readonly StatedCluster[];
}

export type ReadReportResult =
  { readonly ok: true; readonly report: ReadReport } | { readonly ok: false; readonly why: string };

/** Reads a published report. Accepts any text, never throws; for a text that is not a report it returns the reason. */
export function readReport(text: string, id: string): ReadReportResult {
  const parts = splitReport(restoreHtml(restoreMentions(text)));
  const header = readHeader(parts.preamble);
  const why = whyNoReport(parts, header);
  if (why !== undefined) return { ok: false, why };
  const panel = findPanel(parts, header);
  const appendix = readAppendix(parts.appendix ?? [], (title) => panel.find(title) !== undefined);
  const findings = readFindingBlocks(parts, panel);
  const isCluster = (label: string): boolean => findings.clusters.some((cluster) => cluster.id === label);
  const retro = readRetro(linesOf(parts, "retro"), panel);
  const runs = readRuns({ panel, appendix, retro, listed: header.reviewers, clusters: findings.clusters });
  const ledger = readLedger(linesOf(parts, "ledger"));
  const sections = readSections(parts, { prose: findings.prose, hasLedger: ledger !== undefined });
  const processNotes = blocksOf(parts, "process")
    .map(proseOf)
    .filter((part) => part !== "")
    .join("\n\n");
  return {
    ok: true,
    report: {
      kind: isArchitecture(parts) ? "architecture" : "change",
      title: titleOf(parts) ?? id,
      scope: scopeOf(header, parts),
      round: header.round,
      header: header.header,
      reviewers: panel.reviewers,
      runs,
      ...optional("statedVerdict", header.statedVerdict),
      clusters: findings.clusters,
      sections,
      observations: readObservations(sections, panel),
      previous: sections.flatMap(readPrevious),
      ...readAllDecisions({ parts, appendix, sections, isCluster }),
      ...optional("retro", retro.retro),
      ...optional("reconciliation", reconciliationOf(retro, { panel, isCluster })),
      ...optional("processNotes", processNotes === "" ? undefined : processNotes),
      unplaced: [...unplacedText(header.leftover, appendix), ...readUnplaced(linesOf(parts, "unplaced"))],
      gaps: gapsOf(runs),
      ...optional("statedLedger", ledger),
    },
  };
}

function whyNoReport({ title, blocks, appendix }: ReportParts, header: ReadHeader): string | undefined {
  if (blocks.length === 0) return title === undefined ? "it has no headings" : "it has no sections";
  if (/^(?:deep (?:code )?review|architecture review)\b/i.test(title ?? "")) return undefined;
  const known = blocks.filter(({ part }) => part.kind === "findings" || part.kind === "section").length;
  const hasRetro = blocks.some(({ part }) => part.kind === "retro");
  if (known >= 2 && (header.reviewers.length > 0 || appendix !== undefined || hasRetro)) return undefined;
  return 'its heading does not say "Deep Review", and it has no list of reviewers';
}

const TITLE = /^(?:deep (?:code )?review|architecture review)\s*[:—–-]?\s*/i;

function titleOf({ title }: ReportParts): string | undefined {
  const bare = title?.replace(TITLE, "").trim();
  return bare === "" ? undefined : bare;
}

/** If the header has only the number, the heading may have the pull request's title: `PR #7 — Title`. */
function scopeOf({ scope }: ReadHeader, parts: ReportParts): ReadHeader["scope"] {
  const named = /^PR #(\d{1,9})\s*(?:—|–|--|:)\s*(\S.*)$/.exec(titleOf(parts) ?? "");
  const { pullRequest } = scope;
  if (pullRequest === undefined || pullRequest.title !== undefined || named?.[2] === undefined) return scope;
  if (Number(named[1]) !== pullRequest.number) return scope;
  return { ...scope, pullRequest: { ...pullRequest, title: named[2] } };
}

/** Recognized by its title, and by lacking the severities of a review of a change. */
const isArchitecture = ({ title, blocks }: ReportParts): boolean =>
  /^architecture review\b/i.test(title ?? "") && !blocks.some(({ part }) => part.kind === "findings");

const blocksOf = ({ blocks }: ReportParts, kind: ReportBlock["part"]["kind"]): ReportBlock[] =>
  blocks.filter(({ part }) => part.kind === kind);

const linesOf = (parts: ReportParts, kind: ReportBlock["part"]["kind"]): ScannedLine[] =>
  blocksOf(parts, kind).flatMap(({ lines }) => [...lines]);

const proseOf = ({ lines }: Pick<ReportBlock, "lines">): string => unescapeProse(closeFences(blockText(lines)));

const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

interface FindingBlocks {
  readonly clusters: readonly ReadCluster[];
  /** The text among the findings that is not a finding, by block. */
  readonly prose: ReadonlyMap<ReportBlock, string>;
}

function readFindingBlocks(parts: ReportParts, panel: ReportPanel): FindingBlocks {
  const clusters: ReadCluster[] = [];
  const prose = new Map<ReportBlock, string>();
  const lettered = usesLetters(parts.blocks);
  const taken = new Set<string>();
  for (const block of bySeverity(parts.blocks)) {
    const { part, lines } = block;
    const read =
      part.kind === "findings"
        ? readClusters({ lines, severity: part.severity, lettered }, { panel, taken })
        : part.kind === "wrapper" && isArchitecture(parts)
          ? readArchitecture(lines)
          : undefined;
    if (read === undefined) continue;
    clusters.push(...read.clusters);
    prose.set(block, read.prose);
  }
  return { clusters, prose };
}

/** Worst first in any report: ids are assigned in this order. */
function bySeverity(blocks: readonly ReportBlock[]): ReportBlock[] {
  return blocks.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const rankOf = ({ part }: ReportBlock): number => (part.kind === "findings" ? SEVERITIES.indexOf(part.severity) : 0);

/** The report's prose in its order; the prose among the findings is collected where they begin, by severity. */
function readSections(parts: ReportParts, known: { prose: FindingBlocks["prose"]; hasLedger: boolean }): Section[] {
  const sections: (Section | "findings")[] = [];
  for (const block of parts.blocks) {
    const { part, title } = block;
    if (known.prose.has(block)) {
      if (!sections.includes("findings")) sections.push("findings");
    } else if (part.kind === "section") sections.push({ key: part.key, title, text: proseOf(block) });
    else if (isForeign(block, known.hasLedger) && (part.kind !== "wrapper" || proseOf(block) !== "")) {
      sections.push({ title, text: proseOf(block) });
    }
  }
  return sections.flatMap((section) => (section === "findings" ? amongFindings(known.prose) : [section]));
}

function amongFindings(prose: FindingBlocks["prose"]): Section[] {
  const filled = [...prose].filter(([, text]) => text !== "");
  const groups = [...SEVERITIES, undefined].map((severity) =>
    filled.filter(([{ part }]) => (part.kind === "findings" ? part.severity : undefined) === severity),
  );
  return groups.flatMap((group) => {
    const title = group[0]?.[0].title;
    return title === undefined ? [] : [{ title, text: group.map(([, text]) => text).join("\n\n") }];
  });
}

/** A section that is neither read elsewhere nor computed by us. */
function isForeign({ part, lines }: ReportBlock, hasLedger: boolean): boolean {
  if (part.kind === "other" || part.kind === "wrapper") return true;
  if (part.kind === "ledger") return !hasLedger;
  if (part.kind === "panel") return readStatedPanel(lines) === undefined;
  return part.kind === "derived" && lines.find(({ text }) => !isBlank(text))?.text !== COMPUTED_MARK;
}

function readObservations(sections: readonly Section[], panel: ReportPanel): Observation[] {
  const items = sections.filter(({ key }) => key === "design").flatMap(({ text }) => readObservationList(text));
  return items.map(({ kind, scope, text, names }, index) => {
    const credits = names.map((name) => panel.find(name)).filter((id) => id !== undefined);
    return { id: `D${index + 1}`, kind, ...optional("scope", scope), text, credits: [...new Set(credits)] };
  });
}

function readAllDecisions(source: {
  readonly parts: ReportParts;
  readonly appendix: Appendix;
  readonly sections: readonly Section[];
  readonly isCluster: (label: string) => boolean;
}): { decisions: Decision[]; resolution?: NonNullable<Review["resolution"]> } {
  const lines = [...linesOf(source.parts, "resolution"), ...(source.appendix.resolution ?? [])];
  const earlier = source.sections.flatMap(({ text }) => readDeclined(text));
  if (lines.length === 0) return { decisions: earlier };
  const { resolution, decisions } = readResolution(lines, source.isCluster);
  return { decisions: [...decisions, ...earlier], resolution };
}

function reconciliationOf(
  { reconciliation }: ReadRetro,
  context: { panel: ReportPanel; isCluster: (label: string) => boolean },
): Review["reconciliation"] {
  return reconciliation === undefined ? undefined : readReconciliation(reconciliation, context);
}

function unplacedText(leftover: readonly ScannedLine[], { preamble }: Appendix): Unplaced[] {
  const passages = [
    { lines: leftover, why: "stands before the first section" },
    { lines: preamble, why: "stands in the appendix before the first raw review" },
  ];
  return passages.flatMap(({ lines, why }) => {
    const text = blockText(lines);
    const first = lines.find((line) => !isBlank(line.text));
    return text === "" || first === undefined ? [] : [{ line: first.number, text, why }];
  });
}

function gapsOf(runs: readonly ReviewerRun[]): string[] {
  return runs.flatMap(({ reviewer, pass, outcome, textStatus }) => {
    const who = pass > 1 ? `${reviewer}, pass ${pass}` : reviewer;
    if (outcome === "failed") return [`${who}: failed`];
    if (textStatus === "pointer") return [`${who}: raw review is only a pointer to a temporary file`];
    if (textStatus === "absent") return [`${who}: raw review is not in the report`];
    return textStatus === "abridged" ? [`${who}: raw review is abridged`] : [];
  });
}
