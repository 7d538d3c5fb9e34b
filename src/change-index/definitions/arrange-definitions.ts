import type { Definition, Language } from "#model/change/change-index.ts";
import { lowerBound } from "#util/lower-bound.ts";
import { exportedNames, isExported } from "./exported.ts";

/** One match of a query: the captures with offsets and lines. */
export interface RawMatch {
  readonly pattern: number;
  readonly captures: readonly RawCapture[];
}

interface RawCapture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** A definition or a container, with its place in the nesting. */
export interface NestedBlock {
  readonly kind: Definition["kind"] | "scope" | "container";
  readonly name: string;
  readonly nameStart: number;
  readonly body: RawCapture;
  /** The innermost block around it. */
  parent?: NestedBlock;
}

const KINDS: ReadonlySet<string> = new Set(
  "function method type constant variable field module scope container".split(" "),
);
const MAX_NAME = 200;

/** Turns the matches of a query into definitions with nesting, kind and visibility by the rules of the language. */
export function arrangeDefinitions(file: {
  readonly text: string;
  readonly language: Language;
  readonly matches: readonly RawMatch[];
}): Definition[] {
  const { text, language, matches } = file;
  const blocks = nest(uniqueBlocks(text, matches));
  const branchStarts = startsOf(matches, "branch");
  const elsewhere = exportedNames(file);
  const definitions: Definition[] = [];
  const assigned = new Set<string>();
  for (const block of blocks) {
    if (block.name === "" || block.kind === "scope" || block.kind === "container" || isLocal(block)) continue;
    // BATS tests, which were turned into functions for parsing.
    if (language === "bash" && text.startsWith("@test", block.body.start)) continue;
    const container = containerOf(block, text, language);
    const kind = finalKind(block, { text, language, container });
    // Scripts assign to a name many times. The first assignment counts.
    const key = `${container ?? ""} ${block.name}`;
    if (
      (language === "python" || language === "bash") &&
      (kind === "variable" || kind === "field" || kind === "constant")
    ) {
      if (assigned.has(key)) continue;
      assigned.add(key);
    }
    definitions.push({
      name: block.name,
      kind,
      start: block.body.startLine,
      end: Math.max(block.body.startLine, block.body.endLine),
      exported: isExported(block, { text, language, elsewhere }),
      container,
      ...(kind === "function" || kind === "method" ? { branches: countIn(branchStarts, block.body) } : {}),
    });
  }
  return definitions;
}

/** One block per name, from the first pattern that matched it. A scope that is also a named function does no harm. */
function uniqueBlocks(text: string, matches: readonly RawMatch[]): NestedBlock[] {
  const byName = new Map<number, { pattern: number; block: NestedBlock }>();
  const scopes: NestedBlock[] = [];
  for (const { pattern, captures } of matches) {
    const body = captures.find(({ name }) => KINDS.has(name));
    if (body === undefined) continue;
    const name = captures.find((capture) => capture.name === "name");
    const kind = body.name as NestedBlock["kind"];
    if (name === undefined) {
      scopes.push({ kind, name: "", nameStart: body.start, body });
      continue;
    }
    const known = byName.get(name.start);
    if (known !== undefined && known.pattern <= pattern) continue;
    byName.set(name.start, { pattern, block: { kind, name: plainName(text, name), nameStart: name.start, body } });
  }
  return [...scopes, ...[...byName.values()].map(({ block }) => block)];
}

