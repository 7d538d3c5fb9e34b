import type { Language } from "#model/change/change-index.ts";
import type { NestedBlock, RawMatch } from "./arrange-definitions.ts";

interface Context {
  readonly text: string;
  readonly language: Language;
  /** Names that a separate statement exports. */
  readonly elsewhere: ReadonlySet<string>;
}

/** Whether a definition is visible outside its file or package, by the rules of its language. */
export function isExported(block: NestedBlock, context: Context): boolean {
  if (isInsideFunction(block)) return false;
  const rule = RULES[context.language];
  return rule === undefined ? true : rule(block, context);
}

/** Names that are exported apart from their definition: `export { a }`, `module.exports = { a }`. */
export function exportedNames({
  text,
  language,
  matches,
}: {
  text: string;
  language: Language;
  matches: readonly RawMatch[];
}): ReadonlySet<string> {
  const names = new Set<string>();
  if (language !== "typescript" && language !== "javascript") return names;
  for (const { captures } of matches) {
    for (const { name, start, end } of captures) if (name === "exported") names.add(text.slice(start, end));
  }
  for (const [, single, list] of text.matchAll(
    /\bexport\s+default\s+(\w+)\s*;?\s*$|\bmodule\.exports\s*=\s*\{([^{}]{0,5000})\}/gm,
  )) {
    if (single !== undefined) names.add(single);
    for (const name of (list ?? "").match(/\w+/g) ?? []) names.add(name);
  }
  for (const [, name] of text.matchAll(/\bexports(?:\.\w+)?\s*=\s*(\w+)\s*;?\s*$/gm))
    if (name !== undefined) names.add(name);
  return names;
}

type Rule = (block: NestedBlock, context: Context) => boolean;

const byHeader =
  (pattern: RegExp, inherits: (parent: NestedBlock, context: Context) => boolean): Rule =>
  (block, context) =>
    pattern.test(header(block, context.text)) ||
    (block.parent !== undefined && inherits(block.parent, context) && isExported(block.parent, context));

/** Members of an interface or enum are as visible as their container. */
const openType = ({ body, nameStart }: NestedBlock, { text }: Context): boolean =>
  /\b(?:interface|enum|@interface)\s*$/.test(text.slice(body.start, nameStart));

const rust: Rule = (block, context) => {
  if (/\bpub\b/.test(header(block, context.text))) return true;
  const { parent } = block;
  if (parent === undefined) return false;
  const opening = context.text.slice(parent.body.start, parent.body.start + 300);
  if (parent.kind === "container") return /^(?:unsafe\s+)?impl\b[^{]*\sfor\s/.test(opening);
  return (
    /\b(?:trait|enum)\s+\w*$/.test(context.text.slice(parent.body.start, parent.nameStart)) &&
    isExported(parent, context)
  );
};

const script: Rule = (block, { text, elsewhere, ...rest }) => {
  if (block.parent !== undefined) {
    const own = header(block, text);
    return (
      !/\bprivate\b/.test(own) &&
      text[block.nameStart] !== "#" &&
      isExported(block.parent, { text, elsewhere, ...rest })
    );
  }
  const lineStart = text.lastIndexOf("\n", block.nameStart) + 1;
  const before = text.slice(Math.max(lineStart, block.nameStart - 400), block.nameStart);
  return /^\s*export\b/.test(before) || elsewhere.has(block.name);
};

const ruby: Rule = ({ kind, parent, body }, { text }) => {
  if (kind !== "method" || parent === undefined) return true;
  const from = Math.max(parent.body.start, body.start - 20_000);
  const above = text.slice(from, body.start);
  return !/^\s*(?:private|protected)\s*$/m.test(above) && !/\bprivate\s+$/.test(above);
};

const RULES: Partial<Record<Language, Rule>> = {
  go: ({ name }) => /^\p{Lu}/u.test(name),
  python: ({ name }) => !name.startsWith("_") || /^__\w+__$/.test(name),
  bash: ({ name }) => !name.startsWith("_"),
  java: byHeader(/\b(?:public|protected)\b/, openType),
  csharp: byHeader(/\b(?:public|protected|internal)\b/, openType),
  php: (block, { text }) => !/\b(?:private|protected)\b/.test(header(block, text)),
  c: (block, { text }) => !/\bstatic\b/.test(header(block, text)),
  cpp: (block, { text }) => !/\bstatic\b/.test(header(block, text)) || block.parent !== undefined,
  rust,
  ruby,
  typescript: script,
  javascript: script,
};

/** The text before the name: modifiers, types, annotations. */
function header({ body, nameStart }: NestedBlock, text: string): string {
  return text.slice(body.start, Math.min(nameStart, body.start + 1000));
}

function isInsideFunction({ parent }: NestedBlock): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (outer.kind === "function" || outer.kind === "method" || outer.kind === "scope") return true;
  }
  return false;
}
