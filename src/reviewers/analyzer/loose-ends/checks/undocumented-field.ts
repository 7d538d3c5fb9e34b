import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, FileFacts } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { plural } from "#util/words.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { MAX_LINE } from "../text/diff-lines.ts";
import { isHistory } from "../text/history.ts";

const check: Check = {
  id: "loose-ends/undocumented-field",
  title: "A new field is missing in the document that lists its siblings",
  about:
    "The change adds a field to a struct with tags of Go, or to an interface or class of options. A document or a schema lists at least 60 % of the other fields, and at least four of them, but not the new one.",
  severity: "suggestion",
  languages: ["go", "typescript", "python"],
  changeOnly: "it compares new fields with those that were there before",
  catches: `shop/config.go
 package shop
 
 type Config struct {
 	Host    string \`yaml:"host"\`
 	Port    int    \`yaml:"port"\`
 	Workers int    \`yaml:"workers"\`
 	LogFile string \`yaml:"log_file"\`
+	Timeout int    \`yaml:"timeout"\`
 }
docs/setup.md
 - \`host\`: where to listen
 - \`port\`: the port
 - \`workers\`: how many
 - \`log_file\`: where to log`,
  ignores: `shop/config.go
 package shop
 
 type Config struct {
 	Host    string \`yaml:"host"\`
 	Port    int    \`yaml:"port"\`
 	Workers int    \`yaml:"workers"\`
 	LogFile string \`yaml:"log_file"\`
+	Timeout int    \`yaml:"timeout"\`
 }
docs/setup.md
 - \`host\`: where to listen
 - \`port\`: the port`,
};

/** New fields that the document of their siblings leaves out. */
export const undocumentedField: CheckRunner = {
  check,
  async find(index, signal) {
    const hits: CheckHit[] = [];
    for (const diff of index.change.diffs) {
      signal.throwIfAborted();
      const facts = await factsOf(index, diff);
      if (facts === undefined) continue;
      const own = await fieldsOf(index, diff, facts);
      for (const group of own) hits.push(...(await hitFor(index, diff, group)));
    }
    // The same struct in two languages is one problem.
    return hits.filter((hit, at) => hits.findIndex(({ title }) => title === hit.title) === at);
  },
};

