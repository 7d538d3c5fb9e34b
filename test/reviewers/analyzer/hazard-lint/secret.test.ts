import { describe, expect, test } from "vitest";
import { findSecrets } from "#reviewers/analyzer/hazard-lint/secret.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import type { CheckHit, UncheckedFile } from "#model/change/analyzer.ts";
import type { PassingVersions } from "#model/change/change.ts";
import { secret } from "#reviewers/analyzer/hazard-lint/secret.ts";
import { type Files, makeIndex } from "../../../helpers/change.ts";
import { findPlaces, review } from "./find-places.ts";

// Put together here, so that no scanner takes this file for a leak.
const token = (prefix: string, body: string) => prefix + body;
const BASE62 = "R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoViMqP5wZtNrDg0hSyCxUbFjA";
const HEX = "9f3c71e04b8d26a55c1f7e93d08b42a6";
const KEY = "MIIEowIBAAKCAQEAtZ3vQ8mXk2LpTz4WcY8sBn3HdJf6GaE1uKoViMqP5wZtNrDg";

describe("credentials that are recognised", () => {
  test.each([
    ["AWS access key id", `id = ${token("AKIA", "QX7LD3PZ5KWT2RBN")}`],
    ["AWS secret access key", `aws_secret_access_key = ${token("wJalrXUtnFEMI/K7MDENG", "/bPxRfiCYzQ7pLk3mNs")}`],
    ["GitHub token", `token: ${token("ghp_", BASE62.slice(0, 36))}`],
    ["GitLab token", token("glpat-", BASE62.slice(0, 20))],
    ["npm token", `//npm.example.com/:_authToken=${token("npm_", BASE62.slice(0, 36))}`],
    ["Slack token", token("xoxb-", `918273645546-${BASE62.slice(0, 24)}`)],
    ["Anthropic key", token("sk-ant-", `api03-${BASE62}${BASE62.slice(0, 37)}`)],
    ["OpenAI key", token("sk-proj-", BASE62)],
    ["Google API key", `key=${token("AIza", BASE62.slice(0, 35))}`],
    ["Stripe live key", token("sk_live_", BASE62.slice(0, 24))],
    ["SendGrid key", token("SG.", `${BASE62.slice(0, 22)}.${BASE62.slice(3, 46)}`)],
    ["Databricks token", token("dapi", HEX)],
    ["private key", `${token("-----BEGIN RSA ", "PRIVATE KEY-----")}\n${KEY}`],
    ["private key", `"${token("-----BEGIN ", "PRIVATE KEY-----")}\\n${KEY}\\n"`],
  ])("%s", (name, text) => {
    const found = findSecrets(text);
    expect(found.map((secret) => secret.name)).toEqual([name]);
    // What is found is masked, also within a longer word, as in the name of a branch.
    for (const { value } of found) {
      expect(maskSecrets(text)).not.toContain(value.slice(4).trim());
      expect(maskSecrets(`fix_${text}-later`)).not.toContain(value.slice(4).trim());
    }
  });
});

