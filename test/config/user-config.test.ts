import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readUserConfig, readWrittenUserConfig, userConfigPath, writeUserConfig } from "#config/user-config.ts";
import { UserError } from "#util/errors.ts";

let home = "";
const env = () => ({ HOME: home });
const put = (text: string): void => {
  mkdirSync(dirname(userConfigPath(env())), { recursive: true });
  writeFileSync(userConfigPath(env()), text);
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "deep-review-own-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("stands in the user's home, or where XDG_CONFIG_HOME says", () => {
  expect(userConfigPath(env())).toBe(join(home, ".config/deep-review/config.json"));
  expect(userConfigPath({ HOME: home, XDG_CONFIG_HOME: "/elsewhere" })).toBe("/elsewhere/deep-review/config.json");
});

test("nothing is chosen where there is no file, which is not the same as nobody", async () => {
  expect(await readUserConfig(env())).toEqual({ panel: undefined, verifier: undefined, editor: undefined });
  await writeUserConfig({ panel: [] }, env());
  expect((await readUserConfig(env())).panel).toEqual([]);
});

test("what is written is read again, and only its owner can read it", async () => {
  const path = await writeUserConfig(
    { panel: ["claude@high", { use: "codex", blind: true }], verifier: "codex" },
    env(),
  );
  const { panel, verifier } = await readUserConfig(env());
  expect(panel).toMatchObject([
    { use: "claude", effort: "high" },
    { use: "codex", isBlind: true },
  ]);
  expect(verifier).toMatchObject({ use: "codex" });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(path))).toEqual(["config.json"]);
});

test.each([
  ["no JSON", "{", "JSON"],
  ["a place that is none", '{"panel":["claude high"]}', "panel.0"],
  ["an unknown key", '{"pannel":[]}', "pannel"],
  ["something else", "[]", ""],
])("%s is an error that says where and how to go on", async (_title, text, why) => {
  put(text);
  const error = await readUserConfig(env()).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).what).toContain("config.json cannot be read");
  expect((error as UserError).why).toContain(why);
  expect((error as UserError).fix).toContain("init --force");
  expect(readFileSync(userConfigPath(env()), "utf8")).toBe(text);
});

test("a byte-order mark is no error", async () => {
  put('\ufeff{"panel":["claude"]}');
  expect(await readWrittenUserConfig(env())).toEqual({ panel: ["claude"] });
});

test("a folder that cannot be written is an error that names it", async () => {
  writeFileSync(join(home, ".config"), "a file in the way");
  await expect(writeUserConfig({ panel: [] }, env())).rejects.toThrow(UserError);
});
