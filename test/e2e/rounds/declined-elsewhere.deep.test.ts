import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginLife, kept, type Life, type Said } from "./life.ts";

const unit = (name: string): string =>
  `package store\n\nfunc ${name}() {\n\tvalue, err := open()\n\t_ = err\n\tuse(value)\n}\n`;
const padding = (count: number): string => Array.from({ length: count }, (_, at) => `// Line ${at}.\n`).join("");

/** A sentence that fits any file. */
const ignored = (at: string, more: Partial<Said> = {}): Said => ({
  label: "I1",
  title: "The error is ignored",
  at,
  body: "The returned error is not checked.",
  ...more,
});

let life: Life;
beforeEach(() => {
  life = beginLife();
  life.put("src/load.go", `${unit("load")}${padding(40)}\n${unit("reload").slice("package store\n\n".length)}`);
  life.put("src/save.go", unit("save"));
  life.commit("Read and write");
});
afterEach(() => life.close());

/** Declines the first finding of a round with this one, and raises others in the next. */
async function declineThenRaise(first: Said, ...next: Said[]) {
  await life.round({ ada: { findings: [first] } });
  const { code } = await life.cli("decline", first.label, "--because", "the caller makes sure of it");
  expect(code).toBe(0);
  return life.round({ brook: { findings: next } });
}

describe("a decision is about its own place", () => {
  const places = {
    "another file": "src/save.go:4-5",
    "distant lines of the same file": "src/load.go:52-53",
    "a whole other file": "src/save.go",
  };
  for (const [name, at] of Object.entries(places)) {
    test(`the same sentence about ${name} stands`, async () => {
      const second = await declineThenRaise(ignored("src/load.go:4-5"), ignored(at));
      expect(kept(second).map(({ words }) => words?.locations[0]?.path)).toEqual([at.split(":")[0]]);
      expect(second.verdict.kind).toBe("merge-with-fixes");
    });
  }

  test("the same sentence with the same quoted code in another file stands", async () => {
    const quote = "\tvalue, err := open()\n\t_ = err";
    const second = await declineThenRaise(ignored("src/load.go:4-5", { quote }), ignored("src/save.go:4-5", { quote }));
    expect(second.verdict.kind).toBe("merge-with-fixes");
  });

  test("a finding that names the declined place and another file stands", async () => {
    const both = ignored("src/load.go:4-5`, `src/save.go:4-5");
    const second = await declineThenRaise(ignored("src/load.go:4-5"), both);
    expect(kept(second)[0]?.words?.locations).toHaveLength(2);
    expect(kept(second)[0]?.lineage?.shownBecause).toContain("other places");
    expect(second.verdict.kind).toBe("merge-with-fixes");
  });

  test("a decision on another change says nothing of other files", async () => {
    await life.round({ ada: { findings: [ignored("src/load.go:4-5")] } });
    await life.cli("decline", "I1", "--because", "the caller makes sure of it");
    life.git("checkout", "-q", "main");
    life.git("merge", "-q", "feature");
    life.git("checkout", "-qb", "later");
    life.put("src/save.go", `${unit("save")}\n// Called by the server alone.\n`);
    life.commit("Say who calls it");
    const later = await life.round({ ada: { findings: [ignored("src/save.go:4-5")] } });
    expect(later.verdict.kind).toBe("merge-with-fixes");
  });

  test("declined stays declined: on its lines, a few lines away, and where its file has another name now", async () => {
    const first = ignored("src/load.go:4-5");
    expect(kept(await declineThenRaise(first, first))).toEqual([]);
    for (const at of ["src/load.go:3", "src/load.go"]) {
      expect(kept(await life.round({ brook: { findings: [ignored(at)] } }))).toEqual([]);
    }
    life.git("mv", "src/load.go", "src/fetch.go");
    life.commit("Call it fetch");
    const renamed = await life.round({ brook: { findings: [ignored("src/fetch.go:4-5")] } });
    expect(kept(renamed)).toEqual([]);
    expect(renamed.verdict.kind).toBe("merge");
  });
});
