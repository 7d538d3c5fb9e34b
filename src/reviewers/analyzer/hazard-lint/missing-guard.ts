import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { Definition, FileFacts } from "#model/change/change-index.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";
import { type AddedFile, writtenFiles } from "./added-files.ts";

const check: Check = {
  id: "hazard-lint/missing-guard",
  title: "Lacks the guard that its siblings have",
  about:
    "A new function looks like at least two others of its file (same pattern of name, half of the calls the same), and both of them lock, validate, check rights, retry or close where it does not.",
  severity: "suggestion",
  languages: ["go", "typescript", "javascript", "python", "java", "rust", "ruby", "csharp"],
  catches: `package shop

func (s *Shop) handleCreateOrder(w Writer, r *Request) {
	if !s.requireLogin(w, r) { return }
	order := s.decode(r)
	s.store.Put(order)
	s.respond(w, order)
}

func (s *Shop) handleUpdateOrder(w Writer, r *Request) {
	if !s.requireLogin(w, r) { return }
	order := s.decode(r)
	s.store.Put(order)
	s.respond(w, order)
}

func (s *Shop) handleDeleteOrder(w Writer, r *Request) {
	order := s.decode(r)
	s.store.Put(order)
	s.respond(w, order)
}`,
  ignores: `package shop

func (s *Shop) handleCreateOrder(w Writer, r *Request) {
	if !s.requireLogin(w, r) { return }
	order := s.decode(r)
	s.store.Put(order)
	s.respond(w, order)
}

func (s *Shop) handleUpdateOrder(w Writer, r *Request) {
	if !s.requireLogin(w, r) { return }
	order := s.decode(r)
	s.store.Put(order)
	s.respond(w, order)
}

func (s *Shop) handleDeleteOrder(w Writer, r *Request) {
	if !s.requireLogin(w, r) { return }
	order := s.decode(r)
	s.store.Put(order)
	s.respond(w, order)
}`,
};

/** A new function does what its siblings do, but lacks the call that makes it safe. */
export const missingGuard: CheckRunner = {
  check,
  async find(index, signal) {
    const hits: CheckHit[] = [];
    for (const { path, facts, added } of await writtenFiles(index, signal)) {
      if (facts.role !== "source" || check.languages?.includes(facts.language) !== true) continue;
      const text = await index.head.tree.read(path);
      if (text === undefined) continue;
      const lines = text.split(/\r?\n/);
      hits.push(...missingGuardsIn({ path, facts, lines, added: new Set(added.map(({ line }) => line)) }));
    }
    return hits;
  },
};

interface SourceFile extends Pick<AddedFile, "path" | "facts"> {
  readonly lines: readonly string[];
  readonly added: ReadonlySet<number>;
}

/** Calls that protect a function or clean up after it. A reviewer would miss them in one of several twins. */
const GUARD =
  /^(?:(?:r|un)?lock|rlock|with_?lock|acquire|release|close|validate\w*|authori[sz]e\w*|authenticate\w*|require(?!$)\w*|ensure\w*|verify\w*|sanitize\w*|escape\w*|is_?not_?found|retry\w*|with_?retry|recover|check_?(?:auth|perm|access|right|login|owner|token)\w*|assert_?(?:auth|perm|owner|can)\w*|rollback|defer)$/i;

interface Sibling {
  readonly definition: Definition;
  readonly words: readonly string[];
  readonly calls: ReadonlySet<string>;
}

function missingGuardsIn(file: SourceFile): CheckHit[] {
  const words = wordsByLine(file.facts);
  const functions = file.facts.definitions
    .filter(
      ({ kind, start, end }) => (kind === "function" || kind === "method") && end - start >= 2 && end - start <= 200,
    )
    .map((definition) => siblingOf(file, words, definition));
  const alike = groupAlike(functions);
  return functions
    .filter(({ definition, calls }) => calls.size >= MIN_CALLS && isNew(file, definition))
    .flatMap((one) => hitFor(file, one, new Set(namesakes(one).flatMap((key) => alike.get(key) ?? []))));
}