/** One field as users write it. */
interface Field {
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

/** The fields of one struct, interface or class. */
interface Fields {
  readonly container: string;
  readonly fresh: readonly Field[];
  readonly others: readonly string[];
}

async function factsOf(index: ChangeIndex, { file, hunks }: FileDiff): Promise<FileFacts | undefined> {
  if (file.listed !== undefined || file.change === "deleted" || file.change === "added" || hunks.length === 0)
    return undefined;
  if (isSample(file.path)) return undefined;
  const facts = await index.head.facts(file.path);
  return facts?.role === "source" && check.languages?.includes(facts.language) === true ? facts : undefined;
}

async function fieldsOf(index: ChangeIndex, { file }: FileDiff, facts: FileFacts): Promise<Fields[]> {
  const added = index.addedLines(file.path);
  const isFresh = ({ kind, start }: Definition): boolean => kind === "field" && added.has(start);
  const containers = new Set(facts.definitions.flatMap((one) => (isFresh(one) ? (one.container ?? []) : [])));
  for (const one of containers) if (!isForUsers(one, facts.language)) containers.delete(one);
  if (containers.size === 0) return [];
  const lines = ((await index.head.tree.read(file.path)) ?? "").split(/\r?\n/);
  const before = (await index.base.tree.read(file.oldPath ?? file.path)) ?? "";
  return [...containers].flatMap((container) => {
    const all = facts.definitions
      .filter((one) => one.kind === "field" && one.container === container)
      .flatMap(({ name, start }) => {
        const text = lines[start - 1] ?? "";
        const written = text.length > MAX_LINE ? undefined : writtenName(name, text, facts.language);
        return written === undefined ? [] : [{ name: written, line: start, text }];
      });
    // A name that the file had before was moved or renamed, not added.
    const fresh = all.filter(({ name, line }) => added.has(line) && !hasWord(before, name));
    const others = all.filter(({ line }) => !added.has(line)).map(({ name }) => name);
    return fresh.length === 0 || others.length < MIN_SIBLINGS ? [] : [{ container, fresh, others }];
  });
}

/** Whether users set its fields. A status is shown in documents as an example, and most types are internal. */
function isForUsers(container: string, language: string): boolean {
  return language === "go"
    ? !container.endsWith("Status")
    : /(?:Options|Config|Configuration|Settings|Params|Props)$/.test(container);
}

const MIN_SIBLINGS = 4;
const MIN_SHARE = 0.6;

/** The name of the field in files and messages; undefined if users never write it. */
function writtenName(name: string, text: string, language: string): string | undefined {
  if (language !== "go") return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && name.length > 2 ? name : undefined;
  // Hidden from one kind of file on purpose.
  if (/\b(?:yaml|toml|json|mapstructure|hcl):"-"/.test(text)) return undefined;
  const [, tag] = /\b(?:yaml|toml|mapstructure|hcl|json):"([A-Za-z][\w.-]*)/.exec(text) ?? [];
  return tag !== undefined && tag.length > 2 ? tag : undefined;
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

async function hitFor(
  index: ChangeIndex,
  { file }: FileDiff,
  { container, fresh, others }: Fields,
): Promise<CheckHit[]> {
  const missing: Field[] = [];
  for (const one of fresh) if (!(await isNamed(index, one.name))) missing.push(one);
  const document = missing.length === 0 ? undefined : await findDocument(index, others);
  if (document === undefined) return [];
  const names = missing.map(({ name }) => `\`${name}\``).join(", ");
  const verb = missing.length === 1 ? "is" : "are";
  return [
    {
      check: check.id,
      severity: check.severity,
      class: "gap",
      title: `${names} of \`${container}\` ${verb} not in ${document.path}, which lists the other fields`,
      explanation: `${document.path} names ${document.names.length} of the ${plural(others.length, "other field")} of \`${container}\`; ${names} ${verb} new and in no document.`,
      fix: `Describe ${missing.length === 1 ? "it" : "them"} in ${document.path}.`,
      places: [
        ...missing.map(({ line, text }) => ({ location: { path: file.path, start: line, end: line }, quote: text })),
        {
          location: { path: document.path, start: document.line, end: document.line },
          quote: document.text,
          note: "lists the others",
          evidence: true as const,
        },
      ],
      weight: 0.55,
    },
  ];
}

interface Document {
  readonly path: string;
  /** The siblings that it names, and the line with the last of them. */
  readonly names: readonly string[];
  readonly line: number;
  readonly text: string;
}

/** Long names are rare, so few documents must be read. */
const MAX_LOOKUPS = 8;

/** The document that lists most of these names. */
async function findDocument(index: ChangeIndex, names: readonly string[]): Promise<Document | undefined> {
  const rare = names.toSorted((a, b) => b.length - a.length).slice(0, MAX_LOOKUPS);
  const counts = new Map<string, number>();
  for (const name of rare) {
    const paths = new Set((await mentionsOf(index, name)).map(({ path }) => path));
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const likely = [...counts].filter(([, count]) => count / rare.length >= MIN_SHARE).sort((a, b) => b[1] - a[1]);
  let best: Document | undefined;
  for (const [path] of likely.slice(0, 5)) {
    const document = await readDocument(index, path, names);
    if (document.names.length > (best?.names.length ?? 0)) best = document;
  }
  if (best === undefined || best.names.length < MIN_SIBLINGS || best.names.length / names.length < MIN_SHARE)
    return undefined;
  return best;
}

async function readDocument(index: ChangeIndex, path: string, names: readonly string[]): Promise<Document> {
  const lines = ((await index.head.tree.read(path)) ?? "").split(/\r?\n/);
  const found = new Set<string>();
  let last = 0;
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE) continue;
    for (const name of names) {
      if (found.has(name) || !line.includes(name) || !isListed(line, name)) continue;
      found.add(name);
      last = at;
    }
  }
  return { path, names: [...found], line: last + 1, text: lines[last] ?? "" };
}

async function isNamed(index: ChangeIndex, name: string): Promise<boolean> {
  const mentions = await index.head.findText(name);
  return mentions.some(({ path, where }) => where === "doc" || isSchema(path));
}

async function mentionsOf(index: ChangeIndex, name: string): Promise<readonly { readonly path: string }[]> {
  const mentions = await index.head.findText(name);
  return mentions.filter(({ path, where, text }) => {
    return (where === "doc" || isSchema(path)) && !isHistory(path) && !isSample(path) && isListed(text, name);
  });
}

/** Input, expected output and helpers of tests. */
function isSample(path: string): boolean {
  return /(?:^|\/)[\w-]*(?:test|spec|fixture|sample|example)s?[\w-]*\/|\.txt$/i.test(path);
}

function isSchema(path: string): boolean {
  return /(?:^|[/._-])schema\.json$/i.test(path);
}

/** Whether a line names it as a thing: in code marks, as a key, as a heading or at the start of an item. */
function isListed(line: string, name: string): boolean {
  const at = line.indexOf(name);
  const before = line.slice(0, at);
  const after = line.slice(at + name.length);
  if (/[`"'*[]$/.test(before) && /^[`"'*\]?:=]/.test(after)) return true;
  return /^[\s\-*#|>+[("'`]*$/.test(before) && /^["'`)\]]?\s*(?:[:=|(?-]|$)/.test(after);
}
