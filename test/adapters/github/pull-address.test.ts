import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePullAddress, parseRemoteUrl } from "#adapters/github/pull-address.ts";

const kettle = { host: "github.com", owner: "ada", repository: "kettle" };

describe("the address of a pull request", () => {
  test.each([
    "https://github.com/ada/kettle/pull/355",
    "https://github.com/ada/kettle/pull/355/",
    "https://github.com/ada/kettle/pull/355/files",
    "https://github.com/ada/kettle/pull/355/commits/0123abc",
    "https://github.com/ada/kettle/pull/355/files?w=1#diff-7",
    "https://www.github.com/ada/kettle/pull/355#issuecomment-9",
    "  https://GitHub.com/ada/kettle/pull/355\n",
    "ada/kettle#355",
  ])("%s", (text) => {
    expect(parsePullAddress(text)).toEqual({ ...kettle, number: 355 });
  });

  test("an Enterprise server is named by its own host, with its port", () => {
    const address = { ...kettle, host: "git.example.org:8443", number: 3 };
    expect(parsePullAddress("https://git.example.org:8443/ada/kettle/pull/3")).toEqual(address);
    expect(parsePullAddress("ada/kettle#3", "git.example.org:8443")).toEqual(address);
  });

  test("only this machine is spoken to without encryption", () => {
    expect(parsePullAddress("http://127.0.0.1:4000/ada/kettle/pull/3")?.host).toBe("127.0.0.1:4000");
    expect(parsePullAddress("http://github.com/ada/kettle/pull/3")).toBeUndefined();
    expect(parsePullAddress("http://127.0.0.1.example.org/ada/kettle/pull/3")).toBeUndefined();
  });

  test.each([
    "355",
    "#355",
    "main...topic",
    "ada/kettle",
    "ada/kettle#0",
    "ada/kettle#12345678901",
    "../kettle#3",
    "ada/..#3",
    "ada/ket%2ftle#3",
    "ada/ket tle#3",
    "https://github.com/ada/kettle/issues/355",
    "https://github.com/ada/kettle/pull/355x",
    "https://github.com/ada/ket%0atle/pull/355",
    "https://github.com/ada/{repo}/pull/355",
    "https://github.com/a/b/c/pull/355",
    "ftp://github.com/ada/kettle/pull/355",
    `https://github.com/ada/kettle/pull/355?${"x".repeat(3000)}`,
  ])("%s is none", (text) => {
    expect(parsePullAddress(text)).toBeUndefined();
  });
});

describe("the address of a remote", () => {
  test.each([
    "https://github.com/ada/kettle.git",
    "https://github.com/ada/kettle",
    "https://ada:secret@github.com/ada/kettle.git/",
    "git@github.com:ada/kettle.git",
    "github.com:ada/kettle.git",
    "git@github.com:/ada/kettle",
    "ssh://git@github.com/ada/kettle.git",
    "ssh://git@ssh.github.com:443/ada/kettle.git",
    "git+ssh://git@github.com/ada/kettle",
  ])("%s", (text) => {
    expect(parseRemoteUrl(text)).toEqual(kettle);
  });

  test("the port of https belongs to the host, that of ssh does not", () => {
    expect(parseRemoteUrl("https://git.example.org:8443/ada/kettle.git")?.host).toBe("git.example.org:8443");
    expect(parseRemoteUrl("ssh://git@git.example.org:2222/ada/kettle.git")?.host).toBe("git.example.org");
    expect(parseRemoteUrl("http://127.0.0.1:4000/ada/kettle.git")?.host).toBe("127.0.0.1:4000");
  });

  test.each([
    "/srv/ada/kettle.git",
    "../kettle",
    "file:///srv/ada/kettle.git",
    "C:\\ada\\kettle",
    "git@host:kettle.git",
    "",
  ])("%s is none", (text) => {
    expect(parseRemoteUrl(text)).toBeUndefined();
  });
});

test("whatever the text, nothing is thrown and no character gets out that could change a request", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("/", "#", ":", "@", "..", "pull", "12", ".git", "%2e", "github.com"),
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
  const prefix = fc.constantFrom("", "https://", "ssh://git@", "git@", "https://github.com/", "ada/");
  fc.assert(
    fc.property(prefix, text, (start, rest) => {
      for (const address of [parsePullAddress(start + rest), parseRemoteUrl(start + rest)]) {
        if (address === undefined) continue;
        expect(address.owner + address.repository).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(address.host).toMatch(/^[a-z0-9.-]+(?::\d+)?$/);
        expect([".", ".."]).not.toContain(address.repository);
      }
    }),
  );
});