/** A function with fewer calls has no pattern. */
const MIN_CALLS = 3;

/** Functions by what twins have in common, so that not all pairs of a large file are compared. */
function groupAlike(functions: readonly Sibling[]): ReadonlyMap<string, readonly Sibling[]> {
  const groups = new Map<string, Sibling[]>();
  for (const one of functions) {
    for (const key of namesakes(one)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [one]);
      else group.push(one);
    }
  }
  return groups;
}

/** Same owner, and the same first or last word of the name. */
function namesakes({ definition: { container = "" }, words }: Sibling): [string, string] {
  return [JSON.stringify([container, "first", words[0]]), JSON.stringify([container, "last", words.at(-1)])];
}

/** The words of the code on each line, so that calls in comments and strings do not count. */
function wordsByLine({ words }: FileFacts): ReadonlyMap<number, ReadonlySet<string>> {
  const lines = new Map<number, Set<string>>();
  for (const [word, places] of words) {
    for (const line of places) {
      const known = lines.get(line);
      if (known === undefined) lines.set(line, new Set([word]));
      else known.add(word);
    }
  }
  return lines;
}

function siblingOf({ lines }: SourceFile, words: ReturnType<typeof wordsByLine>, definition: Definition): Sibling {
  const { name: own, start, end } = definition;
  const calls = new Set<string>();
  for (let line = start; line <= end; line++) {
    for (const [, name = ""] of (lines[line - 1] ?? "").matchAll(/\b([A-Za-z_]\w{2,60})\s*\(/g)) {
      if (name !== own && !KEYWORD.test(name) && words.get(line)?.has(name) === true) calls.add(name);
    }
  }
  return { definition, words: wordsOf(own), calls };
}

const KEYWORD = /^(?:if|for|while|switch|catch|return|func|function|def|fn|elif|match|with)$/;

function isNew({ added }: SourceFile, { start, end }: Definition): boolean {
  let count = 0;
  for (let line = start; line <= end; line++) if (added.has(line)) count++;
  return added.has(start) && count / (end - start + 1) >= 0.9;
}

function hitFor(file: SourceFile, one: Sibling, namesakes: ReadonlySet<Sibling>): CheckHit[] {
  const twins = [...namesakes].filter((other) => other !== one && areTwins(one, other));
  if (twins.length < 2) return [];
  const [first, ...rest] = twins;
  const guard = [...(first?.calls ?? [])].find(
    (call) => GUARD.test(call) && !one.calls.has(call) && rest.every(({ calls }) => calls.has(call)),
  );
  if (first === undefined || guard === undefined || [...one.calls].some((call) => GUARD.test(call))) return [];
  const { name, start } = one.definition;
  const names = twins.slice(0, 3).map((twin) => `\`${twin.definition.name}\``);
  const evidence = twins.slice(0, 3).map(({ definition }) => ({
    ...placeAt(file, definition.start, `has \`${guard}\``),
    evidence: true as const,
  }));
  return hitAt(check, {
    title: `\`${name}\` lacks the \`${guard}\` that ${names.join(" and ")} have`,
    explanation: `\`${name}\` is new and makes the same calls as ${names.join(", ")}, but all ${twins.length} of them call \`${guard}\` and it does not.`,
    fix: `Call \`${guard}\` here too, or explain in a comment why it is not needed.`,
    places: [placeAt(file, start, `no \`${guard}\``), ...evidence],
    weight: 0.7,
  });
}

function placeAt({ path, lines }: SourceFile, line: number, note: string): CheckPlace {
  return { location: { path, start: line, end: line }, quote: (lines[line - 1] ?? "").slice(0, 500), note };
}

/** At least half of all calls are in common. */
function areTwins(one: Sibling, other: Sibling): boolean {
  const common = [...one.calls].filter((call) => other.calls.has(call)).length;
  return common >= MIN_CALLS && common / (one.calls.size + other.calls.size - common) >= 0.5;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}
