import { expect, test } from "vitest";
import { scriptLines, untrustedIn } from "#reviewers/analyzer/hazard-lint/workflow-injection.ts";

test.each([
  ["git checkout ${{ github.head_ref }}", ["github.head_ref"]],
  ["echo ${{ github.event.issue.title }}", ["github.event.issue.title"]],
  ["echo ${{ toJSON(github.event.commits[0].message) }}", ["github.event.commits[0].message"]],
  ["git push origin ${{ github.head_ref || github.ref_name }}", ["github.head_ref"]],
  ["echo ${{ github.event.pull_request.number }}", []],
  ["echo ${{ github.event.pull_request.head.sha }}", []],
  ["echo ${{ contains(github.event.head_commit.message, 'skip') }}", []],
  ["echo ${{ github.head_ref == 'main' }}", []],
  ["echo $GITHUB_HEAD_REF github.head_ref", []],
])("%s", (line, names) => {
  expect(untrustedIn(line)).toEqual(names);
});

const check = (yaml: string, lines: readonly number[]) => expect([...scriptLines(yaml)]).toEqual(lines);

test("a script on the line of its key", () => check("steps:\n  - run: echo a\n  - uses: x/y@v1", [2]));

test("a block ends where the indentation goes back", () =>
  check("steps:\n  - run: |\n      echo a\n\n      echo b\n    env:\n      A: b", [2, 3, 5]));

test("a key of the block's depth is no part of it", () =>
  check("steps:\n  - name: a\n    run: |\n      echo a\n    shell: bash", [3, 4]));

test("a script of github-script counts", () =>
  check("steps:\n  - uses: actions/github-script@v7\n    with:\n      script: |\n        core.info(1)", [4, 5]));

test("a script of another action does not", () =>
  check("steps:\n  - uses: actions/github-script@v7\n  - uses: x/y@v1\n    with:\n      script: |\n        a", []));

test("text in a block that looks like a key is script", () => check("- run: |\n    run: a\n    uses: b", [1, 2, 3]));
