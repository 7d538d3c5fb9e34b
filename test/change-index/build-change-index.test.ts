import { describe, expect, it } from "vitest";
import { makeIndex } from "../helpers/change.ts";

const BASE = {
  "src/send.go": 'package mail\n\n// Send uses retryLimit.\nfunc Send() { log("retryLimit") }\n\nvar retryLimit = 3\n',
  "docs/mail.md": "Set `retryLimit` to taste.\n",
  "deploy/mail.yaml": "retryLimit: 3 # see retryLimit\n",
  "vendor/x/y.go": "package y\n\nvar retryLimit = 1\n",
  "go.sum": "retryLimit\n",
};

describe("the index of a change", () => {
  it("finds a word wherever it stands and says where that is, data left out", async () => {
    const { base } = await makeIndex({ base: BASE, head: BASE });
    const found = await base.findWord("retryLimit");
    expect(found.map(({ path, line, where }) => `${path}:${line} ${where}`)).toEqual([
      "deploy/mail.yaml:1 config",
      "deploy/mail.yaml:1 comment",
      "docs/mail.md:1 doc",
      "src/send.go:3 comment",
      "src/send.go:4 string",
      "src/send.go:6 code",
    ]);
    expect(found.at(-1)?.text).toBe("var retryLimit = 3");
  });

  it("finds whole words only, and minds the case", async () => {
    const files = { "a.ts": "retry; Retry; retryLimit; _retry; re;" };
    const { head } = await makeIndex({ base: {}, head: files });
    expect(await head.findWord("retry")).toHaveLength(1);
    expect(await head.findWord("retryLim")).toEqual([]);
    expect(await head.findWord("not a word")).toEqual([]);
    expect(await head.findWord("")).toEqual([]);
  });

  it("finds text at word borders", async () => {
    const files = { "a.md": "see docs/a.md, olddocs/a.md and docs/a.mdx, --dry-run\n", "b.md": "->\n" };
    const { head } = await makeIndex({ base: {}, head: files });
    expect(await head.findText("docs/a.md")).toEqual([
      { path: "a.md", line: 1, where: "doc", text: "see docs/a.md, olddocs/a.md and docs/a.mdx, --dry-run" },
    ]);
    expect(await head.findText("olddocs/a.m")).toEqual([]);
    expect(await head.findText("--dry-run")).toHaveLength(1);
    expect(await head.findText("->")).toHaveLength(1);
  });

  it("knows the added lines of the head", async () => {
    const index = await makeIndex({ base: { "a.ts": "one\ntwo\nthree\n" }, head: { "a.ts": "one\n2\nthree\nfour\n" } });
    expect([...index.addedLines("a.ts")]).toEqual([2, 4]);
    expect(index.addedLines("b.ts").size).toBe(0);
  });

  it("counts files that moved together, a renamed file's past included", async () => {
    const index = await makeIndex({
      base: { "old.ts": "x\n", "doc.md": "y\n" },
      head: { "new.ts": "x\n", "doc.md": "y\n" },
      log: [["old.ts", "doc.md"], ["old.ts", "doc.md", "a.ts"], ["old.ts"], ["doc.md"]],
    });
    expect(await index.coChanges("new.ts")).toEqual([
      { path: "doc.md", together: 2, commits: 3 },
      { path: "a.ts", together: 1, commits: 3 },
    ]);
    expect(await index.coChanges("none.ts")).toEqual([]);
  });

  it("finds definitions, and is not misled by uses, imports and comments", async () => {
    const files = {
      "send.ts": "export function send() {}\n",
      "box.ts": "class Box { send() {} }\n",
      "use.ts": 'import { send } from "./send.ts";\nbox.send();\n// send\n',
      "call.ts": 'send("send");\n',
      "send.rb": "class Mail\n  def self.send; end\nend\n",
      "send.md": "send\n",
    };
    const { head } = await makeIndex({ base: {}, head: files });
    const found = await head.findDefinitions("send");
    expect(found.map(({ path, container, kind }) => `${path} ${container ?? ""} ${kind}`)).toEqual([
      "box.ts Box method",
      "send.rb Mail method",
      "send.ts  function",
    ]);
    expect(await head.findDefinitions("nothing")).toEqual([]);
  });

  it("reads each file once for any number of questions, and none before the first", async () => {
    const reads: string[] = [];
    const files = { "a.ts": "one\n", "b.ts": "two\n", "vendor/c.ts": "one\n" };
    const { base, head } = await makeIndex({ base: files, head: files, onRead: (path) => reads.push(path) });
    expect(reads).toEqual([]);
    for (const word of ["none", "zero", "nil"]) {
      await head.findWord(word);
      await base.findWord(word);
    }
    expect(reads.sort()).toEqual(["a.ts", "b.ts"]);
  });

  it("gives no facts for a path that is not there", async () => {
    const { head } = await makeIndex({ base: {}, head: { "a.ts": "x" } });
    expect(await head.facts("b.ts")).toBeUndefined();
    expect(await head.facts("a.ts")).toMatchObject({ language: "typescript", role: "source" });
  });

  it("rejects questions once it is aborted", async () => {
    const { head } = await makeIndex({ base: {}, head: { "a.ts": "x" }, signal: AbortSignal.abort() });
    await expect(head.findWord("x")).rejects.toThrow();
  });
});
