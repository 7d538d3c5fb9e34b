import type { Severity } from "#model/severity.ts";
import { plural } from "#util/words.ts";
import type { ActionResult } from "./read-result.ts";
import type { LogNote } from "./workflow-commands.ts";

/** The runner keeps so many notes of one level a step. */
const MAX_OF_A_LEVEL = 10;

const LEVELS: Readonly<Record<Severity, LogNote["level"]>> = {
  critical: "error",
  important: "warning",
  suggestion: "notice",
};

/** The findings that stand, as notes at their places; the last note says how many more there are. */
export function annotate({ computed }: ActionResult): LogNote[] {
  const all = computed.findings.filter(({ fate }) => fate === "kept").map(noteOf);
  const used = new Map<LogNote["level"], number>();
  const shown = all.filter(({ level }) => {
    const count = (used.get(level) ?? 0) + 1;
    used.set(level, count);
    return count <= roomFor(level);
  });
  const left = all.length - shown.length;
  if (left === 0) return shown;
  const count = plural(left, "finding is", "findings are");
  return [
    ...shown,
    { level: "notice", title: "Deep Review", message: `${count} not shown here; the report lists them all.` },
  ];
}

/** One notice is kept free for saying what is not shown. */
const roomFor = (level: LogNote["level"]): number => (level === "notice" ? MAX_OF_A_LEVEL - 1 : MAX_OF_A_LEVEL);

function noteOf({ id, severity, title, locations }: ActionResult["computed"]["findings"][number]): LogNote {
  const place = locations.find(({ start }) => start !== undefined) ?? locations[0];
  return {
    level: LEVELS[severity],
    title: `${id} (Deep Review)`,
    message: title,
    ...(place === undefined ? {} : { path: place.path }),
    ...(place?.start === undefined || place.end === undefined ? {} : { line: place.start, endLine: place.end }),
  };
}
