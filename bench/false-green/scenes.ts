import type { Severity } from "#model/severity.ts";
import type { Language } from "./plants.ts";

/** A change as it is committed: contents by path, before and after. */
export interface Scene {
  readonly base: Readonly<Record<string, string | Buffer>>;
  readonly change: Readonly<Record<string, string | Buffer>>;
  /** Files that the change removes. */
  readonly removes?: readonly string[];
  /** What is done with real git besides, when all files of the change are staged. */
  readonly staged?: Step;
}

export type Step = (tools: { readonly folder: string; readonly git: (...args: string[]) => string }) => void;

/** What is planted, and where. */
export interface Plant {
  readonly language: Language;
  readonly severity: Severity;
  /** The planted line. */
  readonly line: string;
}

/** Who looks: the built-in checks, or an agent that reads what it is given. */
export type Panel = "checks" | "agent";

/** One way to hide a planted problem from the verdict. */
export interface Hiding {
  readonly name: string;
  /** Which point of the list it belongs to. */
  readonly point: number;
  readonly apply: (plant: Plant) => Scene;
  readonly panels?: readonly Panel[];
  readonly severities?: readonly Severity[];
  readonly languages?: readonly string[];
  /** What it may silence by right, if the report says so. */
  readonly maySilence?: readonly Severity[];
}

export const CONFIG = "deep-review.config.json";
/** Only the checks whose problems are planted, so that nothing else colours the verdict. */
export const CHECKS = JSON.stringify({ reviewers: { "loose-ends": false, "test-scout": false } });
export const NO_CHECKS = JSON.stringify({
  reviewers: { "loose-ends": false, "test-scout": false, "hazard-lint": false },
});
const README = "# Price\n\nComputes prices.\n";
const MORE = `${README}\nAlso reduced ones.\n`;

/** The change with nothing hidden, and a readable file beside it. */
export function openly({ language, line }: Plant): Scene {
  return inFile(language.path, language.change([line]), language);
}

/** The change without the problem. */
export function cleanly({ language }: Plant): Scene {
  return inFile(language.path, language.change([]), language);
}

export function inFile(path: string, text: string | Buffer, { path: old, base }: Language): Scene {
  return { base: { [CONFIG]: CHECKS, "README.md": README, [old]: base }, change: { "README.md": MORE, [path]: text } };
}

/** The same with further files of the change, or other contents. */
export function adding(plant: Plant, files: Scene["change"]): Scene {
  const scene = openly(plant);
  return { ...scene, change: { ...scene.change, ...files } };
}

/** The planted module as a new file of this name. */
export function asNewFile(
  name: (plant: Plant) => string,
  dress: (text: string, plant: Plant) => string | Buffer = same,
): Hiding["apply"] {
  return (plant) => inFile(name(plant), dress(plant.language.change([plant.line]), plant), plant.language);
}

/** The planted module where it was, in another dress. */
export function dressed(dress: (text: string, plant: Plant) => string | Buffer): Hiding["apply"] {
  return (plant) => inFile(plant.language.path, dress(plant.language.change([plant.line]), plant), plant.language);
}

const same = (text: string): string => text;
export const extension = ({ language }: Plant): string => language.path.slice(language.path.lastIndexOf(".") + 1);
export const named =
  (name: string) =>
  (plant: Plant): string =>
    `${name}.${extension(plant)}`;
export const headed =
  (words: string) =>
  (text: string, { language }: Plant): string =>
    `${language.comment} ${words}\n${text}`;
