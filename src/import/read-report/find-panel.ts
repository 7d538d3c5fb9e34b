import { readFindingLine } from "#grammar/finding-line.ts";
import { readHeading } from "#grammar/report/report-headings.ts";
import { readCredit } from "#grammar/report/reviewer-names.ts";
import { readTable } from "#grammar/tables.ts";
import { buildPanel, type NamedReviewer, type Panel, statedPanel } from "./panel.ts";
import type { ReadHeader } from "./read-header.ts";
import { readStatedPanel } from "./read-stated-panel.ts";
import type { ReportParts } from "./split-report.ts";

/** Who took part: listed in the header, or named over the retro's columns, in the appendix or on finding lines. */
export function findPanel(parts: ReportParts, header: ReadHeader): Panel {
  for (const { part, lines } of parts.blocks) {
    const stated = part.kind === "panel" ? readStatedPanel(lines) : undefined;
    if (stated !== undefined) return statedPanel(stated);
  }
  const mentioned = [...retroNames(parts), ...appendixNames(parts), ...creditedNames(parts)];
  return buildPanel(header.reviewers, mentioned);
}

function* retroNames({ blocks }: ReportParts): Generator<NamedReviewer> {
  for (const { part, lines } of blocks) {
    if (part.kind !== "retro") continue;
    const texts = lines.map(({ text }) => text);
    for (const [at, { text, inFence }] of lines.entries()) {
      if (inFence) continue;
      const table = readTable(texts, at);
      const isRetro = table?.rows.some(([label = ""]) =>
        /^(?:duration|findings|critical|unique insights)\b/i.test(label),
      );
      if (table !== undefined && isRetro === true) yield* table.head.slice(1).map((title) => ({ title }));
      if (/^#{3,5} +\[/.test(text)) yield { title: readHeading(text)?.title ?? "" };
    }
  }
}

/** Only forms that nothing else has: `### [Name] — Pass 1`. Names without brackets must be known from elsewhere. */
function* appendixNames({ appendix }: ReportParts): Generator<NamedReviewer> {
  for (const { text } of appendix ?? []) {
    const name = text.length > 200 ? undefined : /^### +\[([A-Z][^\]]*)\](?: — pass \d{1,2})/i.exec(text)?.[1];
    if (name !== undefined) yield { title: name };
  }
}

function* creditedNames({ blocks }: ReportParts): Generator<NamedReviewer> {
  for (const { part, lines } of blocks) {
    if (part.kind !== "findings") continue;
    for (const { text, inFence } of lines) {
      const attributions = inFence ? [] : (readFindingLine(text)?.attributions ?? []);
      for (const attribution of attributions) {
        const { title } = readCredit(attribution);
        if (isName(title)) yield { title };
      }
    }
  }
}

/** `Qwen 3 Max`: capitalised, a few words, a version among them. Other bracketed words name nobody. */
function isName(title: string): boolean {
  return (
    /^[A-Z][A-Za-z-]{2,20}(?: [A-Za-z0-9][\w.:-]{0,20}){1,4}$/.test(title) &&
    /\d/.test(title) &&
    !/^(?:round|issue|pull|see|part)\b/i.test(title)
  );
}
