import type { SideIndex } from "#model/change/change-index.ts";

/** Which files stand in a package without tests, and whether there is any test at all. */
export interface PackageTests {
  readonly none: boolean;
  readonly without: ReadonlySet<string>;
}

/** Looks for tests beside the given files. Only Go keeps a package's tests in its folder, so only there is it told. */
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
