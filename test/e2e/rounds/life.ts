import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { Review } from "#model/review.ts";
import { removeFolder } from "../../helpers/remove-folder.ts";
import { copyTemplate } from "../../helpers/template-folder.ts";
import { callProgram, newestIn } from "../../helpers/run-program.ts";

/** A finding as a scripted reviewer of these tests says it. */
export interface Said {
  readonly label: string;
  readonly title: string;
  /** `src/queue.ts:4-6` */
  readonly at: string;
  readonly quote?: string;
  readonly body?: string;
  readonly class?: string;
  /** What stands behind `Fix:`. */
  readonly fix?: string;
  /** A script and what it printed. */
  readonly repro?: { readonly script: string; readonly output: string };
}

/** What one reviewer says in one round. */
export interface Speech {
  readonly findings?: readonly Said[];
  /** Lines of its section on fixes. */
  readonly fixes?: string;
}

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A repository that is reviewed again and again, by real commands and a real git. */
export interface Life {
  readonly folder: string;
  git(...args: string[]): string;
  put(path: string, text: string): void;
  /** Commits everything that is there. */
  commit(message: string): string;
  cli(...args: string[]): Promise<Ended>;
  /** The same with further variables of the environment. */
  cliWith(variables: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended>;
  /** One round: what each reviewer says, further variables of the environment, and words of the command line. */
  round(
    speeches: Readonly<Record<string, Speech>>,
    variables?: Readonly<Record<string, string>>,
    ...args: string[]
  ): Promise<Review>;
  /** The newest record. */
  record(): Review;
  close(): void;
}

/** The lines that post what is not there, as they are and put right. */
export const SHIFT = "    const job = jobs.shift();\n    await post(job as string);";
export const SHIFT_FIXED = "    const job = jobs.shift();\n    if (job === undefined) break;\n    await post(job);";

/** Commits the queue with one passage replaced, and says by which commit. */
export function editQueue(life: Life, [from, to]: readonly [string, string], message: string): string {
  if (!QUEUE.includes(from)) throw new Error(`the queue does not hold ${from}`);
  life.put("src/queue.ts", QUEUE.replace(from, to));
  return life.commit(message);
}

/** A repository with `main` and a branch `feature` that adds a queue with problems in it. */
export function beginLife(folder = mkdtempSync(join(tmpdir(), "deep-review-life-"))): Life {
  copyTemplate("life", folder, buildQueue);
  return lifeIn(folder);
}

function buildQueue(folder: string): void {
  const { git, put, commit } = lifeIn(folder);
  git("init", "-q", "-b", "main", "--template=");
  put("deep-review.config.json", NO_ANALYZERS);
  put("README.md", "# Queue\n");
  commit("Begin");
  git("checkout", "-qb", "feature");
  put("src/queue.ts", QUEUE);
  commit("Add the queue");
}

/** A repository with these files on `main`, on a branch `feature`, where the built-in reviewers are on. */
export function beginWith(files: Readonly<Record<string, string>>): Life {
  const life = lifeIn(mkdtempSync(join(tmpdir(), "deep-review-life-")));
  life.git("init", "-q", "-b", "main");
  for (const [path, text] of Object.entries(files)) life.put(path, text);
  life.commit("Begin");
  life.git("checkout", "-qb", "feature");
  return life;
}

/** The same repository with all its reviews, once more. */
export function copyLife({ folder }: Life): Life {
  const copy = mkdtempSync(join(tmpdir(), "deep-review-life-"));
  cpSync(folder, copy, { recursive: true });
  return lifeIn(copy);
}

function lifeIn(folder: string): Life {
  const home = join(folder, ".git/home");
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1", NO_COLOR: "1" };
  const who = ["-c", "user.name=Rosa", "-c", "user.email=rosa@example.invalid", "-c", "commit.gpgsign=false"];
  const git = (...args: string[]): string =>
    execFileSync("git", [...who, ...args], { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const commit = (message: string): string => {
    git("add", "-A");
    git("commit", "-qm", message);
    return git("rev-parse", "HEAD").trim();
  };
  const call = async (environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ended> => {
    const { status: code, stdout, stderr } = await callProgram(args, { cwd: folder, env: environment });
    return { code, stdout, stderr };
  };
  const cli: Life["cli"] = (...args) => call(env, args);
  const record = (): Review => {
    const reviews = join(folder, ".deep-review/reviews");
    return JSON.parse(readFileSync(join(reviews, newestIn(reviews), "review.json"), "utf8"));
  };
  return {
    folder,
    git,
    put,
    commit,
    cli,
    cliWith: (variables, ...args) => call({ ...env, ...variables }, args),
    record,
    async round(speeches, variables = {}, ...args) {
      const script = join(folder, ".git/script.json");
      const reviewers = Object.entries(speeches).map(([id, speech]) => ({ id, name: id, says: write(speech) }));
      writeFileSync(script, JSON.stringify({ reviewers }));
      const { code, stderr } = await call({ ...env, ...variables }, ["--scripted", script, "--quiet", ...args]);
      if (code !== 0) throw new Error(`deep-review ended with ${code}: ${stderr}`);
      return record();
    },
    close: () => removeFolder(folder),
  };
}

/** What is kept, worst first, with the words in which it is told. */
export function kept({
  clusters,
  findings,
}: Review): readonly (RuledCluster & { readonly words: Finding | undefined })[] {
  return clusters
    .filter(({ ruling }) => ruling.kind === "keep")
    .map((cluster) => ({ ...cluster, words: findings.find(({ id }) => id === cluster.speaker) }));
}

/** The verdict. One by checks only does not contain a severity, so the worst one that its line names follows. */
export function verdictOf({ verdict: { kind, because } }: Pick<Review, "verdict">): string {
  if (kind !== "checks-only") return kind;
  const named = /\b(?:is|are) (critical|important) and\b/.exec(because)?.[1];
  return `${kind}, ${named ?? (because.includes("nothing above a suggestion") ? "suggestion" : "nothing")}`;
}

/** The status of every earlier problem: `R1.I1 fixed`. */
export const statuses = ({ previous }: Review): readonly string[] =>
  previous.map(({ ref, status }) => `${ref} ${status}`);

/** Where each kept problem comes from: `I1 carried-over`. */
export const origins = (review: Review): readonly string[] =>
  kept(review).map(({ id, lineage }) => `${id} ${lineage?.kind ?? "none"}`);

const IDS = ["loose-ends", "test-scout", "hazard-lint"];
const NO_ANALYZERS = `${JSON.stringify({ reviewers: Object.fromEntries(IDS.map((id) => [id, false])) })}\n`;

/** Three functions, each with a problem of its own; the first has two. */
export const QUEUE = `import { post } from "./post.ts";

const jobs: string[] = [];

export async function drain(limit: number): Promise<number> {
  let sent = 0;
  while (sent < limit) {
    const job = jobs.shift();
    await post(job as string);
    sent += 1;
  }
  console.log("drained", sent);
  return sent;
}

export function add(job: string): void {
  if (jobs.length > 100) {
    throw new Error("full");
  }
  jobs.push(job);
}

export function clear(): void {
  jobs.length = 0;
}
`;

/** The problems that the tests' reviewers know of. */
export const EMPTY_SHIFT: Said = {
  label: "I1",
  title: "`drain` posts `undefined` when the queue runs empty",
  at: "src/queue.ts:8-9",
  quote: SHIFT,
  body: "When fewer than `limit` jobs are there, `shift` returns `undefined`, and `post` is called with it.",
  fix: "leave the loop when there is no job.",
};
export const OFF_BY_ONE: Said = {
  label: "S1",
  title: "The queue takes 101 jobs although the limit is 100",
  at: "src/queue.ts:17",
  quote: "  if (jobs.length > 100) {",
  body: "`add` compares with `>`, so that one job more than the limit gets in.",
  fix: "compare with `>=`.",
};
export const LOUD_LOG: Said = {
  label: "S2",
  title: "`drain` writes to the console on every call",
  at: "src/queue.ts:12",
  quote: '  console.log("drained", sent);',
  body: "A library must not print. Every call of `drain` leaves a line in the log of whoever uses it.",
  fix: "remove the call.",
};

function write({ findings = [], fixes }: Speech): string {
  const section = (title: string, letter: string): string => {
    const own = findings.filter(({ label }) => label.startsWith(letter));
    return `### ${title}\n\n${own.length === 0 ? "None." : own.map(writeFinding).join("\n\n")}\n`;
  };
  return [
    "## Executive Summary\n\nA queue.\n",
    `## Findings\n\n${section("Critical Issues", "C")}\n${section("Important Issues", "I")}\n${section("Suggestions", "S")}`,
    ...(fixes === undefined ? [] : [`## Fix Verdicts\n\n${fixes}\n`]),
  ].join("\n");
}

const SEVERITIES: Readonly<Record<string, string>> = { C: "critical", I: "important", S: "suggestion" };

function writeFinding({ label, title, at, quote, body = "", class: origin = "regression", fix, repro }: Said): string {
  return [
    `${label}. **${title}** — \`${at}\` (${SEVERITIES[label[0] ?? ""]}, ${origin})`,
    ...(quote === undefined ? [] : [`\`\`\`ts\n${quote}\n\`\`\``]),
    body,
    ...(repro === undefined
      ? []
      : [`\`\`\`bash repro\n${repro.script}\n\`\`\``, `\`\`\`text repro-output\n${repro.output}\n\`\`\``]),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
  ].join("\n\n");
}
