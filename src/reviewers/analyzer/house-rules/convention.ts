import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";

/** One file or symbol at the base side, and whether it keeps to the rule. */
export interface Instance {
  readonly path: string;
  /** The line that shows it. */
  readonly line: number;
  readonly keeps: boolean;
}

/** A rule that nobody wrote down: how many instances keep to it, below which folder. */
export interface Convention {
  /** Empty for the whole repository. */
  readonly folder: string;
  readonly kept: number;
  readonly total: number;
  readonly examples: readonly Instance[];
}

/** Fewer instances are chance, and a smaller share is a habit that people break on purpose. */
const MIN_INSTANCES = 20;
const MIN_SHARE = 0.95;

/** Whether these are enough instances to speak of a rule at all. */
export function isEnough(instances: readonly Instance[]): boolean {
  return instances.length >= MIN_INSTANCES;
}

/** The rule that the instances show; undefined where too few of them agree. */
export function conventionOf(folder: string, instances: readonly Instance[]): Convention | undefined {
  const keeping = instances.filter(({ keeps }) => keeps);
  if (!isEnough(instances) || keeping.length / instances.length < MIN_SHARE) return undefined;
  return { folder, kept: keeping.length, total: instances.length, examples: keeping };
}

/** `41 of 42`. */
export function ratio({ kept, total }: Convention): string {
  return `${kept} of ${total}`;
}

/** `below src/steps`, or `in this repository`. */
export function whereOf({ folder }: Convention): string {
  return folder === "" ? "in this repository" : `below \`${folder}\``;
}

/** What a broken rule says about itself. */
export interface Broken {
  readonly check: Check;
  readonly convention: Convention;
  readonly place: CheckPlace;
  readonly title: string;
  readonly explanation: string;
  readonly fix: string;
}

/** A hit with its ratio and two examples that keep to the rule. */
export async function hitFor(index: ChangeIndex, broken: Broken): Promise<CheckHit> {
  const { check, convention, place, title, explanation, fix } = broken;
  const examples = await takeExamples(index, convention, place.location.path);
  // The more instances and the fewer exceptions, the surer.
  const weight = 0.4 + 0.3 * (convention.kept / convention.total) * Math.min(1, convention.total / 100);
  return {
    check: check.id,
    severity: check.severity,
    class: "regression",
    title,
    explanation,
    fix,
    places: [place, ...examples],
    weight,
  };
}

/** Two that still stand as they were, nearest to the place first. */
async function takeExamples(index: ChangeIndex, { examples }: Convention, near: string): Promise<CheckPlace[]> {
  const blobs = new Map(index.head.tree.files.map(({ path, blob }) => [path, blob]));
  const same = new Set(index.base.tree.files.flatMap(({ path, blob }) => (blobs.get(path) === blob ? [path] : [])));
  const seen = new Set<string>();
  const chosen = examples
    .filter(({ path }) => same.has(path) && !seen.has(path) && seen.add(path))
    .toSorted((a, b) => commonLength(b.path, near) - commonLength(a.path, near))
    .slice(0, 2);
  const places: CheckPlace[] = [];
  for (const { path, line } of chosen) {
    const text = (await index.head.tree.read(path))?.split("\n")[line - 1] ?? "";
    const quote = text.replace(/\r$/, "").slice(0, 300);
    places.push({ location: { path, start: line, end: line }, quote, note: "keeps to it" });
  }
  return places;
}

function commonLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
