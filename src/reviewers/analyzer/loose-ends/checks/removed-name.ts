import type { Check, CheckHit, ReportUnchecked } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, Mention } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import {
  isCommonWord,
  leftovers,
  leftoverPlace,
  leftoverPlaces,
  describeStillNaming,
  SCRIPTS,
  severityOf,
  type Leftover,
} from "../leftovers.ts";
import { type CheckListener, type CheckRunner, UNPARSED } from "../../check-runner.ts";
import { MAX_LINE } from "../text/diff-lines.ts";
import { isCompound, namesIt, identifierWords } from "../text/identifiers.ts";
import { type BrokenUse, computesNames, lacks } from "../uses/broken-imports.ts";
import { findBrokenUses, type GoneDefinition } from "../uses/find-broken-uses.ts";

const check: Check = {
  id: "loose-ends/removed-name",
  title: "A removed or renamed name is still used or mentioned",
  about:
    "The change removes a definition. Code that must mean this definition still imports or calls it, so the build or the first run fails (important); or no code uses the name any more, but a comment, a document, a string or a script still does. Code counts if its import, its package, its namespace or the name of the type leads to the removed definition: TypeScript, JavaScript, Python, Go, Rust, Java, C#, PHP and Ruby. In C and C++ it counts if nothing else may define the name: no macro, header of the system or other version of it.",
  severity: "suggestion",
  worst: "important",
  changeOnly: "it looks for what the change removed",
  catches: `src/send.ts
-export function retryLimit(): number { return 3; }
+export function attemptLimit(): number { return 3; }
src/mail.ts
 import { retryLimit } from "./send.ts";
docs/delivery.md
 A message is sent again until \`retryLimit\` is reached.`,
  ignores: `src/send.ts
-export function retryLimit(): number { return 3; }
+export function attemptLimit(): number { return 3; }
src/mail.ts
 import { retryLimit } from "./limits.ts";
docs/delivery.md
 \`retryLimit\` was renamed to \`attemptLimit\`.`,
};

/** Names without a definition that code still needs, or that texts which no compiler checks still mention. */
export const removedName: CheckRunner = { check, find };

interface Gone extends GoneDefinition {
  /** The one new definition of the same kind in the same file. */
  readonly now?: string;
}

/** What is left of one name. */
interface Left {
  readonly gone: Gone;
  /** Code that can no longer work. */
  readonly broken: readonly BrokenUse[];
  /** Texts that mention it. */
  readonly found: readonly Leftover[];
}

async function find(
  index: ChangeIndex,
  signal: AbortSignal,
  { unlooked, skipped }: CheckListener = {},
): Promise<CheckHit[]> {
  const groups = new Map<string, Left[]>();
  for (const gone of await goneDefinitions(index, signal, unlooked)) {
    signal.throwIfAborted();
    const skip = (why: string): void => {
      const { name, start: line } = gone.definition;
      skipped?.({ check: check.id, path: gone.path, line, about: `\`${name}\``, why });
    };
    const left = await findLeft(index, gone, skip);
    const paths = [...left.broken, ...left.found].map(({ path }) => path);
    if (paths.length === 0) continue;
    // Names from one file that the same files still mention form one hit.
    const key = JSON.stringify([gone.path, left.broken.length > 0, [...new Set(paths)].sort()]);
    groups.set(key, [...(groups.get(key) ?? []), left]);
  }
  return [...groups.values()].map(report);
}

async function goneDefinitions(index: ChangeIndex, signal: AbortSignal, unlooked?: ReportUnchecked): Promise<Gone[]> {
  const gone = new Map<string, Gone>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    for (const one of await goneFrom(index, diff, unlooked)) {
      if (!gone.has(one.definition.name)) gone.set(one.definition.name, one);
    }
  }
  return [...gone.values()];
}

