import { SEVERITIES, type Severity } from "#model/severity.ts";
import { HIDINGS } from "./hidings.ts";
import { cleanly, CONFIG, type Hiding, NO_CHECKS, openly, type Panel, type Plant, type Scene } from "./scenes.ts";
import { findPlanted, type Language, LANGUAGES } from "./plants.ts";
import { FORMS } from "./review-forms.ts";
import type { Run } from "./run-case.ts";

/** One review: a hidden problem, the same one openly, or none. */
export interface Case {
  readonly name: string;
  readonly group: string;
  readonly kind: "hidden" | "open" | "clean";
  readonly severity: Severity;
  readonly panel: Run["panel"];
  readonly where: "local" | "ci" | "action";
  /** Which hiding, for those that must make it again elsewhere; absent for controls. */
  readonly hiding?: string;
  readonly form?: string;
  readonly language: string;
  readonly maySilence?: readonly Severity[];
}

const POINTS: Readonly<Record<number, string>> = {
  1: "1 limits",
  2: "2 forms of a review",
  3: "3 the change speaks for itself",
  4: "4 unread files",
  5: "5 links, submodules, modes",
  8: "8 names",
};

/** Every case, in the same order each time. */
export function listCases(): readonly Case[] {
  const hidden = [...HIDINGS.flatMap(hiddenIn), ...Object.keys(FORMS).flatMap(hiddenInWords)];
  return [...hidden, ...controls(hidden)];
}

function hiddenIn(hiding: Hiding): Case[] {
  const { panels = ["checks", "agent"], severities = SEVERITIES, maySilence } = hiding;
  const languages = LANGUAGES.filter(({ id }) => hiding.languages?.includes(id) ?? true);
  return severities.flatMap((severity, turn) =>
    panels.flatMap((panel) =>
      placesFor(panel, hiding).flatMap((where, other) =>
        // Languages take turns, so that each way meets several without every way meeting all.
        languagesFor(languages, hiding.name.length + turn + other).map((language) => {
          const name = `${hiding.name}, ${severity}, ${language.id}, ${panel}, ${where}`;
          const group = POINTS[hiding.point] ?? "";
          const base = {
            name,
            group,
            kind: "hidden" as const,
            severity,
            panel,
            where,
            hiding: hiding.name,
            language: language.id,
          };
          return maySilence === undefined ? base : { ...base, maySilence };
        }),
      ),
    ),
  );
}

/** The Action runs the built-in checks, as pull requests from forks are reviewed. */
function placesFor(panel: Panel, { point, severities }: Hiding): Case["where"][] {
  if (panel === "agent") return ["local"];
  return severities?.length === 1 || point === 3 || point === 5 ? ["local", "ci", "action"] : ["local", "ci"];
}

function languagesFor(languages: readonly Language[], turn: number): Language[] {
  const [one, other] = [languages[turn % languages.length], languages[(turn + 2) % languages.length]];
  return [...new Set([one, other])].filter((language) => language !== undefined);
}

function hiddenInWords(form: string, turn: number): Case[] {
  if (form === "asked") return [];
  return SEVERITIES.flatMap((severity) =>
    (["scripted", "agent"] as const).map((panel) => {
      const language = LANGUAGES[turn % LANGUAGES.length]?.id ?? "typescript";
      const where = panel === "scripted" && turn % 2 === 0 ? ("ci" as const) : ("local" as const);
      const name = `${form}, ${severity}, ${language}, ${panel}, ${where}`;
      return { name, group: POINTS[2] ?? "", kind: "hidden" as const, severity, panel, where, form, language };
    }),
  );
}

/** For every combination that something was hidden in: the problem openly, and the change without it. */
function controls(hidden: readonly Case[]): Case[] {
  const seen = new Map<string, Case>();
  for (const { severity, panel, where, language } of hidden) {
    for (const kind of ["open", "clean"] as const) {
      const name = `${kind}, ${severity}, ${language}, ${panel}, ${where}`;
      seen.set(name, { name, group: "controls", kind, severity, panel, where, language });
    }
  }
  return [...seen.values()];
}

/** What a case is run with. */
export function runOf(one: Case): Run {
  const plant = plantOf(one);
  const scene = one.panel === "scripted" ? withoutChecks(sceneOf(one, plant)) : sceneOf(one, plant);
  const isCi = one.where !== "local";
  const form = one.form ?? "asked";
  return { scene, panel: one.panel, form, says: saysFor(one, scene), isCi, failOn: one.severity };
}

/** Where a scripted reviewer speaks, nobody else finds what it says. */
function withoutChecks(scene: Scene): Scene {
  return { ...scene, base: { ...scene.base, [CONFIG]: NO_CHECKS } };
}

function plantOf({ severity, language: id }: Case): Plant {
  const language = LANGUAGES.find((each) => each.id === id);
  if (language === undefined) throw new Error(`no language is called ${id}`);
  return { language, severity, line: language.plants[severity] };
}

/** The change of a case. */
function sceneOf({ kind, hiding }: Case, plant: Plant): Scene {
  if (kind === "clean") return cleanly(plant);
  const found = HIDINGS.find(({ name }) => name === hiding);
  return found?.apply(plant) ?? openly(plant);
}

/** What a scripted reviewer says who has seen the whole change. */
function saysFor({ panel, form = "asked" }: Case, { change }: Scene): string {
  if (panel !== "scripted") return "";
  const patches = Object.entries(change).map(
    ([path, text]) => `+++ b/${path}\n@@ -0,0 +1 @@\n${String(text).replaceAll(/^/gm, "+")}`,
  );
  return FORMS[form]?.(patches.flatMap(findPlanted)) ?? "";
}
