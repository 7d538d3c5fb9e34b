import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import { leftovers, leftoverPlaces, describeStillNaming, SCRIPTS, severityOf } from "../leftovers.ts";
import type { CheckListener, CheckRunner } from "../../check-runner.ts";
import { diffLinesOf } from "../text/diff-lines.ts";
import { isCompound, spellings } from "../text/identifiers.ts";
import { holdsFlag, settingsOn, written, type ConfigName } from "../text/settings.ts";

const check: Check = {
  id: "loose-ends/removed-setting",
  title: "A removed flag, environment name or configuration key is still used",
  about:
    "The change removes the code that declares a command-line flag, reads an environment variable or names a key of a configuration file, and nothing else does. A document, a test, a script or a workflow that still sets it has no effect or fails.",
  severity: "suggestion",
  worst: "important",
  changeOnly: "it looks for what the change removed",
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

async function find(index: ChangeIndex, signal: AbortSignal, { skipped }: CheckListener = {}): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  const added = index.change.diffs.flatMap((diff) => diffLinesOf(diff, "added").map(({ text }) => text)).join("\n");
  for (const gone of await goneSettings(index, signal)) {
    signal.throwIfAborted();
    const skip = (why: string): void =>
      skipped?.({ check: check.id, path: gone.path, about: `\`${written(gone)}\``, why });
    if (gone.kind === "flag" && spellings(gone.name).some((name) => hasWord(added, name))) {
      skip("added lines still have the name of the flag");
      continue;
    }
    const hit = await checkSetting(index, gone, skip);
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
  return name.includes("_") || (kind !== "environment" && name.includes("-")) || (kind === "key" && isCompound(name));
}

async function checkSetting(
  index: ChangeIndex,
  gone: GoneSetting,
  skip: (why: string) => void,
): Promise<CheckHit | undefined> {
  const mentions =
    gone.kind !== "environment" ? await index.head.findText(gone.name) : await index.head.findWord(gone.name);
  const left: Mention[] = [];
  for (const mention of mentions) {
    const state = await classify(index, mention, gone);
    if (state === "known") {
      skip(`code still knows it: ${mention.path}:${mention.line}`);
      return undefined;
    }
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
    explanation: `The change removes the code of \`${gone.path}\` that ${DECLARES[gone.kind]} \`${name}\`, and no other code knows it. These places still tell people or programs to use it.`,
    fix: `Remove \`${name}\` there, or write what replaces it.`,
    places: leftoverPlaces(found),
    weight: severity === "important" ? 0.85 : 0.75,
  };
}

const DECLARES: Readonly<Record<ConfigName["kind"], string>> = {
  flag: "declares the flag",
  environment: "reads the environment variable",
  key: "declares the configuration key",
};

/** `known`: some code still declares or reads it. `stale`: a mention outside of code. */
async function classify(index: ChangeIndex, mention: Mention, gone: ConfigName): Promise<"known" | "stale" | "other"> {
  const { path, text, where } = mention;
  if (settingsOn(text).some(({ kind, name }) => kind === gone.kind && name === gone.name)) {
    return where === "doc" || where === "comment" ? "stale" : "known";
  }
  if (gone.kind === "flag") {
    // What a test passes to the program declares nothing.
    const isTest = where === "string" && (await index.head.facts(path))?.role === "test";
    if (where === "string" && !isTest && isBare(text, gone.name)) return "known";
    return holdsFlag(text, gone.name) ? "stale" : "other";
  }
  if (gone.kind === "key") {
    if (where === "code" || where === "string") return "known";
    return isKeyOf(text, gone.name) ? "stale" : "other";
  }
  if (where !== "code" && where !== "string") return "stale";
  const facts = await index.head.facts(path);
  if (facts === undefined) return "other";
  if (SCRIPTS.has(facts.language)) return new RegExp(`\\$\\{?${gone.name}\\b`).test(text) ? "known" : "stale";
  return facts.role === "test" ? "stale" : "known";
}

/** Whether the line sets the key, or names it as code. */
function isKeyOf(text: string, name: string): boolean {
  return new RegExp(`^[\\s#-]*["']?${name}["']?\\s*[:=]|\`${name}\``).test(text);
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
