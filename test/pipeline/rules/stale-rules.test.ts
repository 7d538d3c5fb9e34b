import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listRules } from "#pipeline/rules/list-rules.ts";
import { describeStaleRules } from "#pipeline/rules/stale-rules.ts";

let folder = "";
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });

function commit(files: Readonly<Record<string, string | undefined>>): void {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    if (text === undefined) rmSync(place);
    else {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
  }
  git("add", "-A");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.invalid", "commit", "-qm", "step");
}

const gone = async () => {
  const { rules } = await listRules(folder);
  return rules.flatMap(({ file, item, gone: names }) =>
    names === undefined ? [] : [`${file}:${item.start} ${names.join()}`],
  );
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-stale-"));
  git("init", "-q");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RULES = [
  "# Rules",
  "- Handlers use `SessionWriter` from `src/session.ts`.",
  "- Run `npm test`; `NeverThere` and `lib/never.ts` are from another project.",
  "- Do not use `evalCode()`.",
  "",
].join("\n");
const CODE = { "src/session.ts": "export class SessionWriter {}\n", "src/eval.ts": "evalCode();\n" };

describe("a rule is stale", () => {
  test("when a path or name that it cites was in the code and is gone; nothing else is", async () => {
    commit({ "AGENTS.md": RULES, ...CODE });
    expect(await gone()).toEqual([]);
    commit({ "src/session.ts": undefined, "src/eval.ts": undefined, "src/writer.ts": "export class Writer {}\n" });
    expect(await gone()).toEqual(["AGENTS.md:2 SessionWriter,src/session.ts"]);
  });

  test("not when the file was only moved and the name still stands somewhere", async () => {
    commit({ "AGENTS.md": RULES, ...CODE });
    commit({ "src/session.ts": undefined, "src/deep/src/session.ts": CODE["src/session.ts"] });
    expect(await gone()).toEqual([]);
  });

  test("also when other rules of its file were written after the name had gone", async () => {
    commit({ "AGENTS.md": RULES, ...CODE });
    commit({ "src/session.ts": undefined });
    commit({ "AGENTS.md": `${RULES}- Else.\n` });
    commit({ "AGENTS.md": `${RULES}- Else, and more.\n` });
    expect(await gone()).toEqual(["AGENTS.md:2 SessionWriter,src/session.ts"]);
  });

  test("when the files that it holds for are gone, but not while one of them stands or where none ever stood", async () => {
    const scoped = [
      "## `src/mail/**`, `*.tmpl`",
      "- Mails have a subject.",
      "## Queue",
      "Paths: src/queue/",
      "- Queues have an end.",
      "## `lib/never/**`",
      "- Nothing is here.",
      "",
    ].join("\n");
    const files = { "src/mail/send.ts": "send();\n", "web/a.tmpl": "a\n", "src/queue/push.ts": "push();\n" };
    commit({ "AGENTS.md": scoped, ...files });
    expect(await gone()).toEqual([]);
    commit({ "src/mail/send.ts": undefined, "src/queue/push.ts": undefined });
    expect(await gone()).toEqual(["AGENTS.md:5 src/queue/"]);
    commit({ "web/a.tmpl": undefined });
    expect(await gone()).toEqual(["AGENTS.md:2 src/mail/**,*.tmpl", "AGENTS.md:5 src/queue/"]);
  });

  test("and rule files that cite the name do not keep it alive", async () => {
    commit({ "AGENTS.md": RULES, "CLAUDE.md": "- Mind `SessionWriter`.\n", ...CODE });
    commit({ "src/session.ts": undefined });
    expect(await gone()).toEqual(["AGENTS.md:2 SessionWriter,src/session.ts", "CLAUDE.md:1 SessionWriter"]);
  });
});

test("the report gets a sentence on each, the first few by name", () => {
  const item = { text: "x", start: 2, end: 2 };
  const stale = Array.from({ length: 7 }, (_, at) => ({ file: `a${at}\u001b.md`, item, gone: ["SessionWriter"] }));
  const said = describeStaleRules(stale);
  expect(said).toHaveLength(6);
  expect(said[0]).toBe("The rule at a0\\u001b.md:2 is stale: SessionWriter is gone from the code.");
  expect(said.at(-1)).toContain("2 more rules are stale");
});
