import { expect, test } from "vitest";
import { untrustedIn } from "#reviewers/analyzer/hazard-lint/neutral/workflow-injection.ts";

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
