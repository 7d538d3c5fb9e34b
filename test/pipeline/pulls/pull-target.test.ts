import { describe, expect, test } from "vitest";
import type { CloneOrigin } from "#adapters/git/pull/read-clone.ts";
import { addressOf, baseRepository, readPullName } from "#pipeline/pulls/pull-target.ts";

const clone = (remotes: Record<string, string>, named: readonly string[] = []): CloneOrigin => ({
  remotes: Object.entries(remotes).map(([name, url]) => ({ name, url })),
  named,
});
const ORIGIN = { origin: "git@github.com:ada/kettle.git" };
const meant = (target: string, of: CloneOrigin, env = {}) => {
  const name = readPullName(target);
  return name === undefined ? undefined : addressOf(name, of, env);
};

describe("a target", () => {
  test.each(["355", "#355", "https://github.com/ada/kettle/pull/355/files#r1", "ada/kettle#355", "Ada/Kettle#355"])(
    "%s names a pull request",
    (target) => {
      expect(meant(target, clone(ORIGIN))).toMatchObject({ host: "github.com", number: 355 });
    },
  );

  test.each(["1234567", "main", "0", "00355", "355..main", "refs/heads/355", "pr-355", "v355", "ada/kettle", "#", ""])(
    "%j names none",
    (target) => {
      expect(readPullName(target)).toBeUndefined();
    },
  );

  test("that is marked may have more digits than a number alone, which is then a commit's", () => {
    expect(meant("#1234567", clone(ORIGIN))).toMatchObject({ number: 1_234_567 });
    expect(readPullName("#12345678901234567890")).toBeUndefined();
  });

  test.each([
    ["https://github.com/ada/kettle/issues/1", "it is one of an issue"],
    ["https://github.com/ada/kettle/pull/abc", "there is no /pull/NUMBER after the repository's name"],
    ["https://github.com/ada/kettle/pull/0", "there is no /pull/NUMBER after the repository's name"],
    ["http://forge.example/ada/kettle/pull/1", "with plain http everybody on the way could read a token"],
  ])("%s is refused: it is no pull request's", (target, why) => {
    expect(() => readPullName(target)).toThrow(expect.objectContaining({ why: expect.stringContaining(why) }));
  });

  test("that is a number and a branch's name is refused, with both ways to say it", () => {
    const both = clone(ORIGIN, ["refs/heads/355"]);
    expect(() => meant("355", both)).toThrow(
      expect.objectContaining({ fix: "write '#355' for the pull request, or refs/heads/355" }),
    );
    expect(meant("#355", both)).toMatchObject({ number: 355 });
  });

  test("without a host is on the host of the clone", () => {
    const enterprise = clone({ origin: "https://forge.example/ada/kettle" });
    expect(meant("ada/kettle#1", enterprise)).toMatchObject({ host: "forge.example" });
    expect(meant("bob/kettle#1", enterprise)).toMatchObject({ host: "forge.example" });
    expect(meant("bob/kettle#1", clone({}))).toMatchObject({ host: "github.com" });
  });
});

describe("a number is of the repository", () => {
  test("that the job is of, else upstream, origin, or the only remote", () => {
    const both = {
      fork: "https://github.com/bob/kettle",
      ...ORIGIN,
      upstream: "ssh://git@forge.example/team/kettle.git",
    };
    const job = { GITHUB_ACTIONS: "true", GITHUB_SERVER_URL: "https://forge.example", GITHUB_REPOSITORY: "eve/kettle" };
    expect(baseRepository(clone(both), job)).toEqual({ host: "forge.example", owner: "eve", repository: "kettle" });
    expect(baseRepository(clone(both), { ...job, GITHUB_ACTIONS: "" })).toMatchObject({ owner: "team" });
    expect(baseRepository(clone({ fork: both.fork, ...ORIGIN }), {})).toMatchObject({ owner: "ada" });
    expect(baseRepository(clone({ fork: both.fork }), {})).toMatchObject({ owner: "bob" });
  });

  test("that a name of the user's ssh settings stands for, on github.com", () => {
    const aliased = clone({ origin: "git@github-work:ada/kettle.git" });
    expect(baseRepository(aliased, {})).toEqual({ host: "github.com", owner: "ada", repository: "kettle" });
  });

  test.each([[{}], [{ one: ORIGIN.origin, two: ORIGIN.origin }], [{ origin: "/srv/git/kettle.git" }]])(
    "that cannot be told of %j",
    (remotes) => {
      expect(() => baseRepository(clone(remotes), {})).toThrow("cannot tell which repository");
    },
  );
});