async function goneFrom(index: ChangeIndex, { file }: FileDiff, unlooked?: ReportUnchecked): Promise<Gone[]> {
  if (file.change === "added" || file.change === "copied" || file.listed !== undefined) return [];
  const path = file.oldPath ?? file.path;
  const before = await index.base.facts(path);
  if (before === undefined || before.role === "data") return [];
  const now = file.change === "deleted" ? undefined : await index.head.facts(file.path);
  if (before.isUnparsed === true || now?.isUnparsed === true) {
    unlooked?.({ check: check.id, path: file.path, why: UNPARSED });
    return [];
  }
  const after = now?.definitions ?? [];
  const left = new Set(after.map(({ name }) => name));
  const had = new Set(before.definitions.map(({ name }) => name));
  const missing = before.definitions.filter(({ name }) => !left.has(name));
  const fresh = after.filter(({ name }) => !had.has(name));
  return (
    missing
      .filter(({ kind }) => kind !== "module")
      // Members of something that was deleted as a whole are too common to look for.
      .filter(({ kind }) => file.change !== "deleted" || (kind !== "field" && kind !== "variable"))
      .map((definition) => ({
        definition,
        path,
        headPath: file.change === "deleted" ? undefined : file.path,
        language: before.language,
        ...successor(definition, missing, fresh),
      }))
  );
}

function successor(gone: Definition, missing: readonly Definition[], fresh: readonly Definition[]): { now?: string } {
  const alike = ({ kind, container }: Definition): boolean => kind === gone.kind && container === gone.container;
  const [now, ...others] = fresh.filter(alike);
  if (now === undefined || others.length > 0 || missing.filter(alike).length !== 1) return {};
  const parts = new Set(identifierWords(gone.name));
  return /^\w+$/.test(now.name) && identifierWords(now.name).some((part) => parts.has(part)) ? { now: now.name } : {};
}

async function findLeft(index: ChangeIndex, gone: Gone, skip: (why: string) => void): Promise<Left> {
  const { name } = gone.definition;
  const mentions = await index.head.findWord(name);
  const code = mentions.filter(({ where }) => where === "code");
  const broken = await findBrokenUses(index, gone, code);
  const calls = await scriptCalls(index, gone, code);
  // A file that cannot import the name has no other use of it.
  const dead = new Set([...broken, ...calls].map(({ path }) => path));
  const typings = await staleTypings(index, gone, code);
  const living = code.find(({ path }) => !dead.has(path) && !typings.some((one) => one.path === path));
  if (living !== undefined) {
    if (broken.length + typings.length === 0) skip(`code still has this name: ${living.path}:${living.line}`);
    return { gone, broken, found: typings };
  }
  const provider = await findProvider(index, gone);
  if (provider !== undefined) {
    skip(provider);
    return { gone, broken, found: [] };
  }
  const texts = isCompound(name) ? await findMentions(index, { name, mentions, calls }, skip) : [];
  return { gone, broken, found: [...typings, ...texts] };
}

/** Why the module may still have the name although nothing defines it: a Python module computes names on demand. */
async function findProvider(index: ChangeIndex, { definition, headPath }: Gone): Promise<string | undefined> {
  if (headPath?.endsWith(".py") !== true) return undefined;
  const text = await index.head.tree.read(headPath);
  if (text === undefined || !new RegExp(`["']${definition.name}["']`).test(text)) return undefined;
  const facts = await index.head.facts(headPath);
  if (facts !== undefined && computesNames(facts, text)) return `\`__getattr__\` of ${headPath} may provide it`;
  return /^\s*from\s+\S+\s+import\s+\*/m.test(text) && /\b__all__\b/.test(text)
    ? `\`__all__\` of ${headPath} still exports it`
    : undefined;
}

/** The typings of a file that still declare what its code no longer has: `orders.d.ts` of `orders.js`. */
async function staleTypings(index: ChangeIndex, gone: Gone, code: readonly Mention[]): Promise<Leftover[]> {
  const { definition, headPath, language } = gone;
  if (headPath === undefined || definition.container !== undefined || !definition.exported) return [];
  const stem = headPath.replace(/\.(?:[cm]?jsx?|py)$/, "");
  const names = stem === headPath ? [] : [".d.ts", ".d.mts", ".d.cts", ".pyi"].map((ending) => stem + ending);
  const own = code.filter(({ path }) => names.includes(path));
  if (own.length === 0 || !(await lacks(index, headPath, definition.name))) return [];
  return own.map((one) => ({ ...one, role: "source", language }));
}

interface Mentioned {
  readonly name: string;
  readonly mentions: readonly Mention[];
  readonly calls: readonly Mention[];
}

