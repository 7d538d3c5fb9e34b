import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, Mention } from "#model/change/change-index.ts";
import { placeOf, type TouchedFile } from "../line-check.ts";
import { isEntryPoint, isPublicApi } from "./public-api.ts";

/** Something new that nothing uses. */
export const UNUSED_SYMBOL: Check = {
  id: "hazard-lint/unused-symbol",
  title: "New symbol is never used",
  about:
    "A function, type or constant that the change adds is named nowhere else, or only by tests. Either a call is missing or it can go. Public interfaces of libraries, entry points, hooks of frameworks and methods that an interface may ask for are left alone.",
  severity: "suggestion",
  languages: ["go", "typescript", "javascript", "python", "bash", "java", "rust", "ruby", "csharp"],
  catches: `package main

func main() { serve(defaultPort()) }

func defaultPort() int { return 8080 }

func serve(port int) { listen(port) }

func listen(port int) { println(port) }

func shutdownTimeout() int { return 30 }`,
  ignores: `package main

func main() { serve(defaultPort(), shutdownTimeout()) }

func defaultPort() int { return 8080 }

func serve(port int, timeout int) { println(port, timeout) }

func shutdownTimeout() int { return 30 }`,
};

/** Finds the new definitions that nothing names: one hit for those used nowhere, one for those that only tests use. */
export async function findUnusedSymbols(
  index: ChangeIndex,
  files: readonly TouchedFile[],
  signal: AbortSignal,
): Promise<CheckHit[]> {
  const unused: Found[] = [];
  const onlyTested: Found[] = [];
  for (const file of files) {
    if (file.role !== "source" || isEntryPoint(file.path)) continue;
    for (const definition of await newDefinitions(index, file)) {
      signal.throwIfAborted();
      const use = await useOf(index, file, definition);
      if (use === "used" || (await isPublicApi(index, file, definition))) continue;
      (use === "tested" ? onlyTested : unused).push({ name: definition.name, place: placeFor(file, definition, use) });
    }
  }
  return [...hitsFor(unused, "unused"), ...hitsFor(onlyTested, "tested")];
}

/** One hit for all. More of them than anybody leaves behind by accident are a hit each. */
function hitsFor(found: readonly Found[], use: Use): CheckHit[] {
  return found.length > MAX_GROUPED ? found.flatMap((one) => hitFor([one], use)) : hitFor(found, use);
}

const MAX_GROUPED = 50;

interface Found {
  readonly name: string;
  readonly place: CheckPlace;
}

type Use = "used" | "tested" | "unused";

/** Shorter names are found by chance. */
const MIN_NAME = 4;

async function newDefinitions(index: ChangeIndex, file: TouchedFile): Promise<Definition[]> {
  const found: Definition[] = [];
  for (const definition of file.definitions) {
    if (!file.added.has(definition.start) || definition.name.length < MIN_NAME) continue;
    if (!isCandidate(file, definition)) continue;
    if ((await index.base.findDefinitions(definition.name)).length === 0) found.push(definition);
  }
  return found;
}

/** What may be unused without a compiler or a framework knowing better. */
function isCandidate({ language, view }: TouchedFile, { name, kind, exported, container, start }: Definition): boolean {
  if (
    /^(?:__\w+__|test_?|Test|Benchmark|Example|Fuzz|main$|init$|setup$|teardown$|handler$|default$|constructor$)/.test(
      name,
    )
  )
    return false;
  if (kind === "method" || container !== undefined) {
    // An interface, a base class or a framework may ask for any method that others can see.
    if (exported || language === "python" || language === "ruby" || language === "bash") return false;
    if (language !== "go" && !/\bprivate\b|#/.test(view.codeLine(start))) return false;
  } else if (kind !== "function" && kind !== "type" && kind !== "constant") return false;
  // A framework takes what a file exports by default by the file's place; a name put together of parts is called so too.
  if (/^\s*export\s+default\b/.test(view.codeLine(start)) || (language === "bash" && /[^\w-]/.test(name))) return false;
  if (kind === "constant" && language === "go") return /^\s*const\s/.test(view.codeLine(start));
  if (language === "rust" && exported) return false;
  // Decorators, annotations and attributes hand a definition to somebody else.
  return !/^\s*(?:@|#\[|\[)/.test(view.codeLine(start - 1)) && !/^\s*(?:@|#\[|\[\w)/.test(view.codeLine(start));
}

async function useOf(index: ChangeIndex, file: TouchedFile, definition: Definition): Promise<Use> {
  let tested = false;
  // Shell names may hold dashes, which no word has.
  const { head } = index;
  const isWord = /^\w+$/.test(definition.name);
  for (const mention of await (isWord ? head.findWord(definition.name) : head.findText(definition.name))) {
    if (mention.where === "comment" || mention.where === "doc" || isWithin(mention, file.path, definition)) continue;
    const role = (await head.facts(mention.path))?.role;
    if (role !== "test") return "used";
    tested = true;
  }
  if (!tested) return "unused";
  // Helpers of tests are often kept outside the folders of tests.
  return /test|mock|fake|stub|fixture|assert/i.test(`${file.path} ${definition.name}`) ? "used" : "tested";
}

function isWithin({ path, line }: Mention, own: string, { start, end }: Definition): boolean {
  return path === own && line >= start && line <= end;
}

function placeFor(file: TouchedFile, { name, kind, start, end }: Definition, use: Use): CheckPlace {
  const note = `${kind} \`${name}\`, ${use === "tested" ? "named only by tests" : "named nowhere else"}`;
  const { quote } = placeOf(file, { start });
  return { location: { path: file.path, start, end }, quote, note };
}

function hitFor(found: readonly Found[], use: Use): CheckHit[] {
  const [first, ...others] = found;
  if (first === undefined) return [];
  const names = found.map(({ name }) => `\`${name}\``);
  const shown = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  const are = names.length === 1 ? "is" : "are";
  return [
    {
      check: UNUSED_SYMBOL.id,
      severity: "suggestion",
      class: "regression",
      title: use === "tested" ? `${shown} ${are} new and used only by tests` : `${shown} ${are} new and used nowhere`,
      explanation:
        use === "tested"
          ? "No code outside tests names it, so the tests prove something that the program never does."
          : "The name stands nowhere else in the code of this commit, strings and configuration included.",
      fix: "Use it where it was meant to be used, or leave it out.",
      places: [first.place, ...others.map(({ place }) => place)],
      weight: use === "tested" ? 0.5 : 0.7,
    },
  ];
}
