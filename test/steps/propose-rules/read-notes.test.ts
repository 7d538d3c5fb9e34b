import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNotes } from "#steps/propose-rules/notes/read-notes.ts";

const inRepo = (...items: string[]) => readNotes(["### Repo context updates", "", ...items].join("\n"));
const RULE = "When a handler writes the session, check that `SessionWriter` is the only writer of it.";

describe("process notes propose a rule", () => {
  test.each([
    ["a quoted wording", `- \`[repo]\` Add to \`deep-review-context.md\`: "${RULE}"`],
    ["italics", `- Add the following to \`deep-review-context.md\` under a new bullet: *${RULE}*`],
    [
      "a wording behind a title",
      `- **[repo] UPDATE \`deep-review-context.md\`: one writer.** Add a bullet: "${RULE}" It was missed twice.`,
    ],
    ["an order and a colon", `- **Add:** ${RULE} Reason: two reviewers missed it in this round.`],
    ["an order with a remark", `- **Add (applied this round):** ${RULE}`],
    ["the sentence itself", `- **[repo] ${RULE}**`],
    ["a suggested wording in italics with quotes", `- Add an entry on the session. Suggested wording: *"${RULE}"*`],
    ["a numbered list", `1. ADD to \`REVIEW.md\`: ${RULE}`],
    [
      "several lines",
      `- **Add:** When a handler writes the session,\n  check that \`SessionWriter\` is the only writer of it.\n\n  Why: it was missed.`,
    ],
  ])("in %s", (_, item) => {
    expect(inRepo(item).map(({ wording }) => wording)).toEqual([RULE]);
  });

  test("with its reason, its kind and the files it is about", () => {
    expect(
      inRepo(
        `- **[repo] Sessions** — When reviewing code in \`src/server/\`, trace every writer of the session. *Why this belongs in repo context:* the writers are spread over many files.`,
        `- **REMOVE the rule on the two writers of the session**, as \`SessionWriter\` is the only one since March.`,
        `- **UPDATE: the session has three writers now, of which one is the migration.**`,
      ),
    ).toEqual([
      {
        kind: "add",
        wording: "Sessions: When reviewing code in `src/server/`, trace every writer of the session.",
        because: "The writers are spread over many files.",
        paths: ["src/server/**"],
      },
      expect.objectContaining({ kind: "remove" }),
      expect.objectContaining({
        kind: "change",
        wording: "The session has three writers now, of which one is the migration.",
      }),
    ]);
  });

  test("only in the part on the repository, or where they are marked", () => {
    const notes = [
      "**Skill improvements:**",
      "",
      `- ${RULE}`,
      `- [repo] Sessions are written by one writer alone, in all of the server.`,
      "",
      "**Repo context updates:**",
      "",
      "- None this round. The rules held up.",
      "- (none — all was accurate)",
    ].join("\n");
    expect(readNotes(notes).map(({ wording }) => wording)).toEqual([
      "Sessions are written by one writer alone, in all of the server.",
    ]);
  });

  test("never with an error and never for long, whatever the text", () => {
    const piece = fc.constantFrom(
      "### Repo context",
      "- **Add:** ",
      '"',
      "“",
      "*",
      "**",
      "`",
      "[repo] ",
      ": ",
      " like ",
      "A b. ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        for (const { wording } of readNotes(pieces.join(""))) expect(wording).not.toMatch(/\n/);
      }),
    );
    for (const sign of ['"', ': "', "*a", "`", "**", ". "])
      readNotes(`### Repo context\n\n- **Add:** ${sign.repeat(200_000)}`);
  });
});
