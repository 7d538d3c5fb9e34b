import fc from "fast-check";
import { expect, test } from "vitest";
import { createPatchParser, type PatchHunk } from "#adapters/git/diff/patch-parser.ts";

/** Feeds a patch in pieces of a size and returns the hunks by the ids of the file. */
function parse(patch: Buffer, size: number, skip?: string): Map<string, PatchHunk[]> {
  const found = new Map<string, PatchHunk[]>();
  const parser = createPatchParser((oldId, newId) => {
    const hunks: PatchHunk[] = [];
    found.set(`${oldId} ${newId}`, hunks);
    return newId === skip ? undefined : (hunk) => hunks.push(hunk);
  });
  for (let at = 0; at < patch.length; at += size) parser.push(patch.subarray(at, at + size));
  parser.end();
  return found;
}

const PATCH = Buffer.from(`diff --git a/mail.ts b/mail.ts
index aaaa..bbbb 100644
--- a/mail.ts
+++ b/mail.ts
@@ -1,2 +1,3 @@ function send()
 one
-diff --git a/x b/x
+index 1111..2222 100644
+@@ -9 +9 @@
\\ No newline at end of file
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git "a/od\\nd" "b/od\\nd"
new file mode 100644
index 0000..cccc
--- /dev/null
+++ "b/od\\nd"
@@ -0,0 +1 @@
+é
`);

test("what looks like a patch inside a hunk is content", () => {
  const found = parse(PATCH, 1 << 16);
  expect([...found.keys()]).toEqual(["aaaa bbbb", "0000 cccc"]);
  expect(found.get("aaaa bbbb")?.[0]?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "context one",
    "removed diff --git a/x b/x",
    "added index 1111..2222 100644",
    "added @@ -9 +9 @@",
  ]);
});

test("pieces of any size give the same hunks", () => {
  const whole = parse(PATCH, 1 << 16);
  for (const size of [1, 2, 3, 7, 64]) expect(parse(PATCH, size)).toEqual(whole);
});

test("a file that is not wanted is passed over", () => {
  const found = parse(PATCH, 64, "bbbb");
  expect(found.get("aaaa bbbb")).toEqual([]);
  expect(found.get("0000 cccc")).toHaveLength(1);
});

test("no bytes make it throw", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "diff --git a/a b/a\n",
      "index ab..cd\n",
      "@@ -1,3 +1,9 @@\n",
      "+x\n",
      "-\r\n",
      " \n",
      "\n",
      "\\ No\n",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: 1, max: 50 }), (parts, size) => {
      parse(Buffer.from(parts.join("")), size);
    }),
  );
});

test("how a line ends is kept beside its text", () => {
  const patch =
    "diff --git a/a b/a\nindex aa..bb\n@@ -1,2 +1,2 @@\n one\r\n-two\n\\ No newline at end of file\n+zwei\r\n";
  const [hunk] = parse(Buffer.from(`${patch}\\ No newline at end of file\n`), 5).get("aa bb") ?? [];
  expect(hunk?.lines).toEqual([
    { kind: "context", text: "one", old: 1, new: 1, cr: true },
    { kind: "removed", text: "two", old: 2, open: true },
    { kind: "added", text: "zwei", new: 2, cr: true, open: true },
  ]);
});
