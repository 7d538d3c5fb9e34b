import { expect, test } from "vitest";
import { runConfigFile } from "#config/run-config-file.ts";
import { UserError } from "#util/errors.ts";

const run = (text: string, name = "deep-review.config.ts"): Promise<unknown> =>
  runConfigFile({ path: `/nowhere/${name}`, name, text });

async function whyOf(text: string, name?: string): Promise<string> {
  try {
    await run(text, name);
  } catch (error) {
    if (error instanceof UserError) return `${error.what}: ${error.why}`;
    throw error;
  }
  return "accepted";
}

test("TypeScript is run without its types", async () => {
  const text = `
    import { defineConfig, type WrittenConfig } from "deep-review/config";
    import { posix } from "node:path";
    enum Level { Important = "important" }
    const folder: string = posix.join("a", "b");
    const config = { failOn: Level.Important as WrittenConfig["failOn"], ignore: [folder!] } satisfies WrittenConfig;
    console.log("printed by the file");
    export default defineConfig(config);`;
  expect(await run(text)).toEqual({ failOn: "important", ignore: ["a/b"] });
});

test("JavaScript is run as it is", async () => {
  expect(await run('export default { archive: ["x"].join() };', "deep-review.config.mjs")).toEqual({ archive: "x" });
});

test("what cannot be run says why", async () => {
  expect(await whyOf("export default { a: ")).toMatch(/^deep-review\.config\.ts is not TypeScript: /);
  expect(await whyOf('throw new Error("no such thing");')).toContain("no such thing");
  expect(await whyOf("export const config = {};")).toContain("exports no configuration");
  expect(await whyOf("export default () => ({});")).toContain("exports no configuration");
  expect(await whyOf("process.exit(0);")).toContain("cannot be run");
  expect(await whyOf('import "not-installed-anywhere"; export default {};')).toContain("not-installed-anywhere");
});

test.each(["./other.ts", "../other.js", "/etc/other.mjs", "file:///other.mjs", "data:text/javascript,1"])(
  "a configuration is a single file: it cannot import %s",
  async (specifier) => {
    expect(await whyOf(`import "${specifier}"; export default {};`)).toContain("must be a single file");
    expect(await whyOf(`await import("${specifier}"); export default {};`)).toContain("must be a single file");
  },
);