/** `"quoted"`, `:symbol`, `#private`, `A::B`, `Vec<T>` → the name itself. */
function plainName(text: string, { start, end }: RawCapture): string {
  const raw = text.slice(start, Math.min(end, start + MAX_NAME));
  const bare = raw.replace(/^(?:["'`:#$&]|r#)+/, "").replace(/["'`]+$/, "");
  const generic = bare.search(/[<[({\s]/);
  const whole = generic > 0 && !bare.startsWith("operator") ? bare.slice(0, generic) : bare;
  return whole.includes("::") ? whole.slice(whole.lastIndexOf("::") + 2) : whole;
}

function nest(blocks: NestedBlock[]): NestedBlock[] {
  blocks.sort((a, b) => a.body.start - b.body.start || b.body.end - a.body.end || a.nameStart - b.nameStart);
  const open: NestedBlock[] = [];
  for (const block of blocks) {
    while (open.length > 0 && !encloses(open.at(-1), block)) open.pop();
    const parent = open.at(-1);
    if (parent !== undefined) block.parent = parent;
    // Names declared by one statement are siblings.
    if (!(parent !== undefined && sameBody(parent, block) && block.kind !== "scope")) open.push(block);
    else if (parent.parent === undefined) delete block.parent;
    else block.parent = parent.parent;
  }
  return blocks;
}

function encloses(outer: NestedBlock | undefined, { body }: NestedBlock): boolean {
  return outer !== undefined && outer.body.start <= body.start && outer.body.end >= body.end;
}

function sameBody(a: NestedBlock, b: NestedBlock): boolean {
  return a.body.start === b.body.start && a.body.end === b.body.end;
}

/** Variables, constants and fields inside a function are local. */
function isLocal({ kind, parent }: NestedBlock): boolean {
  if (kind !== "variable" && kind !== "constant" && kind !== "field") return false;
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (outer.kind === "function" || outer.kind === "method" || outer.kind === "scope") return true;
    // The members of a type count wherever it is declared.
    if (outer.kind === "type" && kind !== "variable") return false;
  }
  return false;
}

const QUALIFIER = /(\w+)(?:<[^<>]{0,80}>)?::~?$/;
const RECEIVER = /^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)/;

function containerOf(block: NestedBlock, text: string, language: Language): string | undefined {
  if (language === "go" && block.kind === "method") {
    const receiver = RECEIVER.exec(text.slice(block.body.start, block.body.start + 300))?.[1];
    if (receiver !== undefined) return receiver;
  }
  if (language === "cpp" || language === "c") {
    const written = text.slice(block.nameStart, block.nameStart + MAX_NAME);
    const own = written.indexOf(block.name);
    const qualifier = own > 0 ? QUALIFIER.exec(written.slice(0, own))?.[1] : undefined;
    if (qualifier !== undefined) return qualifier;
  }
  const { parent } = block;
  return parent !== undefined && parent.name !== "" && holdsMembers(parent, language) ? parent.name : undefined;
}

/** Types and modules do; in scripts also an object bound to a name. */
function holdsMembers({ kind }: NestedBlock, language: Language): boolean {
  if (kind === "constant" || kind === "variable") return language === "typescript" || language === "javascript";
  return kind === "type" || kind === "module" || kind === "container";
}

const CAPITALS = /^_*[A-Z][A-Z\d_]*$/;

function finalKind(
  { kind, name, body, nameStart, parent }: NestedBlock,
  { text, language, container }: { text: string; language: Language; container: string | undefined },
): Definition["kind"] {
  if (kind === "scope" || kind === "container") return "module";
  if (kind === "function" && container !== undefined && parent?.kind !== "module" && parent?.kind !== "constant")
    return "method";
  if (kind === "method" && container === undefined) return "function";
  if (language === "ruby" && kind === "method" && parent === undefined) return "function";
  const header = text.slice(body.start, Math.min(nameStart, body.start + 400));
  if (kind === "variable" && CAPITALS.test(name) && language === "python") return "constant";
  if (kind === "variable" && /^\s*(?:readonly|declare\s+-\w*r)/.test(header)) return "constant";
  if (kind === "variable" && /\bconst(?:expr)?\b/.test(header) && language !== "javascript") return "constant";
  if (kind === "field" && isConstantField(header, language)) return "constant";
  return kind;
}

function isConstantField(header: string, language: Language): boolean {
  if (language === "java") return /\bstatic\b/.test(header) && /\bfinal\b/.test(header);
  return language === "csharp" && /\bconst\b|\bstatic\s+readonly\b/.test(header);
}

function startsOf(matches: readonly RawMatch[], name: string): Float64Array {
  const starts: number[] = [];
  for (const { captures } of matches)
    for (const capture of captures) if (capture.name === name) starts.push(capture.start);
  return Float64Array.from(starts).sort();
}

function countIn(starts: Float64Array, { start, end }: RawCapture): number {
  return lowerBound(starts, end) - lowerBound(starts, start);
}
