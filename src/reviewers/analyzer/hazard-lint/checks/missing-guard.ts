import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { Definition } from "#model/change/change-index.ts";
import { placeOf, type TouchedFile } from "../line-check.ts";

/** A new function does what its siblings do, but for the call that makes it safe. */
export const MISSING_GUARD: Check = {
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

/** Compares each new function of a file with its siblings there. */
export function findMissingGuards(files: readonly TouchedFile[]): CheckHit[] {
  return files.filter(({ role }) => role === "source").flatMap(missingGuardsIn);
}

/** Calls that stand at the door or clean up behind; what a reviewer would miss in one of several twins. */
const GUARD =
  /^(?:(?:r|un)?lock|rlock|with_?lock|acquire|release|close|validate\w*|authori[sz]e\w*|authenticate\w*|require(?!$)\w*|ensure\w*|verify\w*|sanitize\w*|escape\w*|is_?not_?found|retry\w*|with_?retry|recover|check_?(?:auth|perm|access|right|login|owner|token)\w*|assert_?(?:auth|perm|owner|can)\w*|rollback|defer)$/i;

interface Sibling {
  readonly definition: Definition;
  readonly words: readonly string[];
  readonly calls: ReadonlySet<string>;
}

function missingGuardsIn(file: TouchedFile): CheckHit[] {
  const functions = file.definitions
    .filter(
      ({ kind, start, end }) => (kind === "function" || kind === "method") && end - start >= 2 && end - start <= 200,
    )
    .map((definition) => siblingOf(file, definition));
  const alike = groupAlike(functions);
  return functions
    .filter(({ definition, calls }) => calls.size >= FEWEST_CALLS && isNew(file, definition))
    .flatMap((one) => hitFor(file, one, new Set(namesakes(one).flatMap((key) => alike.get(key) ?? []))));
}

/** A function that calls less has no pattern. */
const FEWEST_CALLS = 3;

/** Functions by what twins have in common, so that a file of thousands is not compared each with each. */
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

function siblingOf({ view }: TouchedFile, definition: Definition): Sibling {
  const code = view.code.slice(view.offsetOf(definition.start), view.offsetOf(definition.end + 1));
  const calls = new Set<string>();
  for (const match of code.matchAll(/\b([A-Za-z_]\w{2,60})\s*\(/g)) {
    const name = match[1] ?? "";
    if (
      name !== definition.name &&
      !/^(?:if|for|while|switch|catch|return|func|function|def|fn|elif|match|with)$/.test(name)
    )
      calls.add(name);
  }
  return { definition, words: wordsOf(definition.name), calls };
}

function isNew({ added }: TouchedFile, { start, end }: Definition): boolean {
  let count = 0;
  for (let line = start; line <= end; line++) if (added.has(line)) count++;
  return added.has(start) && count / (end - start + 1) >= 0.9;
}

function hitFor(file: TouchedFile, one: Sibling, namesakes: ReadonlySet<Sibling>): CheckHit[] {
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
    ...placeOf(file, { start: definition.start, note: `has \`${guard}\`` }),
    evidence: true as const,
  }));
  return [
    {
      check: MISSING_GUARD.id,
      severity: "suggestion",
      class: "regression",
      title: `\`${name}\` lacks the \`${guard}\` that ${names.join(" and ")} have`,
      explanation: `\`${name}\` is new and makes the same calls as ${names.join(", ")}, but all ${twins.length} of them call \`${guard}\` and it does not.`,
      fix: `Call \`${guard}\` here too, or say in a comment why it is not needed.`,
      places: [placeOf(file, { start, note: `no \`${guard}\`` }), ...evidence],
      weight: 0.7,
    },
  ];
}

/** At least half of all calls are in common. */
function areTwins(one: Sibling, other: Sibling): boolean {
  const common = [...one.calls].filter((call) => other.calls.has(call)).length;
  return common >= FEWEST_CALLS && common / (one.calls.size + other.calls.size - common) >= 0.5;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}
