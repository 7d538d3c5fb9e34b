import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GateResult } from "#model/panel/gate.ts";
import type { Review } from "#model/review.ts";
import { requireSandbox } from "../adapters/sandbox/require-sandbox.ts";
import { newestIn, runProgram } from "../helpers/run-program.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const sandbox = await requireSandbox();
let here: SmallRepository;

const put = (path: string, text: string): void => {
  mkdirSync(join(here.folder, path, ".."), { recursive: true });
  writeFileSync(join(here.folder, path), text);
};
const commit = (message: string): void => {
  here.git("add", ".");
  here.git("commit", "-qm", message);
};
const configure = (value: object): void => put("deep-review.config.json", JSON.stringify(value));
const environment = (more = {}) => ({
  PATH: process.env["PATH"],
  HOME: here.home,
  TMPDIR: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  ...more,
});
const runIn = (more: object, ...args: string[]) => runProgram(args, { cwd: here.folder, env: environment(more) });
const folderOfRecord = () => {
  const reviews = join(here.folder, ".deep-review/reviews");
  return join(reviews, newestIn(reviews));
};
const record = (): Review => JSON.parse(readFileSync(join(folderOfRecord(), "review.json"), "utf8"));
const states = () => Object.fromEntries((record().gates ?? []).map(({ name, state }: GateResult) => [name, state]));

/** Passes while the limit is small. */
const TEST = "test $(cat limit.txt) -lt 5 || { echo '<b>too</b> many tries'; exit 3; }";

beforeEach(() => {
  here = makeSmallRepository();
  put("limit.txt", "3\n");
  configure({ gates: { test: TEST, lint: "true" } });
  commit("Relay");
  here.git("checkout", "-qb", "change");
  put("limit.txt", "9\n");
  commit("Try harder");
});
afterEach(() => here.remove());

describe("without --allow-run", () => {
  test("nothing runs, one line of the report says so, and the verdict is as before", () => {
    const file = join(here.home, "ran");
    configure({ gates: { test: `touch ${file}` } });
    commit("A gate");
    const { status, stdout } = here.run();
    expect(status).toBe(0);
    expect(stdout).toMatch(/Gates: test not run: gates run only with --allow-run/);
    expect(record()).toMatchObject({ verdict: { kind: "checks-only" }, gates: [{ state: "not-allowed", runs: [] }] });
    expect(record().reviewers.map(({ kind }) => kind)).not.toContain("gate");
    expect(existsSync(file)).toBe(false);
  });

  test("a repository without gates has nothing to say of them", () => {
    configure({});
    commit("No gates");
    expect(here.run("--allow-run").stdout).not.toContain("Gates");
    expect(record().gates).toBeUndefined();
  });
});

