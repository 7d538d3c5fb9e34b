import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findLogin, lendLogin } from "#adapters/login/login.ts";

const FILE = ".agent/auth.json";
const PLACES = { variables: ["AGENT_KEY", "AGENT_TOKEN"], companions: ["AGENT_URL"], files: [FILE] };
let folder = "";
const home = () => join(folder, "home");
const lent = () => join(folder, "lent");
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const read = (path: string): string => readFileSync(path, "utf8");
const mode = (path: string): number => statSync(path).mode & 0o777;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-login-"));
  mkdirSync(home());
  mkdirSync(lent());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("finding a login", () => {
  test("names the variable that signs in, and passes on what belongs to it and nothing else", async () => {
    const env = { AGENT_TOKEN: "t", AGENT_URL: "u", OTHER: "o" };
    expect(await findLogin(PLACES, env, home())).toEqual({
      by: { kind: "variable", name: "AGENT_TOKEN" },
      variables: { AGENT_TOKEN: "t", AGENT_URL: "u" },
      files: [],
    });
  });

  test("an empty variable and an address alone sign nobody in", async () => {
    expect((await findLogin(PLACES, { AGENT_KEY: "", AGENT_URL: "u" }, home())).by).toBeUndefined();
  });

  test("names the file, with those that belong to it; a folder of its name is none", async () => {
    put(join(home(), FILE), "{}");
    put(join(home(), ".agent/more.json"), "{}");
    const found = await findLogin({ ...PLACES, companionFiles: [".agent/more.json", ".agent/gone.json"] }, {}, home());
    expect(found).toMatchObject({ by: { kind: "file", name: FILE }, files: [FILE, ".agent/more.json"] });
    mkdirSync(join(home(), ".agent/folder.json"));
    expect((await findLogin({ ...PLACES, files: [".agent/folder.json"] }, {}, home())).by).toBeUndefined();
  });
});

describe("lending a login", () => {
  beforeEach(() => put(join(home(), FILE), "first"));

  test("gives a copy that only its owner can read, in a folder that only its owner can enter", async () => {
    chmodSync(join(home(), FILE), 0o644);
    await lendLogin([FILE], home(), lent());
    expect(read(join(lent(), FILE))).toBe("first");
    expect(mode(join(lent(), FILE))).toBe(0o600);
    expect(mode(join(lent(), ".agent"))).toBe(0o700);
  });

  test("what the agent renewed is put back, for its owner alone, with nothing left beside it", async () => {
    const login = await lendLogin([FILE], home(), lent());
    writeFileSync(join(lent(), FILE), "renewed");
    await login.takeBack();
    expect(read(join(home(), FILE))).toBe("renewed");
    expect(mode(join(home(), FILE))).toBe(0o600);
    expect(readdirSync(join(home(), ".agent"))).toEqual(["auth.json"]);
  });

  test("what somebody else renewed meanwhile stays", async () => {
    const login = await lendLogin([FILE], home(), lent());
    writeFileSync(join(lent(), FILE), "renewed by the agent");
    writeFileSync(join(home(), FILE), "renewed by the user");
    await login.takeBack();
    expect(read(join(home(), FILE))).toBe("renewed by the user");
  });

  const LOGIN = JSON.stringify({ tokens: { access: "a", refresh: "r" } });

  test.each([
    ["emptied", ""],
    ["blank", " \n"],
    ["half written", LOGIN.slice(0, 20)],
    ["without fields", "{}"],
    ["without a value in any field", '{"tokens":{"access":"","refresh":null}}'],
    ["nothing", "null"],
  ])("what the agent left %s is not put back", async (_, left) => {
    put(join(home(), FILE), LOGIN);
    const login = await lendLogin([FILE], home(), lent());
    writeFileSync(join(lent(), FILE), left);
    await login.takeBack();
    expect(read(join(home(), FILE))).toBe(LOGIN);
  });

  test("a link or a pipe that the agent left in its place is neither followed nor waited for", async () => {
    put(join(folder, "other.json"), '{"other":1}');
    for (const leave of [
      (path: string) => symlinkSync(join(folder, "other.json"), path),
      (path: string) => execFileSync("mkfifo", [path]),
    ]) {
      const login = await lendLogin([FILE], home(), lent());
      rmSync(join(lent(), FILE));
      leave(join(lent(), FILE));
      await login.takeBack();
      expect(read(join(home(), FILE))).toBe("first");
      rmSync(join(lent(), FILE));
    }
  });

  test("where the user's file is a link, the link stays and the file behind it is renewed", async () => {
    put(join(folder, "dotfiles/auth.json"), LOGIN);
    rmSync(join(home(), FILE));
    symlinkSync(join(folder, "dotfiles/auth.json"), join(home(), FILE));
    const login = await lendLogin([FILE], home(), lent());
    const renewed = LOGIN.replace('"a"', '"b"');
    writeFileSync(join(lent(), FILE), renewed);
    await login.takeBack();
    expect(lstatSync(join(home(), FILE)).isSymbolicLink()).toBe(true);
    expect(read(join(folder, "dotfiles/auth.json"))).toBe(renewed);
    expect(readdirSync(join(folder, "dotfiles"))).toEqual(["auth.json"]);
  });

  test("of two copies that were both renewed the first to come back counts, also when they come at once", async () => {
    const other = join(folder, "other");
    const [one, two] = [await lendLogin([FILE], home(), lent()), await lendLogin([FILE], home(), other)];
    writeFileSync(join(lent(), FILE), "renewed first");
    writeFileSync(join(other, FILE), "renewed second");
    await Promise.all([one.takeBack(), two.takeBack()]);
    expect(read(join(home(), FILE))).toBe("renewed first");
    expect(readdirSync(join(home(), ".agent"))).toEqual(["auth.json"]);
  });

  test("a login that the user removed meanwhile stays removed", async () => {
    const login = await lendLogin([FILE], home(), lent());
    writeFileSync(join(lent(), FILE), "renewed");
    rmSync(join(home(), FILE));
    await login.takeBack();
    expect(existsSync(join(home(), FILE))).toBe(false);
  });

  test("what was not renewed is not written at all, and a copy that is gone changes nothing", async () => {
    const login = await lendLogin([FILE], home(), lent());
    const before = statSync(join(home(), FILE));
    await login.takeBack();
    rmSync(join(lent(), FILE));
    await login.takeBack();
    expect(statSync(join(home(), FILE)).ino).toBe(before.ino);
    expect(read(join(home(), FILE))).toBe("first");
  });

  test("a file that is missing is told", async () => {
    await expect(lendLogin([".agent/none.json"], home(), lent())).rejects.toThrow(/ENOENT/);
  });
});
