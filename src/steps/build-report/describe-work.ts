import type { ReviewerWork } from "#model/report.ts";
import { countFence } from "#model/panel/fence.ts";
import type { Review } from "#model/review.ts";
import type { Isolation, Reviewer, ReviewerRun, Usage } from "#model/panel/reviewer.ts";

/** Describes a reviewer's program, usage, isolation and incidents. */
export function describeWork(review: Review, reviewer: Reviewer): ReviewerWork {
  const runs = review.runs.filter((run) => run.reviewer === reviewer.id);
  const opened = (review.receipt.opened ?? []).filter((file) => file.reviewer === reviewer.id).length;
  // Nothing of this is known about imported runs, which need not be repeated for each reviewer.
  const isWatched = runs.some(({ program, usage, isolation }) => (program ?? usage ?? isolation) !== undefined);
  const isAgent = isWatched && (reviewer.kind === "agent" || reviewer.kind === "model");
  const answered = distinct(runs.map(({ model }) => model)).filter((model) => model !== reviewer.model);
  const facts = [
    ...distinct(runs.map(({ program }) => program && [program.name, program.version].filter(Boolean).join(" "))),
    answered.length > 0 && `answered by ${answered.join(", ")}`,
    reviewer.blind === true && "blind: saw no title, message or author",
    // Commenters on a pull request were never invited.
    reviewer.optional === true && reviewer.kind !== "person" && reviewer.kind !== "import" && "optional",
    opened > 0 && `opened ${opened} ${opened === 1 ? "file" : "files"}`,
    describeTokens(runs) ?? (isAgent && "tokens unknown"),
    describeCost(runs) ?? (isAgent && "cost unknown"),
    ...distinct(runs.map(({ isolation }) => isolation && describeIsolation(isolation))),
    ...describeUnwatched(runs),
  ];
  const notable = [
    answered.length > 0 && `answered by ${answered.join(", ")}`,
    describeTokens(runs),
    describeCost(runs),
  ];
  return {
    facts: facts.filter(isText),
    notable: notable.filter(isText),
    hadNoSandbox: runs.some(({ isolation }) => isolation?.level === "process"),
    fence: countFences(runs),
    incidents: countIncidents(runs),
  };
}

/** What nobody could look at while it ran. */
function describeUnwatched(runs: readonly ReviewerRun[]): string[] {
  const unknown = distinct(runs.flatMap(({ fence }) => fence?.unknown ?? []));
  return unknown.length === 0 ? [] : [`not watched: ${unknown.join("; ")}`];
}

const isText = (fact: string | boolean | undefined): fact is string => typeof fact === "string";

function describeTokens(runs: readonly ReviewerRun[]): string | undefined {
  const input = total(runs, "inputTokens");
  const output = total(runs, "outputTokens");
  const parts = [
    input && `${input} tokens in${inBrackets(total(runs, "cachedTokens"), "cached")}`,
    output &&
      `${output}${input === undefined ? " tokens" : ""} out${inBrackets(total(runs, "reasoningTokens"), "reasoning")}`,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(", ");
}

const inBrackets = (amount: string | undefined, word: string): string =>
  amount === undefined || amount === "0" ? "" : ` (${amount} ${word})`;

/** The total of all passes; "at least" if one of them does not report it. */
function total(runs: readonly ReviewerRun[], key: Exclude<keyof Usage, "costUsd">): string | undefined {
  const sum = sumOf(runs, key);
  return sum === undefined ? undefined : `${sum.isPart ? "at least " : ""}${sum.value.toLocaleString("en")}`;
}

function describeCost(runs: readonly ReviewerRun[]): string | undefined {
  const sum = sumOf(runs, "costUsd");
  if (sum === undefined) return undefined;
  const isSmall = sum.value > 0 && sum.value < 0.001;
  const amount = isSmall ? "under $0.001" : `$${sum.value.toFixed(sum.value > 0 && sum.value < 0.1 ? 3 : 2)}`;
  return `${sum.isPart ? "at least " : ""}${amount}`;
}

function sumOf(runs: readonly ReviewerRun[], key: keyof Usage): { value: number; isPart: boolean } | undefined {
  const known = runs.flatMap(({ usage }) => usage?.[key] ?? []);
  if (known.length === 0) return undefined;
  return { value: known.reduce((sum, value) => sum + value, 0), isPart: known.length < runs.length };
}

const LEVELS: Readonly<Record<Isolation["level"], string>> = {
  bubblewrap: "inside bubblewrap",
  "sandbox-exec": "inside sandbox-exec",
  process: "no system sandbox",
};

const describeIsolation = ({ level, note }: Isolation): string =>
  note === undefined ? LEVELS[level] : `${LEVELS[level]} (${note})`;

function countFences(runs: readonly ReviewerRun[]): number | undefined {
  const fences = runs.flatMap(({ fence }) => fence ?? []);
  return fences.length === 0 ? undefined : fences.reduce((sum, fence) => sum + countFence(fence), 0);
}

function countIncidents(runs: readonly ReviewerRun[]): ReviewerWork["incidents"] {
  const found = new Map<string, ReviewerWork["incidents"][number]>();
  for (const incident of runs.flatMap(({ incidents }) => incidents ?? [])) {
    const key = `${incident.kind} ${incident.text}`;
    found.set(key, { ...incident, times: (found.get(key)?.times ?? 0) + 1 });
  }
  // An incomplete text must always be reported as such.
  const partial = runs.filter(({ isPartial }) => isPartial === true).length;
  const broken = { kind: "stopped" as const, text: "did not end; its text is kept as far as it came", times: partial };
  return [...found.values(), ...(partial === 0 ? [] : [broken])];
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== ""))].filter(
    (value) => value !== undefined,
  );
}
