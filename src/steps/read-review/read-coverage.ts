import type { ScannedLine } from "#grammar/lines.ts";
import { readLocations } from "#grammar/locations.ts";
import { repositoryPath } from "#grammar/paths.ts";
import type { FileClaim } from "#model/panel/receipt.ts";
import { isDecoration } from "./passage.ts";
import { reportsNothing } from "./reports-nothing.ts";
import type { Author } from "./read-findings.ts";
import type { ReviewPart } from "./split-review.ts";

/** A coverage summary by file, and its lines that name no file. */
export interface CoverageRead {
  readonly claims: readonly FileClaim[];
  readonly strays: readonly (readonly ScannedLine[])[];
}

/** Reads coverage summaries: bullets and table rows such as `- \`a.go\` — Reviewed, no issues`. */
export function readCoverage(parts: readonly ReviewPart[], author: Author): CoverageRead {
  const claims: FileClaim[] = [];
  const strays: ScannedLine[][] = [];
  for (const { lines } of parts) {
    const stray: ScannedLine[] = [];
    for (const line of lines) {
      if (isDecoration(line) || reportsNothing(line.text) || isTableFrame(line.text)) continue;
      const read = line.inFence ? [] : claimsOf(line.text, author);
      if (read.length === 0) stray.push(line);
      else claims.push(...read);
    }
    if (stray.length > 0) strays.push(stray);
  }
  return { claims, strays };
}

function claimsOf(line: string, { reviewer, pass }: Author): FileClaim[] {
  if (line.length > 4000) return [];
  const row = /^\s*\|(.*?)\|?\s*$/.exec(line)?.[1];
  const { files, note } = row === undefined ? splitItem(line) : splitRow(row);
  if (files === "") return [];
  const labels = labelsIn(note);
  return pathsIn(files).map((path) => ({
    reviewer,
    pass,
    path,
    claim: claimOf(note, labels),
    labels,
    ...(note !== "" && { note }),
  }));
}

function splitRow(row: string): { files: string; note: string } {
  const [files = "", ...rest] = row.split(/(?<!\\)\|/);
  return { files: files.trim(), note: rest.join("|").trim() };
}

/** `- \`a.go\`, \`b.go\` (new) — words`: the files come before the words. */
function splitItem(line: string): { files: string; note: string } {
  const text = line.replace(/^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?/, "").replace(/^\*\*(?=[`[])/, "");
  const files =
    /^(?:`[^`]+`|\[[^\]]+\]\([^)]+\)|[\w.@-]+(?:\/[\w.@-]+)+|[\w-]+\.[a-z]{1,5}\b)(?:[\s,&*]*(?:and\s+)?(?:`[^`]+`|\[[^\]]+\]\([^)]+\)))*/.exec(
      text,
    )?.[0] ?? "";
  const note = text
    .slice(files.length)
    .replace(/^\*\*/, "")
    .replace(/^\s*\((?:new|renamed|deleted|added|modified|generated)[^)]*\)/i, "");
  return { files, note: note.replace(/^[\s:–—-]+/, "").trim() };
}

function pathsIn(files: string): string[] {
  const { locations } = readLocations(files);
  const listed = new Set(locations.map(({ path }) => path));
  if (listed.size > 0) return [...listed];
  // Globs, folders without a slash and shortened paths are in code marks too.
  return [...files.matchAll(/`([^`\s]+)`/g)].map(([, path = ""]) => repositoryPath(path));
}

/** `I1`, and for reviews that count per part: `Important #1`, `Suggestion 2`. */
function labelsIn(note: string): string[] {
  const labels = new Set<string>();
  for (const match of note.matchAll(
    /\b(?:([CIS]\d{1,3})\b|(critical|important|suggestion)s?(?:\s+issues?)?\s+#?(\d{1,3})\b)/gi,
  )) {
    const [, label, severity = "", number = ""] = match;
    labels.add((label ?? `${severity.charAt(0)}${number}`).toUpperCase());
  }
  return [...labels];
}

function claimOf(note: string, labels: readonly string[]): FileClaim["claim"] {
  if (labels.length > 0 || /\bfindings?:?\s+#?\d/i.test(note)) return "findings";
  if (/\btrivial\b/i.test(note)) return "trivial";
  return /\bno (?:issues?|findings?|concerns?)\b|^\W*(?:clean|ok)\b/i.test(note) ? "clean" : "other";
}

/** The head of a table and the row of dashes below it. */
function isTableFrame(line: string): boolean {
  if (line.length > 300 || !line.includes("|")) return false;
  return (
    (line.includes("-") && /^[\s:|-]+$/.test(line)) ||
    /^\s*\|\s*\**(?:changed |reviewed )?(?:file|path)s?\**\s*\|/i.test(line)
  );
}