describe.skipIf(sandbox === undefined)("with --allow-run", () => {
  test("what the change made red is an important finding with its output and both exit codes, in every form", () => {
    const { status, stdout } = here.run("--allow-run", "--fail-on", "important");
    expect(status).toBe(1);
    expect(stdout).toContain("Gates: test newly red; lint green");
    const { findings, clusters, demonstrations, gates, reviewers } = record();
    expect(reviewers).toContainEqual({ id: "gates", name: "Gates", kind: "gate", family: "gates" });
    expect(findings).toMatchObject([
      { id: "gates:I1", severity: "important", check: "gates/test", class: "regression" },
    ]);
    expect(findings[0]?.title).toMatch(/^`test .*` passes at the base and fails at the head$/);
    expect(findings[0]?.body).toContain("(exit code 3, exit code 3) and once at the base (exit code 0)");
    expect(findings[0]?.body).toContain("<b>too</b> many tries");
    expect(clusters).toMatchObject([{ id: "I1", ruling: { kind: "keep", severity: "important" } }]);
    expect(demonstrations).toMatchObject([{ finding: "gates:I1", runs: [{ exitCode: 3 }, { exitCode: 0 }] }]);
    expect(gates).toMatchObject([{ state: "newly-red" }, { state: "green" }]);
    const folder = folderOfRecord();
    expect(readFileSync(join(folder, "report.md"), "utf8")).toMatch(
      /## Gates\n[^]*\| lint \| `true` \| green \| [\d.]+ s \|/,
    );
    const page = readFileSync(join(folder, "report.html"), "utf8");
    expect(page).toContain('data-part="gates"');
    expect(page).not.toContain("<b>too</b>");
    const { computed } = JSON.parse(here.run("--allow-run", "--json").stdout);
    expect(computed.gates.rows.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ["test", "newly red"],
      ["lint", "green"],
    ]);
  });

  test("a gate that could not run makes the review incomplete; what was red before is a remark", () => {
    configure({ gates: { gone: "no-such-program", slow: { run: "sleep 60", timeout: "1s" }, old: "false" } });
    commit("Other gates");
    here.git("checkout", "-q", "main");
    here.git("merge", "-q", "change");
    here.git("checkout", "-qb", "later");
    put("limit.txt", "4\n");
    commit("Fewer");
    const { status } = here.run("--allow-run");
    expect(status).toBe(3);
    expect(states()).toEqual({ gone: "could-not-run", slow: "could-not-run", old: "red-before" });
    const { verdict } = record();
    expect(verdict.kind).toBe("incomplete");
    expect(verdict.because).toContain("the gate slow (sleep 60) could not run: it was stopped after 1 s");
    expect(verdict.because).toContain("the gate gone (no-such-program) could not run: a command was not found");
    expect(verdict.because).toContain("the gate old (false) was red before this change");
  });

  test("in the next round a gate that is green again has closed its finding; one that did not run has not", () => {
    here.run("--allow-run");
    put("README.md", "# Relay\n");
    commit("Describe it");
    here.run();
    expect(record().previous).toMatchObject([{ ref: "R1.I1", status: "unknown" }]);
    put("limit.txt", "4\n");
    commit("Fewer tries");
    here.run("--allow-run");
    expect(states()).toEqual({ test: "green", lint: "green" });
    expect(record().previous).toMatchObject([{ ref: "R1.I1", status: "fixed" }]);
    expect(record().verdict.because).toContain("no findings");
  });

  test("the same commit is not run again, but with another command it is", () => {
    configure({ gates: { lint: "true" } });
    commit("One gate");
    here.git("checkout", "-q", "main");
    here.git("merge", "-q", "change");
    here.git("checkout", "-qb", "later");
    put("limit.txt", "8\n");
    commit("Eight");
    here.run("--allow-run");
    here.run("--allow-run");
    const reviews = join(here.folder, ".deep-review/reviews");
    expect(readdirSync(reviews)).toHaveLength(1);
    configure({ gates: { lint: "echo other" } });
    here.run("--allow-run", "HEAD");
    expect(record().gates).toMatchObject([{ command: "echo other", state: "green" }]);
  });

  test("a change that removes or alters a gate makes its review incomplete", () => {
    configure({ gates: { test: "true" } });
    commit("Make it pass");
    expect(here.run("--allow-run").status).toBe(3);
    const { because } = record().verdict;
    expect(because).toContain("this change removes the gate lint in deep-review.config.json");
    expect(because).toContain("this change alters the gate test in deep-review.config.json");
  });

  test("a change that alters the set-up commands before the gates makes its review incomplete", () => {
    const gates = JSON.parse(readFileSync(join(here.folder, "deep-review.config.json"), "utf8")).gates;
    configure({ setup: ["echo 3 > limit.txt"], gates });
    commit("Prepare it");
    expect(here.run("--allow-run").status).toBe(3);
    expect(record().verdict.because).toContain("this change alters the set-up commands, with which its gates run,");
  });

  test("in CI the base branch names the gates: a change can neither add nor alter one", () => {
    const file = join(here.folder, "ran");
    configure({ gates: { test: "true", own: `touch ${file}` } });
    commit("Make it pass");
    runIn({ CI: "true" }, "--allow-run", "--base", "main");
    expect(states()).toEqual({ test: "newly-red", lint: "green" });
    expect(record().gates?.[0]?.command).toBe(TEST);
    runIn({ CI: "true" }, "--allow-run", "--base", "main", "--config-from", "worktree");
    expect(states()).toEqual({ test: "not-allowed", own: "not-allowed" });
    expect(existsSync(file)).toBe(false);
  });

  test("whoever trusts the configuration allows its gates, for exactly this text", () => {
    expect(here.run("config").stdout).toContain("with --allow-run; `deep-review config --trust` allows them");
    expect(here.run("config", "--trust").stdout).toContain("in every review: you trust this text");
    here.run();
    expect(states()).toEqual({ test: "newly-red", lint: "green" });
    here.run("--no-allow-run", "--again");
    expect(states()).toEqual({ test: "not-allowed", lint: "not-allowed" });
    const file = join(here.home, "ran");
    configure({ gates: { test: `touch ${file}`, lint: "true" } });
    commit("Another test");
    const { status } = here.run();
    expect(states()).toEqual({ test: "not-allowed", lint: "not-allowed" });
    expect(existsSync(file)).toBe(false);
    // The gates of the base were allowed, and the change takes one away.
    expect(status).toBe(3);
    expect(record().verdict.because).toContain("this change alters the gate test in deep-review.config.json");
  });

  test("in CI trust means nothing, and a run without a sandbox is refused; the base branch may allow its gates", () => {
    here.run("config", "--trust");
    runIn({ CI: "true" }, "--base", "main");
    expect(states()).toEqual({ test: "not-allowed", lint: "not-allowed" });
    const refused = runIn({ CI: "true" }, "--base", "main", "--allow-run", "--run-without-sandbox");
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("refused in CI")]);
    configure({ gates: { test: TEST, lint: "true" }, gatesInCi: true });
    commit("A change that allows itself");
    runIn({ CI: "true" }, "--base", "main");
    expect(states()).toEqual({ test: "not-allowed", lint: "not-allowed" });
    here.git("branch", "-f", "main");
    put("limit.txt", "10\n");
    commit("Ten");
    runIn({ CI: "true" }, "--base", "main");
    expect(states()).toEqual({ test: "red-before", lint: "green" });
  });

  test("set-up commands run in the sandbox: without the network unless the configuration is trusted, and what they leave is kept", () => {
    const out = join(here.home, "out");
    put("tools.txt", "1\n");
    configure({
      setup: [`touch ${out}; wc -l < /proc/net/route > network.txt; date +%s%N > made.txt; echo 1 > limit.txt`],
      gates: { test: TEST, network: "cat made.txt; test $(cat network.txt) -gt 1" },
    });
    commit("Set-up");
    here.run("--allow-run");
    expect(states()).toMatchObject({ test: "green", network: expect.stringMatching(/red/) });
    expect(existsSync(out)).toBe(false);
    const made = () => record().gates?.find(({ name }) => name === "network")?.runs[0]?.output;
    const first = made();
    expect(first).toMatch(/^\d+/);
    here.run("--allow-run", "--again");
    expect(made()).toBe(first);
    here.run("config", "--trust");
    here.run("--again");
    expect(made()).not.toBe(first);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(join(here.home, ".cache/deep-review/deep-review-setup")).length).toBeGreaterThan(1);
  });

  test("nothing is left of its desks, and the checkout is as it was", () => {
    configure({ gates: { test: "echo 7 > limit.txt; touch made; git commit -qam x; false" } });
    commit("A gate that writes");
    const before = here.git("status", "--porcelain", "--ignored", "--", ":!.deep-review").toString();
    const head = here.git("rev-parse", "HEAD").toString();
    here.run("--allow-run");
    expect(states()).toEqual({ test: "red-before" });
    expect(here.git("status", "--porcelain", "--ignored", "--", ":!.deep-review").toString()).toBe(before);
    expect(here.git("rev-parse", "HEAD").toString()).toBe(head);
    expect(readFileSync(join(here.folder, "limit.txt"), "utf8")).toBe("9\n");
    expect(readdirSync(join(here.home, ".cache/deep-review/desks"))).toEqual([]);
  });
});

