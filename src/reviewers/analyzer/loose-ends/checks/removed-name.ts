import type { Check, CheckHit, ReportUnchecked } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, Language, Mention } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import {
  isCommonWord,
  leftovers,
  leftoverPlaces,
  describeStillNaming,
  SCRIPTS,
  severityOf,
  type Leftover,
} from "../leftovers.ts";
import { type CheckRunner, UNPARSED } from "../../check-runner.ts";
import { MAX_LINE } from "../text/diff-lines.ts";
import { isCompound, namesIt, identifierWords } from "../text/identifiers.ts";

const check: Check = {
  id: "loose-ends/removed-name",
  title: "A removed or renamed name is still mentioned",
  about:
    "The change removes a definition and no code uses its name any more, but a comment, a document, a string or a script still does. No compiler looks there.",
  severity: "suggestion",
  worst: "important",
  changeOnly: true,
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

/** Names without a definition that code no longer uses, but texts that no compiler checks still do. */
export const removedName: CheckRunner = { check, find };

interface Gone {
  readonly definition: Definition;
  readonly path: string;
  readonly language: Language;
  /** The one new definition of the same kind in the same file. */
  readonly now?: string;
}

interface Remembered {
  readonly gone: Gone;
  readonly found: readonly Leftover[];
}

async function find(index: ChangeIndex, signal: AbortSignal, unlooked?: ReportUnchecked): Promise<CheckHit[]> {
  const groups = new Map<string, Remembered[]>();
  for (const gone of await goneDefinitions(index, signal, unlooked)) {
    signal.throwIfAborted();
    const found = await findLeftovers(index, gone);
    if (found.length === 0 || isCommonWord(index, found)) continue;
    // Names from one file that the same files still mention form one hit.
    const key = JSON.stringify([gone.path, [...new Set(found.map(({ path }) => path))].sort()]);
    groups.set(key, [...(groups.get(key) ?? []), { gone, found }]);
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
      .filter(({ name, kind }) => kind !== "module" && isCompound(name))
      // Members of something that was deleted as a whole are too common to look for.
      .filter(({ kind }) => file.change !== "deleted" || (kind !== "field" && kind !== "variable"))
      .map((definition) => ({ definition, path, language: before.language, ...successor(definition, missing, fresh) }))
  );
}

function successor(gone: Definition, missing: readonly Definition[], fresh: readonly Definition[]): { now?: string } {
  const alike = ({ kind, container }: Definition): boolean => kind === gone.kind && container === gone.container;
  const [now, ...others] = fresh.filter(alike);
  if (now === undefined || others.length > 0 || missing.filter(alike).length !== 1) return {};
  const parts = new Set(identifierWords(gone.name));
  return /^\w+$/.test(now.name) && identifierWords(now.name).some((part) => parts.has(part)) ? { now: now.name } : {};
}

async function findLeftovers(index: ChangeIndex, gone: Gone): Promise<readonly Leftover[]> {
  const { name } = gone.definition;
  const mentions = await index.head.findWord(name);
  const code = mentions.filter(({ where }) => where === "code");
  const calls = await scriptCalls(index, gone, code);
  if (calls.length < code.length) return [];
  // Code in a comment or a string that defines the name itself.
  if (mentions.some(({ text }) => defines(text, name))) return [];
  const elsewhere = mentions.filter(({ where, text }) => where !== "code" && namesIt(text, name));
  const found = (await leftovers(index, [...calls, ...elsewhere])).filter((one) => !isKey(one, name));
  if (!mayBeProduct(name)) return found;
  const meant = found.filter(({ where, text }) => where === "comment" || isCodeForm(text, name));
  return isCommonWord(index, meant, MAX_PRODUCT) ? [] : meant;
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

function report(group: readonly Remembered[]): CheckHit {
  const found = group.flatMap((one) => one.found);
  const severity = severityOf(found);
  const one = group.length === 1;
  const names = group.map(({ gone }) => `\`${gone.definition.name}\``);
  const shown =
    names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} other names` : names.join(", ");
  const renamed = group.flatMap(({ gone }) =>
    gone.now === undefined ? [] : [`\`${gone.definition.name}\` looks like \`${gone.now}\` now.`],
  );
  const [path] = group.map(({ gone }) => gone.path);
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `${shown} ${one ? "is" : "are"} gone, but ${describeStillNaming(found, "name")} ${one ? "it" : "them"}`,
    explanation: [
      `The change removes ${names.join(", ")} from \`${path}\`, and nothing defines ${one ? "it" : "them"} any more.`,
      ...renamed,
      `The places below still mention ${one ? "it" : "them"}, where no compiler looks.`,
    ].join(" "),
    fix: renamed.length > 0 ? "Write the new name there." : "Remove or reword the mentions.",
    places: leftoverPlaces(found),
    weight: severity === "important" ? 0.8 : 0.7,
  };
}

function defines(line: string, name: string): boolean {
  const at = line.length > MAX_LINE ? -1 : line.indexOf(name);
  if (at < 0) return false;
  if (/^\s*(?::|=(?!=))/.test(line.slice(at + name.length)) && line.slice(0, at).trim() === "") return true;
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
