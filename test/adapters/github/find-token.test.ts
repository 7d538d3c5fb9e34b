import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiUrls } from "#adapters/github/api-urls.ts";
import { findToken, describeUnusedToken } from "#adapters/github/find-token.ts";

const server = (host: string) => ({ GITHUB_SERVER_URL: `https://${host}` });
const ENTERPRISE = "git.example.org";

describe("a token from the environment", () => {
  test.each([
    ["github.com", { GITHUB_TOKEN: "one", GH_TOKEN: "two" }, "GITHUB_TOKEN"],
    ["github.com", { GITHUB_TOKEN: " \n", GH_TOKEN: "two" }, "GH_TOKEN"],
    ["github.com", { ...server("github.com"), GITHUB_TOKEN: "one" }, "GITHUB_TOKEN"],
    ["github.com", { ...server(ENTERPRISE), GITHUB_TOKEN: "one", GH_TOKEN: "two" }, undefined],
    ["github.com", { GH_ENTERPRISE_TOKEN: "three" }, undefined],
    ["github.com", { GH_HOST: ENTERPRISE, GH_TOKEN: "two" }, undefined],
    [ENTERPRISE, { GITHUB_TOKEN: "one", GH_TOKEN: "two" }, undefined],
    [ENTERPRISE, { ...server(ENTERPRISE), GITHUB_TOKEN: "one" }, "GITHUB_TOKEN"],
    [ENTERPRISE, { GH_HOST: ENTERPRISE, GH_TOKEN: "two" }, "GH_TOKEN"],
    [
      ENTERPRISE,
      { GH_HOST: ENTERPRISE, GH_ENTERPRISE_TOKEN: "three", GITHUB_ENTERPRISE_TOKEN: "four" },
      "GH_ENTERPRISE_TOKEN",
    ],
    // Any clone can name any host as its remote.
    [ENTERPRISE, { GH_ENTERPRISE_TOKEN: "three", GITHUB_ENTERPRISE_TOKEN: "four" }, undefined],
    [ENTERPRISE, { GH_HOST: "other.example.org", GH_ENTERPRISE_TOKEN: "three" }, undefined],
    ["kettle.ghe.com", { GITHUB_TOKEN: "one", GH_ENTERPRISE_TOKEN: "three" }, undefined],
    ["github.com", { GITHUB_TOKEN: "one\r\nx-evil: 1" }, undefined],
    ["github.com", {}, undefined],
  ])("for %s from %j: %s", async (host, env, from) => {
    expect((await findToken(host, env))?.from).toBe(from);
  });
});

describe("a token from gh", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "deep-review-gh-"));
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  async function withGh(script: string) {
    await writeFile(join(folder, "gh"), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, "gh"), 0o755);
    return { PATH: `${folder}:/usr/bin:/bin`, TOLD: join(folder, "told") };
  }

  test("is asked for by host, and gets none of the tokens that belong elsewhere", async () => {
    const env = await withGh('echo "$* $GITHUB_TOKEN$GH_TOKEN" > "$TOLD"; echo gho_fromGh');
    const found = await findToken(ENTERPRISE, { ...env, GITHUB_TOKEN: "one", GH_TOKEN: "two" });
    expect(found).toEqual({ value: "gho_fromGh", from: "gh auth token" });
    expect(await readFile(env.TOLD, "utf8")).toBe(`auth token --hostname ${ENTERPRISE} \n`);
  });

  test("is not asked for where a variable has one", async () => {
    const env = await withGh("echo gho_fromGh");
    expect(await findToken("github.com", { ...env, GH_TOKEN: "two" })).toEqual({ value: "two", from: "GH_TOKEN" });
  });

  test.each(["echo gho_fromGh; exit 1", "exit 0", "echo 'no oauth token'", "echo one; echo two"])(
    "is none where gh says: %s",
    async (script) => {
      expect(await findToken("github.com", await withGh(script))).toBeUndefined();
    },
  );
});

test.each([
  ["github.com", {}, "https://api.github.com", "https://api.github.com/graphql"],
  [ENTERPRISE, {}, `https://${ENTERPRISE}/api/v3`, `https://${ENTERPRISE}/api/graphql`],
  ["kettle.ghe.com", {}, "https://api.kettle.ghe.com", "https://api.kettle.ghe.com/graphql"],
  ["127.0.0.1:4000", {}, "http://127.0.0.1:4000/api/v3", "http://127.0.0.1:4000/api/graphql"],
  [
    ENTERPRISE,
    { ...server(ENTERPRISE), GITHUB_API_URL: "https://a.b/c/", GITHUB_GRAPHQL_URL: "https://a.b/g" },
    "https://a.b/c",
    "https://a.b/g",
  ],
  [
    "github.com",
    { ...server(ENTERPRISE), GITHUB_API_URL: "https://a.b/c" },
    "https://api.github.com",
    "https://api.github.com/graphql",
  ],
])("%s with %j is asked at %s", (host, env, rest, graphql) => {
  expect(apiUrls(host, env)).toEqual({ rest, graphql });
});

test.each([
  [
    ENTERPRISE,
    { GITHUB_TOKEN: "one" },
    `GITHUB_TOKEN is not used for ${ENTERPRISE}; set GH_HOST and GH_ENTERPRISE_TOKEN`,
  ],
  [
    ENTERPRISE,
    { GITHUB_TOKEN: "one", GH_TOKEN: "two" },
    `GITHUB_TOKEN, GH_TOKEN are not used for ${ENTERPRISE}; set GH_HOST and GH_ENTERPRISE_TOKEN`,
  ],
  ["kettle.ghe.com", { GITHUB_TOKEN: "one" }, "GITHUB_TOKEN is not used for kettle.ghe.com; set GH_HOST and GH_TOKEN"],
  [ENTERPRISE, {}, undefined],
  [ENTERPRISE, { GITHUB_TOKEN: "one", GH_HOST: ENTERPRISE, GH_TOKEN: "two" }, undefined],
  ["github.com", { GH_ENTERPRISE_TOKEN: "three" }, undefined],
])("a token that is set but does not belong to %s is told: %j", (host, env, said) =>
  expect(describeUnusedToken(host, env)).toBe(said),
);
