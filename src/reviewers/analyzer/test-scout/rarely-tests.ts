import type { SideIndex } from "#model/change/change-index.ts";

/**
 * Whether a project has hardly a test to its code, by the names of its files: fewer than one in twenty. There, one more
 * change without a test is its custom. A small project, or one that keeps its tests inside the source, is not judged.
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
  return code >= FEWEST_FILES && tests / code < RARE;
}

const FEWEST_FILES = 40;
const RARE = 0.05;

const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|java|kt|kts|scala|cs|fs|php|c|cc|cpp|cxx|h|hpp|swift|sh|bash|bats|feature|ex|exs|lua|pl|t)$/i;

// `tests/orders.py`, `orders.test.ts`, `orders_spec.rb`, `OrderTest.java`
const TEST =
  /(?:^|[/._-])(?:[Tt]ests?|[Ss]pecs?|e2e|cypress|features|bats|cy)[/._-]|(?:Tests?|Spec|IT|\.bats|\.feature|\.t)(?:\.\w+)?$/;