describe("what is proposed", () => {
  test("config shows the gates, and proposes some where there are none; init does too", () => {
    const shown = here.run("config").stdout;
    expect(shown).toMatch(/gate lint +true \(at most 10m/);
    expect(shown).not.toContain('"gates"');
    configure({});
    const scripts = { test: "node --test", lint: "oxlint" };
    put("package.json", JSON.stringify({ scripts, devDependencies: { oxlint: "1.0.0" } }));
    put("package-lock.json", "{}");
    commit("A package");
    const wanted = { setup: ["npm ci"], gates: { test: "npm test", lint: "npm run lint -- --format json" } };
    for (const args of [["config"], ["init", "--none"]]) {
      const { stdout } = here.run(...args);
      expect(JSON.parse(stdout.slice(stdout.indexOf("{\n")))).toEqual(wanted);
    }
  });

  test("init --gates writes them into the configuration, once, and keeps what it says otherwise", () => {
    put("package.json", JSON.stringify({ scripts: { test: "node --test" } }));
    configure({ failOn: "important" });
    commit("A package");
    expect(here.run("init", "--gates").stdout).toContain("Wrote deep-review.config.json");
    const written = () => JSON.parse(readFileSync(join(here.folder, "deep-review.config.json"), "utf8"));
    expect(written()).toEqual({ failOn: "important", gates: { test: "npm test" } });
    const again = here.run("init", "--gates");
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining("the gates were not written")]);
    expect(here.run("config").stdout).toMatch(/gates run +with --allow-run/);
  });

  test("init --gates writes the set-up too, unless one is named, and says that it needs trust for the network", () => {
    put("package.json", JSON.stringify({ scripts: { test: "node --test" }, dependencies: { koa: "3.0.0" } }));
    put("package-lock.json", "{}");
    configure({});
    commit("A package with dependencies");
    const written = () => JSON.parse(readFileSync(join(here.folder, "deep-review.config.json"), "utf8"));
    expect(here.run("init", "--gates").stdout).toMatch(/"setup": \["npm ci"\],[^]*network only with `config --trust`/);
    expect(written()).toEqual({ setup: ["npm ci"], gates: { test: "npm test" } });
    configure({ setup: ["make deps"] });
    expect(here.run("init", "--gates").stdout).not.toContain("network");
    expect(written()).toEqual({ setup: ["make deps"], gates: { test: "npm test" } });
  });

  test("a wrong gate is an error that names it", () => {
    configure({ gates: { "my tests": "true", types: { run: "tsc", timeout: "soon" } } });
    const { status, stderr } = here.run("config");
    expect(status).toBe(2);
    expect(stderr).toContain("gates.my tests");
    expect(stderr).toContain("gates.types");
  });
});
