import { join, resolve } from "node:path";
import { UserError } from "#util/errors.ts";
import { lookUp } from "#util/look-up.ts";

const ACTION_MODES = ["review", "publish"] as const;
type ActionMode = (typeof ACTION_MODES)[number];

/** A job of GitHub Actions, from the runner and the inputs of the Action. An empty input is undefined. */
export interface Job {
  readonly mode: ActionMode;
  readonly workspace: string;
  /** A folder for files of this job. */
  readonly temp: string;
  readonly eventName: string;
  readonly eventPath: string | undefined;
  readonly outputFile: string | undefined;
  readonly summaryFile: string | undefined;
  /** The archive; by default outside the checkout, so that the change cannot put anything into it. */
  readonly archive: string;
  readonly pullRequest: number | undefined;
  /** The head commit of the job, from an earlier step. */
  readonly head: string | undefined;
  /** The base branch at that time. */
  readonly base: string | undefined;
  readonly reviewers: string | undefined;
  readonly panel: string | undefined;
  readonly failOn: string | undefined;
  readonly withComments: boolean;
  /** Gates and repros may run. */
  readonly allowRun: boolean;
  readonly formats: string | undefined;
  /** The parts to publish; undefined: nothing. */
  readonly publish: string | undefined;
  readonly maxComments: string | undefined;
  /** The folder that an earlier job of this run left. */
  readonly bundle: string | undefined;
  /** The digest that this job passed on. */
  readonly bundleDigest: string | undefined;
}

/** Throws outside GitHub Actions. */
export function requireRunner(env: NodeJS.ProcessEnv): void {
  if (env["GITHUB_ACTIONS"] !== "true" || !env["GITHUB_WORKSPACE"] || !env["RUNNER_TEMP"]) throw notInActions();
}

/** Reads the job from the environment that the runner and `action.yml` set. */
export function readJob(env: NodeJS.ProcessEnv): Job {
  const given = (name: string): string | undefined => lookUp(env, name)?.trim() || undefined;
  const workspace = given("GITHUB_WORKSPACE") ?? "";
  const temp = given("RUNNER_TEMP") ?? "";
  return {
    mode: readMode(given("INPUT_MODE") ?? "review"),
    workspace,
    temp,
    eventName: given("GITHUB_EVENT_NAME") ?? "",
    eventPath: given("GITHUB_EVENT_PATH"),
    outputFile: given("GITHUB_OUTPUT"),
    summaryFile: given("GITHUB_STEP_SUMMARY"),
    archive: resolve(workspace, given("INPUT_ARCHIVE") ?? join(temp, "deep-review", "archive")),
    pullRequest: readNumber(given("INPUT_PULL_REQUEST")),
    head: readHead(given("DEEP_REVIEW_HEAD")),
    base: given("DEEP_REVIEW_BASE"),
    reviewers: given("INPUT_REVIEWERS"),
    panel: given("INPUT_PANEL"),
    failOn: given("INPUT_FAIL_ON"),
    withComments: readSwitch("with-comments", given("INPUT_WITH_COMMENTS")),
    allowRun: readSwitch("allow-run", given("INPUT_ALLOW_RUN")),
    formats: given("INPUT_FORMATS"),
    publish: given("INPUT_PUBLISH") === "none" ? undefined : given("INPUT_PUBLISH"),
    maxComments: given("INPUT_MAX_COMMENTS"),
    bundle: given("INPUT_BUNDLE"),
    bundleDigest: given("INPUT_BUNDLE_DIGEST"),
  };
}

function readMode(text: string): ActionMode {
  const mode = ACTION_MODES.find((name) => name === text);
  if (mode !== undefined) return mode;
  throw wrongInput("mode", text, `use one of ${ACTION_MODES.join(", ")}`);
}

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^#?[1-9]\d{0,8}$/.test(text)) return Number(text.replace("#", ""));
  throw wrongInput("pull-request", text, "give the number of a pull request of this repository, or leave it out");
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || text === "false") return false;
  if (text === "true") return true;
  throw wrongInput(name, text, "use true or false");
}

function readHead(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text)) return text;
  throw new UserError({
    what: `"${text}" is not a commit`,
    why: "DEEP_REVIEW_HEAD names the commit that this job is about",
    fix: "give the full id in hexadecimal digits, or leave it out",
  });
}

function wrongInput(name: string, value: string, fix: string): UserError {
  return new UserError({ what: `the input ${name} cannot be "${value}"`, why: "the workflow says so", fix });
}

function notInActions(): UserError {
  return new UserError({
    what: "this command is for GitHub Actions",
    why: "GITHUB_ACTIONS, GITHUB_WORKSPACE and RUNNER_TEMP, which a runner sets, are not all set",
    fix: "run `deep-review --help` for other commands; docs/guides/ci.md describes the Action",
  });
}