describe("what is no credential", () => {
  test.each([
    ["the example of the AWS documents", token("AKIA", "IOSFODNN7EXAMPLE")],
    ["a token of one letter", token("ghp_", "x".repeat(36))],
    ["a run of the alphabet", token("ghp_", "abcdefghijklmnopqrstuvwxyz0123456789")],
    [
      "code that looks for a key's header",
      `if (text.includes("${token("-----BEGIN RSA ", "PRIVATE KEY-----")}")) {\n  return readKey(text);`,
    ],
    ["a commit id", "c4cd7b18f3a9e2d45b6071829304a5b6c7d8e9f0"],
    ["a pattern", "/ghp_[A-Za-z0-9]{36}/"],
    ["a part of a longer word", `x${token("AKIA", "QX7LD3PZ5KWT2RBN")}Y`],
  ])("%s", (_, text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

test("masking keeps the prefix, the length and the lines", () => {
  const secret = token("ghp_", BASE62.slice(0, 36));
  expect(maskSecrets(`a ${secret} b`)).toBe(`a ghp_${"*".repeat(36)} b`);
  const key = `x\n${token("-----BEGIN ", "PRIVATE KEY-----")}\n${KEY}\n${KEY.slice(7)}\n-----END PRIVATE KEY-----\ny`;
  const masked = maskSecrets(key);
  expect(masked.split("\n")).toHaveLength(key.split("\n").length);
  expect(masked).not.toContain(KEY.slice(8, 30));
  expect(masked.endsWith("-----END PRIVATE KEY-----\ny")).toBe(true);
});

test("a megabyte of look-alikes holds no credential, and does not take for ever", () => {
  for (const piece of ["AIza", "ghp_", "-----BEGIN RSA ", "aws_secret_key = ", "sk-ant-a-", "SG."]) {
    expect([...findSecrets(piece.repeat(1_000_000 / piece.length))].length, piece).toBeLessThan(10);
  }
});

const TOKEN = token("ghp_", BASE62.slice(0, 36));

describe("a credential", () => {
  test("is shown by its first characters only", async () => {
    const hits = await review({ "src/a.ts": `export const token = "${TOKEN}";\n` });
    expect(hits).toHaveLength(1);
    expect(JSON.stringify(hits)).not.toContain(TOKEN.slice(4, 12));
    expect(hits[0]?.places[0]?.quote).toContain('token = "ghp_****');
  });

  test("that stands in several places is one hit", async () => {
    const line = `export const token = "${TOKEN}";\n`;
    const hits = await review({ "src/a.ts": line, "src/b.ts": line });
    expect(hits.filter((hit) => hit.check === "hazard-lint/secret").map(({ places }) => places.length)).toEqual([2]);
  });

  test.each(["test/token.test.ts", "src/__snapshots__/token.ts", "fixtures/token.ts", "examples/token.ts"])(
    "is found in %s too",
    async (path) => {
      expect(await findPlaces({ [path]: `export const token = "${TOKEN}";\n` })).toEqual([`secret ${path}:1`]);
    },
  );

  test("that was there before is left out", async () => {
    const base = { "src/a.ts": `export const token = "${TOKEN}";\n` };
    expect(await findPlaces({ "src/a.ts": `export const t = "${TOKEN}";\n` }, base)).toEqual([]);
    const key = (name: string) =>
      `${name} = """${token("-----BEGIN RSA ", "PRIVATE KEY-----")}\n${KEY}\n-----END RSA PRIVATE KEY-----"""\n`;
    expect(await findPlaces({ "a.py": `x = 1\n${key("new")}` }, { "a.py": `${key("old")}x = 1\n` })).toEqual([]);
  });

  test("is found if it was only a part of a longer word before", async () => {
    const base = { "src/a.ts": `export const token = "X${TOKEN}";\n` };
    expect(await findPlaces({ "src/a.ts": `export const token = "${TOKEN}";\n` }, base)).toEqual(["secret src/a.ts:1"]);
  });
});

describe("a credential that one commit adds and a later one removes", () => {
  const LINE = `export const token = "${TOKEN}";`;
  const version = (path: string, text: string, before: readonly string[] = [], commit = "1234567890") => ({
    commit,
    path,
    read: () => Promise.resolve({ text }),
    readBefore: () => Promise.resolve(before),
  });
  const find = async (
    { versions, unread }: PassingVersions,
    { head, base }: { readonly head: Files; readonly base: Files },
  ): Promise<{ hits: readonly CheckHit[]; missed: UncheckedFile[] }> => {
    const missed: UncheckedFile[] = [];
    const passing = () => Promise.resolve({ versions, ...(unread !== undefined && { unread }) });
    const index = await makeIndex({ head, base, passing });
    const hits = await secret.find(index, new AbortController().signal, { unlooked: (one) => missed.push(one) });
    return { hits, missed };
  };
  const sides = { base: { "src/a.ts": "one();\n" }, head: { "src/a.ts": "two();\n" } };

  test("is reported with the commit and the line there, masked, and without a line at the head", async () => {
    const { hits } = await find({ versions: [version("src/a.ts", `one();\n${LINE}\n`, ["one();\n"])] }, sides);
    expect(hits).toMatchObject([
      {
        check: "hazard-lint/secret",
        severity: "critical",
        title: "GitHub token in the history of src/a.ts",
        explanation: expect.stringMatching(/`src\/a\.ts:2` in commit 1234567\. It is no longer in the file/),
        fix: expect.stringMatching(/^Revoke it; rewrite the branch before pushing/),
        places: [{ location: { path: "src/a.ts" }, quote: "" }],
      },
    ]);
    expect(JSON.stringify(hits)).not.toContain(TOKEN.slice(4, 12));
  });

  test("has no place if its file is gone, and is one hit however often it was added", async () => {
    const versions = [version("gone.ts", `${LINE}\n`), version("b.ts", `x();\n${LINE}\n`, [], "abcdef0123")];
    const { hits } = await find({ versions }, sides);
    expect(hits).toMatchObject([{ places: [], explanation: expect.stringContaining("`gone.ts:1` in commit 1234567") }]);
    expect(hits[0]?.explanation).toContain("`b.ts:2` in commit abcdef0");
  });

  test("is left out if it was there before, or is still there on an added line, which is reported itself", async () => {
    const moved = { base: { "old.ts": `${LINE}\n` }, head: { "new.ts": "more();\n" } };
    expect((await find({ versions: [version("new.ts", `${LINE}\n`)] }, moved)).hits).toEqual([]);
    const unchanged = version("src/a.ts", `${LINE}\nmore();\n`, [`${LINE}\n`]);
    expect((await find({ versions: [unchanged] }, sides)).hits).toEqual([]);
    const added = { base: {}, head: { "src/a.ts": `${LINE}\nmore();\n` } };
    const { hits } = await find({ versions: [version("src/a.ts", `${LINE}\n`)] }, added);
    expect(hits.map(({ title }) => title)).toEqual(["GitHub token in src/a.ts"]);
  });

  test.each([`${TOKEN}REVOKED`, `X${TOKEN}`, `${TOKEN}-old`])("is not hidden by a longer word: %#", async (word) => {
    const line = `export const token = read(); // was ${word}\n`;
    const added = [version("src/a.ts", `${LINE}\n`)];
    const { hits } = await find({ versions: added }, { base: {}, head: { "src/a.ts": line } });
    const ofHistory = hits.filter(({ title }) => title === "GitHub token in the history of src/a.ts");
    expect(ofHistory).toHaveLength(1);
    expect(ofHistory[0]?.explanation).toContain("Whatever the files say now, it is in the history");
    const before = await find({ versions: added }, { base: { "src/a.ts": line }, head: { "src/a.ts": "a();\n" } });
    expect(before.hits).toHaveLength(1);
  });

  test("is left out if it was there before in a file that the reviewed commit has unchanged", async () => {
    const same = { base: { "src/a.ts": `${LINE}\n` }, head: { "src/a.ts": `${LINE}\n`, "b.ts": "b();\n" } };
    const versions = [version("src/a.ts", `const t = "${TOKEN}";\n`, [`${LINE}\n`])];
    expect((await find({ versions }, same)).hits).toEqual([]);
  });

  test("may be in what was not looked at, which is said", async () => {
    const large = version("large.json", `${"x".repeat(20_000_000)}\n`);
    const binary = { ...version("tool.bin", ""), read: () => Promise.resolve({ unread: "binary" }) };
    const image = { ...version("logo.png", ""), read: () => Promise.resolve({}) };
    const versions = [image, binary, large, large, version("a.ts", `${LINE}\n`)];
    const { hits, missed } = await find({ versions, unread: "there are too many of them" }, sides);
    expect(hits).toEqual([]);
    const check = "hazard-lint/secret";
    expect(missed).toEqual([
      { check, path: "all commits of this change", why: "there are too many of them" },
      { check, path: "tool.bin at 1234567", why: "replaced later in this change, and binary" },
      { check, path: "a.ts at 1234567", why: "replaced later in this change, and too much to search" },
    ]);
  });
});
