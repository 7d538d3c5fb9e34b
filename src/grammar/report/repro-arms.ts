import type { ReproArm } from "#model/finding.ts";

/** What an author says that a script printed, by the code that it ran on. */
export interface ClaimedOutput {
  readonly head: string;
  /** The labelled arms, if the output tells more than one apart. */
  readonly arms: readonly ReproArm[];
}

const MAX_LABEL = 120;

/**
 * Splits the text of a `repro-output` fence. Arms begin with `$ command   # label` or with a line `# label`; a line that
 * names no side of the change is output like any other. What comes before the first label is the head's.
 */
export function readArms(output: string): ClaimedOutput {
  const arms: OpenArm[] = [{ side: "head", label: "", lines: [] }];
  for (const line of output.split(/\r?\n/)) {
    const label = labelOf(line);
    const side = label === undefined ? undefined : sideOf(label);
    if (side !== undefined && label !== undefined) arms.push({ side, label, lines: [] });
    // A command is no output. With an unknown label it belongs to the arm before it.
    else if (!COMMAND.test(line)) arms.at(-1)?.lines.push(line);
  }
  const named = arms.filter(({ label, lines }) => label !== "" || lines.some((line) => line.trim() !== ""));
  const read = named.map(({ side, label, lines }) => ({ side, label, output: trimEnds(lines) }));
  const head = read.filter(({ side }) => side === "head").map((arm) => arm.output);
  return { head: head.join("\n"), arms: new Set(named.map(({ side }) => side)).size > 1 ? read : [] };
}

interface OpenArm {
  readonly side: ReproArm["side"];
  readonly label: string;
  readonly lines: string[];
}

const COMMAND = /^\$ \S/;

/** `# merge-base`, or what follows `#` at the end of a command. */
function labelOf(line: string): string | undefined {
  if (line.length > 2000) return undefined;
  if (!COMMAND.test(line)) return /^# \S/.test(line) && line.length <= MAX_LABEL ? line.slice(2).trim() : undefined;
  const at = line.lastIndexOf(" # ");
  return at < 0 ? undefined : line.slice(at + 3, at + 3 + MAX_LABEL).trim();
}

/** The side that a label names. The patch first: `PR head + fix patch` is not the head. */
function sideOf(label: string): ReproArm["side"] | undefined {
  return SIDES.find(([, pattern]) => pattern.test(label))?.[0];
}

const SIDES: readonly (readonly [ReproArm["side"], RegExp])[] = [
  [
    "patched",
    /\b(?:with|after|plus)\b.{0,40}\b(?:patch|fix|diff)\b|\+ ?(?:the )?(?:fix|patch)|\bpatched\b|^(?:the )?fixed\b/i,
  ],
  ["base", /\bmerge[- ]base\b|\bbase\b|\bbefore (?:the|this) (?:change|pr|commit|patch series)\b|^(?:main|master)$/i],
  ["previous", /\bround[- ]?\d{1,3}\b|\b(?:previous|last|earlier) (?:round|head)\b/i],
  ["head", /\bhead\b|\breview(?:ed)? (?:sha|commit)\b|\b(?:at|on|with) (?:the|this) (?:change|pr|branch)\b/i],
];

function trimEnds(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}
