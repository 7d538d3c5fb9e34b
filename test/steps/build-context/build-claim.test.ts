import { expect, test } from "vitest";
import { readInstructions } from "#adapters/files/package-folder.ts";
import { buildClaim } from "#steps/build-context/build-claim.ts";
import { makeChange } from "../../helpers/change.ts";

const change = makeChange({
  base: { "src/mail.ts": "a\nb\n", "src/other.ts": "x\n" },
  head: { "src/mail.ts": "a\nc\n", "src/other.ts": "y\n" },
  messages: ["Stop after five tries"],
});
const claim = {
  title: "The limit is never read",
  effect: ["Mail is sent without end."],
  locations: [{ path: "src/mail.ts", start: 2, end: 2 }],
  places: [],
};

test("a verifier gets the claim, its place and its patch, and nothing of the reasoning", async () => {
  const files = buildClaim({ change, claim, instructions: await readInstructions("verify") });
  expect(files.map(({ path }) => path)).toEqual([
    "review/INSTRUCTIONS.md",
    "review/claim.md",
    "review/patches/0001-src-mail-ts.patch",
  ]);
  expect(files[1]?.text).toContain("```text\nThe limit is never read\nMail is sent without end.\n```");
  expect(files[1]?.text).toContain("- `src/mail.ts:2`");
  expect(files.map(({ text }) => text).join("\n")).not.toMatch(/five tries|important,/);
});

test("a patch that does not fit is left to the code", () => {
  const files = buildClaim({ change, claim, instructions: "", budget: 10 });
  expect(files.map(({ path }) => path)).toEqual(["review/INSTRUCTIONS.md", "review/claim.md"]);
});

test("the form of the answer has its three parts", async () => {
  const example = /^````markdown\n([\s\S]*?)^````$/m.exec(await readInstructions("verify"))?.[1] ?? "";
  expect(example).toMatch(/^Answer: (?:confirmed|refuted|cannot tell)\n[\s\S]*^Evidence:$[\s\S]*^Because: .+$/m);
});
