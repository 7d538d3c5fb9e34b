import { readBodyParts } from "#grammar/body-parts.ts";
import { unescapeBody } from "#grammar/report/escape-structure.ts";
import { closeFences, type ScannedLine } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { readReportHeading } from "#grammar/report/report-headings.ts";
import { clusterId } from "#model/ids.ts";
import type { Severity } from "#model/severity.ts";
import type { ReadCluster, ReadFindings } from "./read-clusters.ts";
import { blockText } from "./split-report.ts";

/** Reads the findings of an architecture review: `### n. title`, `Severity: High`, evidence, recommendation. */
export function readArchitecture(lines: readonly ScannedLine[]): ReadFindings {
  const starts = lines.flatMap(({ text, inFence }, at) => {
    const title = inFence ? null : /^#{2,5} +(?:F?\d{1,3}\. +)(\S.*)$/.exec(text);
    return title?.[1] === undefined ? [] : [{ at, title: readReportHeading(text)?.title ?? title[1] }];
  });
  const clusters = starts.map(({ at, title }, index): ReadCluster => {
    return readOne(lines.slice(at + 1, starts[index + 1]?.at), { title, number: index + 1 });
  });
  return { clusters, prose: blockText(lines.slice(0, starts[0]?.at ?? lines.length)) };
}

function readOne(lines: readonly ScannedLine[], { title, number }: { title: string; number: number }): ReadCluster {
  const at = lines.findIndex(({ text, inFence }) => !inFence && SEVERITY_LINE.test(text));
  const written = at < 0 ? undefined : SEVERITY_LINE.exec(lines[at]?.text ?? "")?.[1]?.trim();
  const rest = at < 0 ? lines : [...lines.slice(0, at), ...lines.slice(at + 1)];
  const body = unescapeBody(closeFences(blockText(rest)));
  const { quotes, fix, repros } = readBodyParts(body);
  return {
    id: clusterId(`F${number}`),
    severity: severityOf(written),
    credits: [],
    statement: {
      title,
      locations: evidenceOf(body),
      places: [],
      body,
      quotes,
      fix,
      repros,
      writtenSeverity: written,
      notes: [],
    },
  };
}

const SEVERITY_LINE = /^\*{0,2}Severity:?\*{0,2}:? *([^*\n]{1,40})\*{0,2}$/i;

/** Maps their scale to ours: high is to be fixed; medium need not be. */
function severityOf(written: string | undefined): Severity {
  const word = written?.toLowerCase() ?? "";
  if (word.startsWith("critical")) return "critical";
  return word.startsWith("high") || word.startsWith("important") ? "important" : "suggestion";
}

/** The files listed below `Evidence:`. */
function evidenceOf(body: string): ReadCluster["statement"]["locations"] {
  const lines = body.split("\n");
  const start = lines.findIndex((line) => /^\*{0,2}Evidence:?\*{0,2}:?/i.test(line));
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && /^\*{0,2}[A-Z][\w ]{2,40}:\*{0,2}$/.test(line));
  return locationsInProse(lines.slice(start, end < 0 ? lines.length : end).join("\n"));
}
