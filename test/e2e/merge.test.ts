import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import { corpusIds, corpusReport, describeWithCorpus } from "../helpers/corpus.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-merge-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  return runProgram([...args], { cwd: folder, env: { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1" } });
}

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const review = (label: string, title: string, body: string): string =>
  `## Findings\n\n### Important Issues\n\n${label}. **${title}** — \`src/relay.ts:12-14\` (important, regression)\n\n${body}\n`;

const SARIF = JSON.stringify({
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "Semgrep" } },
      results: [
        {
          ruleId: "unbounded",
          message: { text: "Unbounded read of the request body" },
          locations: [{ physicalLocation: { artifactLocation: { uri: "src/http.ts" }, region: { startLine: 3 } } }],
        },
      ],
    },
  ],
});

const TITLES = [
  "The error is ignored",
  "No test reaches this branch",
  "Input reaches the query unchecked",
  "Null crashes the handler",
  "The handle is never closed",
  "A literal needs a name",
  "Memory grows without bound",
  "Two writers race for the counter",
  "Typo in the comment",
  "Unsafe cast of the payload",
  "The deadline is missing",
  "Retries go on forever",
  "The default is wrong",
  "A path is hard-coded",
  "The log is too loud",
  "Sorting is unstable",
];

describe("deep-review merge", () => {
  beforeEach(() => {
    put(
      "ada.md",
      review(
        "I1",
        "`forward` retries forever when the target is down",
        "The loop in `forward` has no limit, so a dead target is called without end.",
      ),
    );
    put(
      "brook.md",
      review(
        "I1",
        "Retries in `forward` have no limit",
        "A target that is down makes `forward` loop without end; there is no limit on retries.",
      ),
    );
    put("tools.sarif", SARIF);
  });

  test("joins the same problem, keeps the rest, and names reviewers by their files", () => {
    const { status, stdout } = run("merge", "ada.md", "brook.md", "tools.sarif", "--json");
    expect(status).toBe(0);
    const { clusters, dropped, routed } = JSON.parse(stdout);
    expect(clusters.map(({ members }: { members: string[] }) => members.toSorted())).toEqual([
      ["ada:I1", "brook:I1"],
      ["semgrep:S1"],
    ]);
    expect(clusters[0]).toMatchObject({ severity: "important", because: expect.any(String) });
    expect([dropped, routed]).toEqual([[], []]);
  });

  test("--as names the author, and the report is one as any other", () => {
    const { status } = run(
      "merge",
      "--as",
      "claude=ada.md",
      "codex=brook.md",
      "--format",
      "md,html,json",
      "--out",
      "out",
    );
    expect(status).toBe(0);
    expect(readFileSync(join(folder, "out/report.md"), "utf8")).toContain("codex");
    const { ledger } = JSON.parse(readFileSync(join(folder, "out/report.json"), "utf8")).review;
    expect(ledger.entries).toHaveLength(2);
  });

  test("a kept record can be explained", () => {
    run("merge", "ada.md", "brook.md", "--archive", "archive");
    const { status, stdout } = run("explain", "I1", "--archive", "archive");
    expect(status).toBe(0);
    expect(stdout).toMatch(/ada:I1 and brook:I1 {2}[01]\.\d\d {2}the same lines/);
    expect(stdout).toContain("Why they were merged");
    const unknown = run("explain", "I9", "--archive", "archive");
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('has no finding "I9"') });
    expect(run("show", "last", "I9", "--archive", "archive").stderr).toBe(unknown.stderr);
  });

  test("what an imported report joined is explained as its author's doing", () => {
    run("merge", "ada.md", "brook.md", "--format", "md", "--out", "out");
    run("import", "out/report.md", "--archive", "archive");
    const { status, stdout } = run("explain", "ada:I1", "--archive", "archive");
    expect(status).toBe(0);
    expect(stdout).toContain("Merged by the report's author; how probably they are one problem");
    expect(stdout).not.toContain("Why they were merged");
  });

  test("the same generic sentence about 51 files is 51 problems, from plain findings and from reviews", () => {
    const reviewers = ["ada", "brook", "cleo"];
    const files = Array.from({ length: 51 }, (_, at) => `src/unit${at}.go`);
    const text = "The error is ignored. The returned error is not checked.";
    const findings = reviewers.flatMap((reviewer) =>
      files.map((path) => ({ id: `${reviewer} ${path}`, reviewer, path, line: 12, text })),
    );
    put("panel.json", JSON.stringify({ findings }));
    for (const reviewer of reviewers) {
      const lines = files.map(
        (path, at) =>
          `I${at + 1}. **The error is ignored** — \`${path}:12\` (important, regression)\n\nIt is not checked.`,
      );
      put(`${reviewer}.md`, `## Findings\n\n### Important Issues\n\n${lines.join("\n\n")}\n`);
    }
    for (const args of [["--findings", "panel.json"], reviewers.map((reviewer) => `${reviewer}.md`)]) {
      const { status, stdout } = run("merge", ...args, "--json");
      expect(status).toBe(0);
      const { clusters } = JSON.parse(stdout) as { clusters: { members: string[] }[] };
      expect(clusters).toHaveLength(51);
      expect(clusters.every(({ members }) => members.length === 3)).toBe(true);
    }
  });

  test("files that stand in the text alone tell problems apart, in the title and in the body", () => {
    const texts = (file: string): string[] => [
      `The error is ignored. In src/${file}.go the returned error is not checked.`,
      `src/${file}.go: the error is ignored. The returned error is not checked.`,
    ];
    for (const form of [0, 1]) {
      const findings = ["ada", "brook", "cleo"].flatMap((reviewer) =>
        ["load", "save"].map((file) => ({ id: `${file} ${reviewer}`, reviewer, text: texts(file)[form] })),
      );
      put("panel.json", JSON.stringify({ findings }));
      const { clusters } = JSON.parse(run("merge", "--findings", "panel.json", "--json").stdout) as {
        clusters: { members: string[] }[];
      };
      expect(clusters.map(({ members }) => members.toSorted()).toSorted()).toEqual([
        ["load ada", "load brook", "load cleo"],
        ["save ada", "save brook", "save cleo"],
      ]);
    }
  });

  test("many titles on the same lines of many files: each title is one problem of each file", () => {
    const reviewers = ["ada", "brook", "cleo"];
    const [titles, files] = [16, 24].map((count) => Array.from({ length: count }, (_, at) => at)) as [
      number[],
      number[],
    ];
    for (const at of ["", ":1"]) {
      const findings = reviewers.flatMap((reviewer) =>
        files.flatMap((file) =>
          titles.map((title) => {
            const text = `${TITLES[title]}. It is here, says ${reviewer}.`;
            const place = { path: `src/unit${file}.go`, ...(at === "" ? {} : { line: 1 }) };
            return { id: `${file} ${title} ${reviewer}`, reviewer, ...place, text };
          }),
        ),
      );
      put("panel.json", JSON.stringify({ findings }));
      const { clusters } = JSON.parse(run("merge", "--findings", "panel.json", "--json").stdout) as {
        clusters: { members: string[] }[];
      };
      const problems = clusters.map(({ members }) => new Set(members.map((id) => id.replace(/ \w+$/, ""))).size);
      expect([problems.length, Math.max(...problems)]).toEqual([titles.length * files.length, 1]);
    }
  });

  test("findings of any source go through --findings, one panel a line, with their own ids", () => {
    const one = {
      findings: [
        { id: "x/1", reviewer: "A B", text: "The cache key omits the tenant, so tenants see each other's data" },
        {
          id: "x/2",
          reviewer: "C",
          text: "Cache key does not include the tenant; data of another tenant can be served",
        },
      ],
    };
    put("panels.jsonl", `${JSON.stringify(one)}\n${JSON.stringify({ findings: [] })}\n`);
    const { status, stdout } = run("merge", "--findings", "panels.jsonl");
    expect(status).toBe(0);
    const [first, second] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first.clusters).toHaveLength(1);
    expect(first.clusters[0].members.toSorted()).toEqual(["x/1", "x/2"]);
    expect(second.clusters).toEqual([]);
  });

  test.each([
    [["merge"], "nothing to merge"],
    [["merge", "none.md"], "cannot read none.md"],
    [["merge", "empty.md"], "empty.md holds no review"],
    [["merge", "broken.sarif"], "broken.sarif"],
    [["merge", "--as", "ada.md"], '--as cannot be "ada.md"'],
    [["merge", "--findings", "ada.md"], "is not a list of findings"],
    [["merge", "--findings", "ada.md", "brook.md"], "--findings cannot be combined with brook.md"],
    [
      ["merge", "--findings", "ada.md", "--repo", ".", "--archive", "a", "--format", "md", "--as", "x=brook.md"],
      "--findings cannot be combined with --as, --repo, --archive, --format",
    ],
    [["merge", "ada.md", "--head", "HEAD"], "--head needs --repo"],
    [["merge", "ada.md", "--repo", "."], "is not a git repository"],
  ])("bad input is a clear error: %j", (args, says) => {
    put("empty.md", "Nothing here.\n");
    put("broken.sarif", '{"runs": 3}');
    const { status, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });
});

describeWithCorpus("deep-review merge on a published report", () => {
  test("takes the raw reviews of its appendix, whatever the report made of them", () => {
    const id = corpusIds.find((each) => each.endsWith("pr-355")) ?? "";
    put("report.md", corpusReport(id));
    const { clusters } = JSON.parse(run("merge", "report.md", "--json").stdout);
    const members: string[] = clusters.flatMap((cluster: { members: string[] }) => cluster.members);
    expect(new Set(members.map((member) => member.split(":")[0]))).toEqual(new Set(["claude", "codex", "gemini"]));
    expect(clusters.some((cluster: { members: string[] }) => cluster.members.length > 1)).toBe(true);
  });
});
