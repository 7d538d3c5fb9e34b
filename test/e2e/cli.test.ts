import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";

const root = new URL("../..", import.meta.url).pathname;
const cli = join(root, "dist/cli.js");
const version = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
const sample = readdirSync(join(root, "test/fixtures/sample")).find((name) => name.endsWith(".md")) ?? "";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The built program, in an environment of its own. */
function run(...args: string[]) {
  const env = { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder };
  return runProgram([...args], { cwd: folder, env });
}

describe("deep-review", () => {
  test.each(["--version", "-V"])("%s prints the version", (flag) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, flag], { encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each([[], ["HEAD"], ["list"], ["config"]])(
    "%j outside of a repository ends with 2 and says what to do",
    (...args) => {
      const { status, stderr } = run(...args);
      expect(status).toBe(2);
      expect(stderr).toMatch(/is not a git repository\n {2}why: .*\n {2}fix: /);
    },
  );

  test("an unknown option ends with 2", () => {
    const { status, stderr } = run("import", "x", "--arhive", "y");
    expect(status).toBe(2);
    expect(stderr).toContain("--archive");
  });

  test("schema prints the committed schema", () => {
    const committed = JSON.parse(readFileSync(join(root, "schema/review.schema.json"), "utf8"));
    expect(JSON.parse(run("schema").stdout)).toEqual(committed);
  });
});

describe("import", () => {
  const sampleId = sample.replace(/\.md$/, "");
  const copySample = (name = sample): void =>
    writeFileSync(join(folder, name), readFileSync(join(root, "test/fixtures/sample", sample)));

  test("reads a file into an archive, and the site can be made of it", () => {
    copySample();
    const imported = run("import", sample, "--archive", "archive");
    expect(imported.status).toBe(0);
    expect(imported.stdout).toContain("1 report");
    expect(readdirSync(join(folder, "archive/reviews", sampleId)).sort()).toEqual([
      "original.md",
      "raw",
      "review.json",
    ]);
    expect(run("site", "archive").status).toBe(0);
    expect(readdirSync(join(folder, "archive/site")).sort()).toEqual(["index.html", "reviewers.html", "reviews"]);
    expect(existsSync(join(folder, "archive/site/reviews", `${sampleId}.html`))).toBe(true);
  });

  test("importing twice changes nothing", () => {
    copySample();
    run("import", sample, "--archive", "archive");
    const path = join(folder, "archive/reviews", sampleId, "review.json");
    const first = readFileSync(path, "utf8");
    run("import", sample, "--archive", "archive");
    expect(readFileSync(path, "utf8")).toBe(first);
  });

  test("--json prints an array of records on stdout, the table on stderr", () => {
    copySample();
    const { stdout, stderr } = run("import", sample, "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ schemaVersion: 2, id: sampleId }]);
    expect(stderr).toContain("1 report");
  });

  test("a file that is no report is said and does not stop the others", () => {
    mkdirSync(join(folder, "reports"));
    copySample(`reports/${sample}`);
    writeFileSync(join(folder, "reports/notes.md"), "# Shopping\n\n- bread\n");
    writeFileSync(join(folder, "reports/binary.md"), Buffer.from([0, 1, 2, 3]));
    writeFileSync(join(folder, "reports/empty.md"), "");
    const { status, stdout } = run("import", "reports", "missing.md", "--archive", "archive");
    expect(status).toBe(2);
    expect(stdout).toMatch(/notes\.md\s+failed/);
    expect(stdout).toMatch(/binary\.md\s+failed.*binary/);
    expect(stdout).toMatch(/empty\.md\s+failed/);
    expect(stdout).toMatch(/missing\.md\s+failed.*no such file/);
    expect(stdout).toMatch(/5 reports: .*4 failed/);
    expect(readdirSync(join(folder, "archive/reviews"))).toEqual([sampleId]);
  });

  test("nothing but failures with --json prints an empty array", () => {
    const { status, stdout } = run("import", "missing.md", "--json");
    expect([status, stdout]).toEqual([2, "[]\n"]);
  });

  test("a --repo that is no repository is an error that says what to do", () => {
    copySample();
    const { status, stderr } = run("import", sample, "--repo", ".");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: .* is not a git repository\n {2}why: .*\n {2}fix: /);
  });

  test("a full disk is an error that says so, and what was stored before is whole", () => {
    copySample();
    run("import", sample, "--archive", "archive");
    const path = join(folder, "archive/reviews", sampleId, "review.json");
    const before = readFileSync(path, "utf8");
    // A file-size limit is the nearest thing to a full disk that needs no rights.
    const limited = spawnSync(
      "bash",
      ["-c", `ulimit -f 8; trap '' XFSZ; "${process.execPath}" "${cli}" import "${sample}" --archive archive`],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    expect(limited.status).not.toBe(0);
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(readdirSync(join(folder, "archive/reviews", sampleId)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("site", () => {
  test("of a folder that is no archive ends with 2 and says what to do", () => {
    const { status, stderr } = run("site", "nowhere");
    expect(status).toBe(2);
    expect(stderr).toMatch(/is not an archive\n {2}why: .*\n {2}fix: /);
  });

  test("without an argument is built from the archive of the repository", () => {
    spawnSync("git", ["init", "-q"], { cwd: folder });
    mkdirSync(join(folder, "below"));
    writeFileSync(join(folder, sample), readFileSync(join(root, "test/fixtures/sample", sample)));
    run("import", sample, "--archive", ".deep-review");
    const env = { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder };
    expect(runProgram(["site"], { cwd: join(folder, "below"), env })).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(folder, ".deep-review/site/index.html"))).toBe(true);
  });

  test("leaves out a broken record, says so and makes the rest", () => {
    writeFileSync(join(folder, sample), readFileSync(join(root, "test/fixtures/sample", sample)));
    run("import", sample, "--archive", "archive");
    mkdirSync(join(folder, "archive/reviews/broken"));
    writeFileSync(join(folder, "archive/reviews/broken/review.json"), "{}");
    const { status, stderr, stdout } = run("site", "archive");
    expect(status).toBe(2);
    expect(stderr).toContain("broken/review.json is not a valid review record");
    expect(stdout).toContain("3 pages");
  });
});

describe("render", () => {
  beforeEach(() => {
    writeFileSync(join(folder, sample), readFileSync(join(root, "test/fixtures/sample", sample)));
    run("import", sample, "--archive", ".deep-review");
  });

  test("prints one format, or writes several", () => {
    const id = sample.replace(/\.md$/, "");
    expect(run("render", id).stdout).toMatch(/^Review of /);
    expect(JSON.parse(run("render", id, "--format", "sarif").stdout).version).toBe("2.1.0");
    const { stdout } = run(
      "render",
      `.deep-review/reviews/${id}/review.json`,
      "--format",
      "md,html,json,sarif,terminal",
      "--out",
      "out",
    );
    expect(stdout.trim().split("\n")).toHaveLength(5);
    expect(readdirSync(join(folder, "out")).sort()).toEqual([
      "report.html",
      "report.json",
      "report.md",
      "report.sarif",
      "report.txt",
    ]);
  });

  test.each([
    [["render", "nope"], /there is no review "nope"/],
    [["render", "nope.json"], /cannot read nope\.json/],
    [["render", "x", "--format", "pdf"], /unknown format "pdf"/],
    [["render", "x", "--format", "md,html"], /several formats cannot be printed at once/],
  ])("%j ends with 2 and says what to do", (args, message) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toContain("fix: ");
  });
});

test("Ctrl-C during an import ends with 130, and every record in the archive is whole", async () => {
  mkdirSync(join(folder, "reports"));
  const text = readFileSync(join(root, "test/fixtures/sample", sample), "utf8");
  for (let at = 0; at < 300; at += 1) writeFileSync(join(folder, `reports/copy-${at}.md`), text);
  const child = spawn(process.execPath, [cli, "import", "reports", "--archive", "archive"], { cwd: folder });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const reviews = join(folder, "archive/reviews");
  while (!existsSync(reviews) || readdirSync(reviews).length < 3)
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill("SIGINT");
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(130);
  expect(output).toContain("Interrupted");
  const stored = readdirSync(reviews);
  expect(stored.length).toBeLessThan(300);
  for (const id of stored) JSON.parse(readFileSync(join(reviews, id, "review.json"), "utf8"));
});
