import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, Language, Mention } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { leftovers, MAX_LEFTOVERS, placesOf, sayStill, SCRIPTS, severityOf } from "../leftovers.ts";
import type { LooseEnd } from "../loose-end.ts";
import { isCompound, namesIt } from "../text/identifiers.ts";

const check: Check = {
  id: "loose-ends/removed-name",
  title: "A removed or renamed name is still mentioned",
  about:
    "The change takes a definition away and no code uses its name any more, but a comment, a document, a string or a script still does. No compiler looks there.",
  severity: "suggestion",
  catches: `src/send.ts
-export function retryLimit(): number { return 3; }
+export function attemptLimit(): number { return 3; }
docs/delivery.md
 A message is sent again until \`retryLimit\` is reached.`,
  ignores: `src/send.ts
-export function retryLimit(): number { return 3; }
+export function attemptLimit(): number { return 3; }
docs/delivery.md
 \`retryLimit\` was renamed to \`attemptLimit\`.`,
};

/** Names whose definition is gone and that stand nowhere in code, but still where no compiler looks. */
export const removedName: LooseEnd = { check, find };

interface Gone {
  readonly definition: Definition;
  readonly path: string;
  readonly language: Language;
  /** The one new definition of the same kind in the same file. */
  readonly now?: string;
}

// A change that removes more names than this deletes a part of the product; the names are then not loose ends.
const MAX_NAMES = 400;

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const gone of (await goneDefinitions(index, signal)).slice(0, MAX_NAMES)) {
    signal.throwIfAborted();
    const hit = await lookFor(index, gone);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

async function goneDefinitions(index: ChangeIndex, signal: AbortSignal): Promise<Gone[]> {
  const gone = new Map<string, Gone>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    for (const one of await goneFrom(index, diff)) {
      if (!gone.has(one.definition.name)) gone.set(one.definition.name, one);
    }
  }
  return [...gone.values()];
}

async function goneFrom(index: ChangeIndex, { file }: FileDiff): Promise<Gone[]> {
  if (file.change === "added" || file.change === "copied" || file.listed !== undefined) return [];
  const path = file.oldPath ?? file.path;
  const before = await index.base.facts(path);
  if (before === undefined || before.role === "data") return [];
  const after = file.change === "deleted" ? [] : ((await index.head.facts(file.path))?.definitions ?? []);
  const left = new Set(after.map(({ name }) => name));
  const had = new Set(before.definitions.map(({ name }) => name));
  const missing = before.definitions.filter(({ name }) => !left.has(name));
  const fresh = after.filter(({ name }) => !had.has(name));
  return missing
    .filter(({ name }) => isCompound(name))
    .map((definition) => ({ definition, path, language: before.language, ...successor(definition, missing, fresh) }));
}

function successor(gone: Definition, missing: readonly Definition[], fresh: readonly Definition[]): { now?: string } {
  const alike = ({ kind, container }: Definition): boolean => kind === gone.kind && container === gone.container;
  const [now, ...others] = fresh.filter(alike);
  return now !== undefined && others.length === 0 && missing.filter(alike).length === 1 ? { now: now.name } : {};
}

async function lookFor(index: ChangeIndex, gone: Gone): Promise<CheckHit | undefined> {
  const { name } = gone.definition;
  const mentions = await index.head.findWord(name);
  const code = mentions.filter(({ where }) => where === "code");
  const calls = await scriptCalls(index, gone, code);
  if (calls.length < code.length) return undefined;
  const elsewhere = mentions.filter(({ where, text }) => where !== "code" && namesIt(text, name));
  const found = await leftovers(index, [...calls, ...elsewhere]);
  if (found.length === 0 || found.length > MAX_LEFTOVERS) return undefined;
  const severity = severityOf(found);
  const became = gone.now === undefined ? "" : ` It looks as if it is \`${gone.now}\` now.`;
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `\`${name}\` is gone, but ${sayStill(found, "name")} it`,
    explanation: `The change removes the ${gone.definition.kind} \`${name}\` from \`${gone.path}\`, and no code of that name is left.${became} These places still mention it, and no compiler reads them.`,
    fix: gone.now === undefined ? `Remove or reword the mentions of \`${name}\`.` : `Write \`${gone.now}\` there.`,
    places: placesOf(found),
    weight: severity === "important" ? 0.8 : 0.7,
  };
}

/** Code of scripts that still calls a removed shell function: nothing complains before the line runs. */
async function scriptCalls(index: ChangeIndex, gone: Gone, code: readonly Mention[]): Promise<Mention[]> {
  if (gone.language !== "bash" || gone.definition.kind !== "function" || code.length === 0) return [];
  if ((await index.head.findDefinitions(gone.definition.name)).length > 0) return [];
  const calls: Mention[] = [];
  for (const mention of code) {
    const facts = await index.head.facts(mention.path);
    if (facts !== undefined && SCRIPTS.has(facts.language)) calls.push(mention);
  }
  return calls;
}
