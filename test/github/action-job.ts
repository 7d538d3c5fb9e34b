import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOutputs } from "../helpers/job-outputs.ts";
import { readSteps, type WorkflowStep } from "../helpers/workflow-steps.ts";
import type { HubPull } from "./server/hub-pull.ts";
import type { HubRepository } from "./server/hub-repository.ts";

const root = new URL("../..", import.meta.url).pathname;
const actionFile = readFileSync(join(root, "action.yml"), "utf8");

/** How a run of the Action ended: what GitHub would know of it. */
export interface ActionRun {
  readonly code: number;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What steps that are actions of others were given, by the name of the step. */
  readonly used: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What happened, and what the workflow says. */
export interface ActionRequest {
  readonly event: string;
  readonly payload: unknown;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly token: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A runner with a home, a workspace and folders of its own. Of the real environment it has the search path. */
export class ActionJob {
  readonly folder = mkdtempSync(join(tmpdir(), "deep-review-runner-"));
  readonly workspace = join(this.folder, "work");
  readonly temp = join(this.folder, "temp");
  readonly home = join(this.folder, "home");
  readonly repository: HubRepository;
  #runs = 0;

  constructor(repository: HubRepository) {
    this.repository = repository;
    for (const folder of [this.temp, this.home, join(this.folder, "bin")]) mkdirSync(folder);
  }

  /** Puts a shell script into PATH. */
  install(name: string, script: string): void {
    writeFileSync(join(this.folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** What actions/checkout leaves of the base branch: a clone without credentials. From disk: the server is in this process. */
  checkOutBase(): void {
    this.#git(this.folder, "clone", "-q", this.repository.folder, this.workspace);
    this.#git(this.workspace, "remote", "set-url", "origin", this.repository.gitUrl);
    this.#git(this.workspace, "checkout", "-q", "--detach", "origin/main");
  }

  /** The same of a pull request: the commit in which it is merged into the base. */
  checkOutMerge({ number }: HubPull): void {
    this.checkOutBase();
    this.#git(this.workspace, "fetch", "-q", this.repository.folder, `refs/pull/${number}/head`);
    this.#git(this.workspace, "merge", "-q", "--no-ff", "-m", "Merge", "FETCH_HEAD");
  }

  /** Runs the steps of `action.yml` one after the other, as the runner does; what others' actions do is left out. */
  async run(request: ActionRequest): Promise<ActionRun> {
    const files = join(this.folder, `run-${(this.#runs += 1)}`);
    mkdirSync(files);
    const event = join(files, "event.json");
    writeFileSync(event, JSON.stringify(request.payload));
    const contexts: Contexts = { inputs: { ...defaultInputs(request.token), ...request.inputs }, steps: {} };
    const used: Record<string, Record<string, string>> = {};
    let [code, log, summary] = [0, "", ""];
    for (const [at, step] of readSteps(actionFile).entries()) {
      if (!isWanted(step, contexts, code)) continue;
      if (step.run === undefined) {
        used[step.name] = fill(step.with, contexts);
        continue;
      }
      if (step.name === "Build") throw new Error("dist is older than src: run `npm run build` first");
      const [output, told, script] = [
        join(files, `${at}-output`),
        join(files, `${at}-summary`),
        join(files, `${at}.sh`),
      ];
      for (const file of [output, told]) writeFileSync(file, "");
      writeFileSync(script, step.run);
      const own = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: told, ...fill(step.env, contexts) };
      const ended = await this.#bash(script, { ...this.#environment(request, event), ...own });
      log += ended.log;
      if (code === 0) code = ended.code;
      contexts.steps[step.id ?? ""] = readOutputs(readFileSync(output, "utf8"));
      summary += readFileSync(told, "utf8");
    }
    return { code, log, summary, used, outputs: contexts.steps["review"] ?? {} };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #environment({ event, env = {} }: ActionRequest, eventPath: string): Record<string, string> {
    const { url } = this.repository.world;
    return {
      PATH: `${join(this.folder, "bin")}:${process.env["PATH"] ?? ""}`,
      HOME: this.home,
      GIT_CONFIG_NOSYSTEM: "1",
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: root,
      GITHUB_WORKSPACE: this.workspace,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_REPOSITORY: this.repository.name,
      GITHUB_SERVER_URL: url,
      GITHUB_API_URL: `${url}/api/v3`,
      GITHUB_GRAPHQL_URL: `${url}/api/graphql`,
      GITHUB_RUN_ID: "1",
      RUNNER_TEMP: this.temp,
      RUNNER_OS: "Linux",
      ...env,
    };
  }

  /** As `shell: bash` is run. Not in the same process: the server must be able to answer meanwhile. */
  #bash(script: string, env: Record<string, string>): Promise<{ code: number; log: string }> {
    return new Promise((resolve, reject) => {
      const cwd = existsSync(this.workspace) ? this.workspace : this.folder;
      const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], { cwd, env });
      let log = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code: code ?? -1, log }));
    });
  }

  #git(cwd: string, ...args: readonly string[]): void {
    const who = ["-c", "user.name=runner", "-c", "user.email=runner@example.invalid"];
    const env = { PATH: process.env["PATH"] ?? "", HOME: this.home, GIT_CONFIG_NOSYSTEM: "1" };
    execFileSync("git", [...who, ...args], { cwd, env, stdio: "pipe" });
  }
}

interface Contexts {
  readonly inputs: Record<string, string>;
  readonly steps: Record<string, Record<string, string>>;
}

function defaultInputs(token: string): Record<string, string> {
  const [, inputs = ""] = /\ninputs:\n([^]*?)\noutputs:\n/.exec(actionFile) ?? [];
  const pairs = [...inputs.matchAll(/^ {2}([\w-]+):\n {4}description: .*\n {4}default: (.*)$/gm)];
  return Object.fromEntries(
    pairs.map(([, name = "", value = ""]) => [name, name === "token" ? token : value.replace(/^"(.*)"$/, "$1")]),
  );
}

function fill(texts: Readonly<Record<string, string>>, contexts: Contexts): Record<string, string> {
  const replace = (text: string): string =>
    text.replace(/\$\{\{ (.*?) \}\}/g, (_all, name: string) => valueOf(name, contexts));
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, replace(text)]));
}

function valueOf(name: string, { inputs, steps }: Contexts): string {
  const [kind, first = "", , last = ""] = name.split(".");
  if (kind === "inputs") return inputs[first] ?? "";
  if (kind === "steps") return steps[first]?.[last] ?? "";
  if (name === "github.run_id" || name === "github.run_attempt") return "1";
  if (name === "runner.os") return "Linux";
  throw new Error(`action.yml uses ${name}, which this runner does not know`);
}

/** Conditions are comparisons with words, joined by `&&`; without `always()` a step is left out once one has failed. */
function isWanted({ if: condition = "" }: WorkflowStep, contexts: Contexts, code: number): boolean {
  const parts = condition === "" ? [] : condition.split(" && ");
  if (code !== 0 && !parts.includes("always()")) return false;
  return parts.every((part) => {
    if (part === "always()") return true;
    const [, name = "", sign, word] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`action.yml has a condition that this runner does not know: ${part}`);
    return (valueOf(name, contexts) === word) === (sign === "==");
  });
}
