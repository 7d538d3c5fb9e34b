import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { checkImports, IMPORT_RULES } from "../tools/import-rules.ts";
import { findNameLookups } from "../tools/name-lookups.ts";
import { SLOWEST_FILES } from "../tools/longest-first.ts";

const root = new URL("..", import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const foldersOf = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

const sources = sourceFiles("src");

/** The files that declare each exported name. */
const exported = new Map<string, string[]>();
for (const path of sources) {
  const names = read(path).matchAll(
    /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm,
  );
  for (const name of new Set([...names].map(([, word = ""]) => word)))
    exported.set(name, [...(exported.get(name) ?? []), path]);
}

describe("borders", () => {
  test("every import keeps to the rules", () => {
    const violations = sources.flatMap((path) => checkImports(path.slice("src/".length), read(path)));
    expect(violations.map(({ file, specifier, say }) => `${file} → ${specifier}\n  ${say}`)).toEqual([]);
  });

  test("every folder of src has a rule", () => {
    expect(
      foldersOf("src")
        .map((path) => path.slice(4))
        .sort(),
    ).toEqual(IMPORT_RULES.map(({ from }) => from).sort());
  });

  test.each([
    ["steps/a/x.ts", 'import { y } from "#adapters/git/git.ts";'],
    ["steps/a/x.ts", 'import { y } from "../b/y.ts";'],
    ["steps/build-report/x.ts", 'import { y } from "../history/trace/y.ts";'],
    ["steps/history/describe/x.ts", 'import { y } from "../../build-report/y.ts";'],
    ["steps/a/x.ts", 'import { readFile } from "node:fs/promises";'],
    ["steps/a/x.ts", 'const y = await import("#cli/main.ts");'],
    ["steps/a/x.ts", 'import { importReport } from "#import/import-report.ts";'],
    ["import/x.ts", 'import { y } from "#steps/judge/y.ts";'],
    ["model/x.ts", 'import type { Y } from "#steps/a/y.ts";'],
    ["model/x.ts", 'import { y } from "../util/y.ts";'],
    ["util/x.ts", 'export * from "#model/ids.ts";'],
    ["stats/x.ts", 'import {\n  a,\n  b,\n} from "#adapters/store/archive.ts";'],
    ["adapters/x.ts", 'import { y } from "#pipeline/y.ts";'],
    ["cli/x.ts", 'import { y } from "#steps/a/y.ts";'],
    ["pipeline/x.ts", 'import { y } from "#cli/main.ts";'],
  ])("a planted violation in %s is found: %s", (file, source) => {
    expect(checkImports(file, source)).toHaveLength(1);
  });
});

describe("names from outside are data", () => {
  const planted = `const table: Record<string, number> = { a: 1 };
type Brand = string & { readonly brand: "id" };
export const read = (name: string) => table[name];
export const write = (name: string) => (table[name] = 2);
export const optional = (name: string, some?: Record<string, number>) => some?.[name];
export const branded = (name: Brand) => table[name];
export const generic = <K extends string>(name: K) => table[name];
export const has = (name: string) => name in table;
export const taken = (name: string) => { const { [name]: value } = table; return value; };
export const claimed = (name: string) => ({ a: 1, b: 2 })[name as "a" | "b"];
export const fine = (name: "a" | "b", at: number) => [table[name], [1][at], table["x"], "a" in table];
`;

  test("no object is asked for a name that may be any string", () => {
    const found = findNameLookups(root, new Map([["src/planted.ts", planted]]));
    const lines = found.filter(({ file }) => file === "src/planted.ts").map(({ line }) => line);
    expect(lines, "planted ones are found").toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    const others = found.filter(({ file }) => file !== "src/planted.ts");
    expect(
      others.map(({ file, line, code }) => `${file}:${line} ${code}`),
      "use a Map, or lookUp of src/util/look-up.ts for a table that is written out",
    ).toEqual([]);
  });
});

describe("documents", () => {
  const architecture = read("ARCHITECTURE.md");

  test("the code map names every folder of src and src/steps", () => {
    const missing = [...foldersOf("src"), ...foldersOf("src/steps")].filter(
      (path) => !architecture.includes(`${path}/`),
    );
    expect(missing, "add these to the code map").toEqual([]);
  });

  test.each(["ARCHITECTURE.md", "AGENTS.md", "CONTRIBUTING.md", "README.md"])(
    "%s names no path that is gone",
    (name) => {
      const paths = [...read(name).matchAll(/`((?:src|test|tools|bench|docs|schema|samples)\/[\w./-]*)`/g)].map(
        ([, path]) => path ?? "",
      );
      expect(paths.filter((path) => path !== "bench/results/" && !existsSync(join(root, path)))).toEqual([]);
    },
  );

  test("the guide has a row for every agent, with the version that was tried", () => {
    const rows = read("docs/guides/agents.md").split("\n");
    const isThere = ({ id, product, tested }: AgentAdapter): boolean =>
      rows.some((row) => row.startsWith(`| ${product} | \`${id}`) && row.endsWith(` ${tested} |`));
    expect(AGENTS.filter((adapter) => !isThere(adapter)).map(({ id }) => id)).toEqual([]);
  });

  test("a bold term of the glossary is a type that is exported once, and a word to avoid is none", () => {
    const rows = read("docs/glossary.md")
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| Term"))
      .map((line) => line.split(" | "));
    const terms = rows.flatMap(([term = ""]) => /\*\*(\w+)\*\*/.exec(term)?.[1] ?? []);
    const avoided = rows.flatMap(([, , words = ""]) => words.match(/[A-Za-z]+/g) ?? []);
    expect(terms.filter((term) => exported.get(term)?.length !== 1)).toEqual([]);
    expect(new Set(terms).size).toBe(terms.length);
    expect(avoided.filter((word) => exported.has(word) || terms.includes(word))).toEqual([]);
  });

  test("an exported name is declared in one file only: a name that two files declare means two things", () => {
    const twice = [...exported].filter(([, paths]) => paths.length > 1);
    expect(twice.map(([name, paths]) => `${name}: ${paths.join(", ")}`)).toEqual([]);
  });

  test("decision records are numbered one by one, in the file name and in the title", () => {
    const names = readdirSync(join(root, "docs/decisions")).sort();
    const wanted = names.map((_, at) => `${String(at + 1).padStart(4, "0")} # ${at + 1}.`);
    const seen = names.map((name) => `${name.slice(0, 4)} ${/^# \d+\./.exec(read(`docs/decisions/${name}`))?.[0]}`);
    expect(seen).toEqual(wanted);
  });

  test("every runtime and build dependency has its line in a decision record", () => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read("package.json"));
    const records = readdirSync(join(root, "docs/decisions"))
      .map((name) => read(`docs/decisions/${name}`))
      .join("\n");
    const names = Object.keys({ ...dependencies, ...devDependencies });
    expect(names.filter((name) => !records.includes(`\`${name}\``))).toEqual([]);
  });

  test("no folder level has more than twenty-four entries", () => {
    const levels = ["src", ...foldersOf("src"), ...foldersOf("src/steps")];
    const crowded = levels.filter((path) => readdirSync(join(root, path)).length > 24);
    expect(crowded).toEqual([]);
  });
});

describe("the package", () => {
  test("the lock file names no host", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved"|https?:\/\/registry/);
  });
});

test("every test file that is to begin early is there", () => {
  expect(SLOWEST_FILES.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
