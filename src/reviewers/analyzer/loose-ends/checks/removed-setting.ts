import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import { leftovers, leftoverPlaces, describeStillNaming, SCRIPTS, severityOf } from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { diffLinesOf } from "../text/diff-lines.ts";
import { spellings } from "../text/identifiers.ts";
import { holdsFlag, settingsOn, written, type ConfigName } from "../text/settings.ts";

const check: Check = {
  id: "loose-ends/removed-setting",
  title: "A removed flag or environment name is still mentioned",
  about:
    "The change removes the code that declares a command-line flag or reads an environment variable, and nothing else does. A document, a script or a workflow that still sets it has no effect or fails.",
  severity: "suggestion",
  worst: "important",
  changeOnly: true,
  catches: `src/config.ts
-export const limit = Number(process.env.ORDER_LIMIT ?? 10);
+export const limit = 10;
docs/setup.md
 Set \`ORDER_LIMIT\` to allow more orders.`,
  ignores: `src/config.ts
-export const limit = Number(process.env.ORDER_LIMIT ?? 10);
+export const limit = 10;
src/admin.ts
 export const shown = process.env.ORDER_LIMIT;
docs/setup.md
 Set \`ORDER_LIMIT\` to allow more orders.`,
};

/** Flags and environment variables that no code knows any more, but documents, scripts or tests still do. */
export const removedSetting: CheckRunner = { check, find };

interface GoneSetting extends ConfigName {
  readonly path: string;
}

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  const added = index.change.diffs.flatMap((diff) => diffLinesOf(diff, "added").map(({ text }) => text)).join("\n");
  for (const gone of await goneSettings(index, signal)) {
    signal.throwIfAborted();
    if (gone.kind === "flag" && spellings(gone.name).some((name) => hasWord(added, name))) continue;
    const hit = await checkSetting(index, gone);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

async function goneSettings(index: ChangeIndex, signal: AbortSignal): Promise<GoneSetting[]> {
  const gone = new Map<string, GoneSetting>();
  const kept = new Set<string>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    const path = diff.file.oldPath ?? diff.file.path;
    for (const { text } of diffLinesOf(diff, "added")) for (const one of settingsOn(text)) kept.add(written(one));
    const removed = diffLinesOf(diff, "removed").flatMap(({ text }) => settingsOn(text));
    if (removed.length === 0) continue;
    const facts = await index.base.facts(path);
    if (facts?.role !== "source") continue;
    for (const setting of removed) if (isDistinct(setting)) gone.set(written(setting), { ...setting, path });
  }
  return [...gone.values()].filter((setting) => !kept.has(written(setting)));
}

// `--verbose` belongs to every program, `--retry-limit` to this one.
function isDistinct({ kind, name }: ConfigName): boolean {
  return name.includes("_") || (kind === "flag" && name.includes("-"));
}

async function checkSetting(index: ChangeIndex, gone: GoneSetting): Promise<CheckHit | undefined> {
  const mentions = gone.kind === "flag" ? await index.head.findText(gone.name) : await index.head.findWord(gone.name);
  const left: Mention[] = [];
  for (const mention of mentions) {
    const state = await classify(index, mention, gone);
    if (state === "known") return undefined;
    if (state === "stale") left.push(mention);
  }
  const found = await leftovers(index, left);
  if (found.length === 0) return undefined;
  const severity = severityOf(found);
  const name = written(gone);
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `\`${name}\` is gone, but ${describeStillNaming(found, "name")} it`,
    explanation: `The change removes the code of \`${gone.path}\` that ${gone.kind === "flag" ? "declares the flag" : "reads the environment variable"} \`${name}\`, and no other code knows it. These places still tell people or programs to use it.`,
    fix: `Remove \`${name}\` there, or write what replaces it.`,
    places: leftoverPlaces(found),
    weight: severity === "important" ? 0.85 : 0.75,
  };
}

/** `known`: some code still declares or reads it. `stale`: a mention outside of code. */
async function classify(index: ChangeIndex, mention: Mention, gone: ConfigName): Promise<"known" | "stale" | "other"> {
  const { path, text, where } = mention;
  if (settingsOn(text).some(({ kind, name }) => kind === gone.kind && name === gone.name)) {
    return where === "doc" || where === "comment" ? "stale" : "known";
  }
  if (gone.kind === "flag") {
    if (where === "string" && isBare(text, gone.name)) return "known";
    return holdsFlag(text, gone.name) ? "stale" : "other";
  }
  if (where !== "code" && where !== "string") return "stale";
  const facts = await index.head.facts(path);
  if (facts === undefined) return "other";
  if (SCRIPTS.has(facts.language)) return new RegExp(`\\$\\{?${gone.name}\\b`).test(text) ? "known" : "stale";
  return facts.role === "test" ? "stale" : "known";
}

// A separate string may be passed to whatever declares flags.
function isBare(text: string, name: string): boolean {
  return ['"', "'", "`"].some(
    (quote) => text.includes(`${quote}${name}${quote}`) || text.includes(`${quote}--${name}`),
  );
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text);
}
