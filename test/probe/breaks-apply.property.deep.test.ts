import fc from "fast-check";
import { expect, test } from "vitest";
import { type PlannedBreak, planControls, planMutations, planReverts } from "#probe/plan-breaks.ts";
import { countBroken } from "#probe/open-files.ts";
import { applyWithGit, openFile } from "../helpers/probe-files.ts";

// Pieces of functions, in a form that every language here has.
const SCRIPT = [
  "if (a > b) return;",
  "if (a > b) {\n  throw new Error('no');\n}",
  "if (a && b.open) {\n  run(a);\n} else {\n  stop(b);\n}",
  "run(a);",
  "const c = a ?? 7;",
  "user.seen = a - 1;",
  "try {\n  run(a);\n} catch (error) {\n  user.failed = error;\n}",
  "await run(b);",
  "items.forEach((item) => {\n  if (!item) return;\n  run(item);\n});",
  "const isOpen = a === b || b.open;",
  "// why",
  "",
];
const PYTHON = [
  "if a > b:\n    return",
  "if a > b:\n    raise ValueError('no')",
  "if a and b.open:\n    run(a)\nelif b:\n    stop(b)\nelse:\n    run(b)",
  "run(a)",
  "c = a or 7",
  "user.seen = a - 1",
  "try:\n    run(a)\nexcept KeyError as error:\n    user.failed = error",
  "await run(b)",
  "for item in items:\n    if not item: continue\n    run(item)",
  "is_open = a == b or b.open",
  "# why",
  "",
];
const GO = [
  "if a > b {\n\treturn nil\n}",
  "if err := check(a); err != nil {\n\treturn err\n}",
  "if a > 0 && b.Open {\n\trun(a)\n} else {\n\tstop(b)\n}",
  "run(a)",
  "user.Seen = a - 1",
  "defer forget(a)",
  'if a == b || !b.Open {\n\treturn fmt.Errorf("no: %d", a)\n}',
  "for _, item := range items {\n\tif item == nil {\n\t\tcontinue\n\t}\n\trun(item)\n}",
  "// why",
  "",
];

const LANGUAGES = [
  {
    path: "src/a b.ts",
    pieces: SCRIPT,
    head: "export async function send(a, b, items) {\n",
    tail: "}\n",
    indent: "  ",
  },
  {
    path: "src/a.tsx",
    pieces: SCRIPT,
    head: "class Queue {\n  async send(a, b, items) {\n",
    tail: "  }\n}\n",
    indent: "    ",
  },
  { path: "src/a.py", pieces: PYTHON, head: "async def send(a, b, items):\n", tail: "", indent: "    " },
  {
    path: "a.go",
    pieces: GO,
    head: "package a\n\nfunc (q *Queue) Send(a int) error {\n",
    tail: "\treturn nil\n}\n",
    indent: "\t",
  },
] as const;

const anyChange = fc.constantFrom(...LANGUAGES).chain(({ path, pieces, head, tail, indent }) =>
  fc
    .record({
      old: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }),
      fresh: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }),
      isWindows: fc.boolean(),
      isOpen: fc.boolean(),
    })
    .map(({ old, fresh, isWindows, isOpen }) => {
      const write = (parts: readonly string[]): string => {
        const body = `${[...parts, path.endsWith(".py") ? "run(items)" : ""].join("\n")}\n`.replaceAll(
          /^(?=.)/gm,
          indent,
        );
        const text = head + body + tail;
        const ended = isOpen ? text.trimEnd() : text;
        return isWindows ? ended.replaceAll("\n", "\r\n") : ended;
      };
      return { path, base: write(old), head: write(fresh) };
    }),
);

test("every break changes the file, parses, and git applies its patch to the head", async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(anyChange, async ({ path, base, head }) => {
      fc.pre(base !== head);
      const file = await openFile(path, head, base);
      const planned: PlannedBreak[] = [...planControls([file]), ...planReverts([file]), ...planMutations([file])];
      for (const each of planned) {
        seen += 1;
        expect(each.contents).not.toBe(head);
        const root = file.parse(each.contents);
        expect(root === undefined ? Infinity : countBroken(root)).toBeLessThanOrEqual(file.broken);
        expect(applyWithGit(each, head)).toBe(each.contents);
        expect(each.break.endLine).toBeGreaterThanOrEqual(each.break.line);
      }
    }),
    { numRuns: 40 },
  );
  expect(seen).toBeGreaterThan(100);
});
