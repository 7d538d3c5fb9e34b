import { type Cells, type Line, type Part, splitParts, tablesOf } from "./markdown.ts";

/** One row of the ledger. */
export interface LedgerRow {
  readonly finding: string;
  readonly reviewer: string;
  readonly claimed: string;
  /** A severity, `routed: design` or `dropped: refuted`. */
  readonly became: string;
  readonly cluster: string;
  readonly share: string;
}

/** One row of the rulings. */
export interface RulingRow {
  readonly cluster: string;
  /** `keep as important`, `route to design`, `drop as refuted`. */
  readonly ruling: string;
  readonly members: readonly string[];
  readonly credits: readonly string[];
}

/** A finding as it is listed for the reader. */
export interface ListedFinding {
  readonly label: string;
  readonly section: string;
  readonly isStruck: boolean;
  readonly line: string;
}

/** A member of the panel and how the report writes its name. */
export interface PanelRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** What stands on a rendered report, and nothing that was worked out. */
export interface Sheet {
  readonly isArchitecture: boolean;
  readonly header: ReadonlyMap<string, string>;
  readonly panel: readonly PanelRow[];
  readonly ledger: readonly LedgerRow[];
  readonly rulings: readonly RulingRow[];
  readonly listed: readonly ListedFinding[];
  /** The computed part of that title as lines; none where it is missing. */
  readonly computed: (title: string) => readonly Line[];
  readonly retro: Cells | undefined;
  /** The paragraphs above the computed table, in order. */
  readonly said: readonly string[];
  readonly contradictions: readonly string[];
  readonly written: Cells | undefined;
  readonly summary: string;
  /** Names over raw reviews that are there. */
  readonly rawReviews: readonly string[];
}

/** Reads a report as a person with a pencil would: from its text alone. */
export function readSheet(markdown: string): Sheet {
  const { top, parts } = splitParts(markdown);
  const find = (title: string): readonly Line[] => parts.findLast((part) => part.title === title)?.lines ?? [];
  const panel = (tablesOf(find("Panel"))[0]?.rows ?? []).map(panelRow);
  const tables = tablesOf(find("Ledger"));
  const retro = below(find("Agent Performance Retro"));
  return {
    isArchitecture: top.some(({ text }) => text.startsWith("# Architecture Review")),
    header: new Map((tablesOf(top)[0]?.rows ?? []).map(([key = "", value = ""]) => [key.replaceAll("*", ""), value])),
    panel,
    ledger: (tables.find(({ head }) => head[0] === "Finding")?.rows ?? []).map(ledgerRow),
    rulings: (tables.find(({ head }) => head[0] === "Cluster")?.rows ?? []).map((cells) => rulingRow(cells, panel)),
    listed: listedFindings(parts),
    computed: (title) => find(title),
    retro: tablesOf(retro("Computed summary"))[0],
    said: retro("Computed summary")
      .map(({ text }) => text)
      .filter((text) => text !== "" && !text.startsWith("|")),
    contradictions: retro("Where the written table differs from the ledger")
      .map(({ text }) => text)
      .filter((text) => text.startsWith("- ")),
    written: tablesOf(retro("Summary as written"))[0],
    summary: find("Executive Summary")
      .map(({ text }) => text)
      .join("\n"),
    rawReviews: rawReviews(find("Appendix: Original Reviews")),
  };
}

function panelRow([id = "", name = "", model = "", kind = ""]: readonly string[]): PanelRow {
  return { id, name: model === "" ? name : `${name} ${model}`, kind };
}

function ledgerRow([finding = "", claimed = "", became = "", cluster = "", share = ""]: readonly string[]): LedgerRow {
  return { finding, reviewer: finding.split(":")[0] ?? "", claimed, became, cluster, share };
}

function rulingRow(cells: readonly string[], panel: readonly PanelRow[]): RulingRow {
  const [cluster = "", ruling = "", members = "", credits = ""] = cells;
  const ids = panel.map(({ id }) => id.replaceAll(".", "\\."));
  // A note may hold anything: only a name of the panel begins a new credit.
  const credited = credits === "—" ? [] : credits.split(new RegExp(`; (?=(?:${ids.join("|")})(?:; | \\(|$))`));
  return {
    cluster,
    ruling,
    members: members === "—" ? [] : members.split("; "),
    credits: credited.map((text) => text.split(" (")[0] ?? ""),
  };
}

function listedFindings(parts: readonly Part[]): ListedFinding[] {
  const listed: ListedFinding[] = [];
  for (const { title, lines } of parts) {
    // The computed parts begin; nothing below lists findings for the reader.
    if (title === "Agent Performance Retro" || title === "Panel") break;
    for (const { text, inFence } of lines) {
      if (inFence) continue;
      const [, label, strike] = /^([CIS]\d+)\. (~~)?\*\*/.exec(text) ?? [];
      if (label !== undefined) listed.push({ label, section: title, isStruck: strike !== undefined, line: text });
      const [, number] = title === "Findings" ? (/^### (\d+)\. /.exec(text) ?? []) : [];
      if (number !== undefined) listed.push({ label: `F${number}`, section: title, isStruck: false, line: text });
    }
  }
  return listed;
}

/** The lines below a heading of the third level. */
function below(lines: readonly Line[]): (title: string) => readonly Line[] {
  return (title) => {
    const from = lines.findIndex(({ text, inFence }) => !inFence && text === `### ${title}`);
    if (from < 0) return [];
    const rest = lines.slice(from + 1);
    const to = rest.findIndex(({ text, inFence }) => !inFence && text.startsWith("### "));
    return to < 0 ? rest : rest.slice(0, to);
  };
}

function rawReviews(lines: readonly Line[]): string[] {
  const names: string[] = [];
  let name: string | undefined;
  for (const { text, inFence } of lines) {
    const heading = inFence ? null : /^### \[(.+)\] — Pass \d+(?: — (.*))?$/.exec(text);
    if (heading !== null) name = heading[2] === undefined || heading[2] === "abridged" ? heading[1] : undefined;
    if (name !== undefined && inFence && /^`{4,}markdown$/.test(text)) {
      names.push(name);
      name = undefined;
    }
  }
  return names;
}
