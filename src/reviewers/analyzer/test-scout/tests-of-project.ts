import type { SideIndex } from "#model/change/change-index.ts";

/**
 * Whether fewer than one in twenty code files is a test, by file names. A change without a test is then normal. False for
 * small projects and for those with tests inside the source.
 */
export function rarelyTests({ tree }: Pick<SideIndex, "tree">): boolean {
  let code = 0;
  let tests = 0;
  for (const { path } of tree.files) {
    if (path.endsWith(".rs")) return false;
    if (!CODE.test(path)) continue;
    code += 1;
    if (TEST.test(path)) tests += 1;
  }
  return code >= MIN_FILES && tests / code < RARE;
}

const MIN_FILES = 40;
const RARE = 0.05;

const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|java|kt|kts|scala|cs|fs|php|c|cc|cpp|cxx|h|hpp|swift|sh|bash|bats|feature|ex|exs|lua|pl|t)$/i;

// `tests/orders.py`, `orders.test.ts`, `orders_spec.rb`, `OrderTest.java`
const TEST =
  /(?:^|[/._-])(?:[Tt]ests?|[Ss]pecs?|e2e|cypress|features|bats|cy)[/._-]|(?:Tests?|Spec|IT|\.bats|\.feature|\.t)(?:\.\w+)?$/;

interface PackageTests {
  /** Whether the repository has no tests at all. */
  readonly none: boolean;
  /** The files in packages without tests. */
  readonly without: ReadonlySet<string>;
}

/** Looks for tests next to the given files. Only for Go, which keeps a package's tests in its folder. */
export async function packageTests(side: SideIndex, paths: readonly string[]): Promise<PackageTests> {
  const without = new Set<string>();
  for (const path of paths) {
    if (!path.endsWith(".go")) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const hasTest = side.tree.files.some(
      (file) => file.path.startsWith(folder) && /^[^/]+_test\.go$/.test(file.path.slice(folder.length)),
    );
    if (!hasTest) without.add(path);
  }
  return { none: !(await hasAnyTest(side)), without };
}

async function hasAnyTest(side: SideIndex): Promise<boolean> {
  for (const { path } of side.tree.files) {
    if (!/test|spec|bats|cases/i.test(path)) continue;
    if ((await side.facts(path))?.role === "test") return true;
  }
  return (await side.findWord("cfg")).some(({ text }) => text.includes("cfg(test)"));
}
