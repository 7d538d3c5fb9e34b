import { describe, expect, test } from "vitest";
import { buildPatch, correctCounts } from "#steps/verify-findings/build-patch.ts";
import { aFinding } from "../../helpers/builders.ts";

const PATCH = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-one\n+two\n end";

describe("the patch of a finding", () => {
  test("is made of its blocks that are marked, in their order, and of no sketch", () => {
    const other = PATCH.replaceAll("/x", "/y");
    const patch = buildPatch(aFinding({ fix: { diffs: ["-a\n+b", PATCH, other], patches: [1, 2] } }));
    expect(patch).toMatchObject({ text: `${PATCH}\n${other}\n`, isMeant: true });
  });

  test("is made of plain diffs if all of them have the headers of a patch", () => {
    expect(buildPatch(aFinding({ fix: { diffs: [PATCH] } }))).toMatchObject({ text: `${PATCH}\n`, isMeant: false });
    expect(buildPatch(aFinding({ fix: { diffs: [PATCH, "-a\n+b"] } }))).toBeUndefined();
    expect(buildPatch(aFinding({ fix: { diffs: [] } }))).toBeUndefined();
    expect(buildPatch(aFinding({ fix: undefined }))).toBeUndefined();
  });
});

describe("numbers of lines that an author counted wrong", () => {
  test("are corrected, and what follows @@ is kept", () => {
    const wrong = "--- a/x\n+++ b/x\n@@ -4,9 +4,1 @@ function send() {\n before\n-old\n+new\n+more\n\n after";
    expect(correctCounts(wrong)).toContain("@@ -4,4 +4,5 @@ function send() {\n before\n");
  });

  test("are corrected for each hunk and file, with a blank line between them", () => {
    const two = `${PATCH}\n@@ -9,1 +9,1 @@\n-nine\n+ten\n\n--- a/y\n+++ b/y\n@@ -1,5 +1,5 @@\n-a\n+b\n\\ No newline at end of file\n`;
    const headers = correctCounts(two)
      .split("\n")
      .filter((line) => line.startsWith("@@"));
    expect(headers).toEqual(["@@ -1,2 +1,2 @@", "@@ -9,1 +9,1 @@", "@@ -1,1 +1,1 @@"]);
  });

  test("are right in a diff that is right", () => {
    expect(correctCounts(PATCH)).toBe(`${PATCH}\n`);
  });
});