/** The mentions outside of code, and the calls in scripts. */
async function findMentions(
  index: ChangeIndex,
  { name, mentions, calls }: Mentioned,
  skip: (why: string) => void,
): Promise<readonly Leftover[]> {
  // Code in a comment or a string that defines the name itself.
  const definer = mentions.find(({ where, text }) => where !== "code" && defines(text, name));
  if (definer !== undefined) {
    skip(`a text seems to define it: ${definer.path}:${definer.line}`);
    return [];
  }
  const elsewhere = mentions.filter(({ where, text }) => where !== "code" && namesIt(text, name));
  const found = (await leftovers(index, [...calls, ...elsewhere])).filter(
    (one) => !isKey(one, name) && !isTold(index, one),
  );
  const meant = mayBeProduct(name)
    ? found.filter(({ where, text }) => where === "comment" || isCodeForm(text, name))
    : found;
  const [first = elsewhere[0]] = meant;
  if (first === undefined) return [];
  const place = `${first.path}:${first.line}`;
  if (isCommonWord(index, meant, mayBeProduct(name) ? MAX_PRODUCT : undefined)) {
    skip(`it occurs in ${meant.length} places, as a common word does: ${place} and others`);
    return [];
  }
  if (meant.length === 0) skip(`the mention may be meant so, as a value, as history or as a title: ${place}`);
  return meant;
}

/** Whether the change itself writes about the name in a document, as a guide to an upgrade does. */
function isTold(index: ChangeIndex, { role, path, line }: Leftover): boolean {
  return role === "doc" && index.addedLines(path).has(line);
}

// `PagerDuty` and `GitHub` are also names of products, which many texts mention.
function mayBeProduct(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name) && identifierWords(name).length <= 2;
}

const MAX_PRODUCT = 3;

function isCodeForm(line: string, name: string): boolean {
  return [`\`${name}\``, `${name}(`, `.${name}`, `${name}.`].some(
    (form) => line.includes(form) && !line.includes(`${form} `),
  );
}

function report(group: readonly Left[]): CheckHit {
  const found = group.flatMap((one) => one.found);
  const broken = group.flatMap((one) => one.broken);
  const severity = broken.length > 0 ? "important" : severityOf(found);
  const one = group.length === 1;
  const names = group.map(({ gone }) => `\`${gone.definition.name}\``);
  const shown =
    names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} other names` : names.join(", ");
  const renamed = group.flatMap(({ gone }) =>
    gone.now === undefined ? [] : [`\`${gone.definition.name}\` looks like \`${gone.now}\` now.`],
  );
  const [path] = group.map(({ gone }) => gone.path);
  const them = one ? "it" : "them";
  const still = broken.length > 0 ? describeStillNaming(broken, "use") : describeStillNaming(found, "name");
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `${shown} ${one ? "is" : "are"} gone, but ${still} ${them}`,
    explanation: [
      `The change removes ${names.join(", ")} from \`${path}\`${broken.length > 0 ? "." : `, and nothing defines ${them} any more.`}`,
      ...renamed,
      ...(broken.length > 0 ? [`Code still gets ${them} from there, so the build or the first run fails.`] : []),
      ...(found.length > 0 ? [`Texts still mention ${them}, where no compiler looks.`] : []),
    ].join(" "),
    fix:
      renamed.length > 0
        ? "Write the new name there."
        : broken.length > 0
          ? `Change the uses, or keep ${them}.`
          : "Remove or reword the mentions.",
    places: [...broken.map(leftoverPlace), ...leftoverPlaces(found)],
    weight: broken.length > 0 ? 0.9 : severity === "important" ? 0.8 : 0.7,
  };
}

function defines(line: string, name: string): boolean {
  const at = line.length > MAX_LINE ? -1 : line.indexOf(name);
  if (at < 0) return false;
  // Also a key under which something else is registered: `"retryLimit": attempts`.
  if (/^["'`]?\s*(?::|=(?!=))/.test(line.slice(at + name.length)) && /^\s*["'`]?$/.test(line.slice(0, at))) return true;
  return /\b(?:fn|def|func|function|class|struct|interface|type|const|let|var|enum|set|local|export|declare|import|import type|import \{[^}]*|from [\w.]+ import[^(]*)\s+$/.test(
    line.slice(0, at),
  );
}

// A string that is only the name is a value of its own. Test titles are free, so in tests only a qualified name
// (`orders.retryLimit`) counts.
function isKey({ where, role, text }: Leftover, name: string): boolean {
  if (where !== "string") return false;
  if (role === "test") return !text.includes(`.${name}`);
  return ['"', "'", "`"].some((quote) => text.includes(quote + name + quote));
}

/** Scripts that still call a removed shell function, which fails only when the line runs. */
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
