import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Desk, DeskRequest } from "#adapters/desk/open-desk.ts";
import { type DeskSides, openSides } from "#adapters/desk/open-sides.ts";
import { openWorkingCopy } from "#adapters/desk/working-copy.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { Finding, Repro } from "#model/finding.ts";
import type { Isolation } from "#model/panel/reviewer.ts";
import type { Demonstration, ReproRun } from "#model/panel/verification.ts";
import { judgeRepro } from "#steps/verify-findings/judge-repro.ts";
import { messageOf } from "#util/errors.ts";
import { lookUp } from "#util/look-up.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";

/** What repros need to run. */
export interface ReproHost {
  /** `--allow-run`. Without it nothing is run or reported. */
  readonly allowRun: boolean;
  readonly sandbox: Sandbox;
  readonly desk: Omit<DeskRequest, "reviewer" | "bundle" | "head" | "base" | "side">;
  readonly head: string;
  /** Absent: there is no commit before the change. */
  readonly base?: string;
  /** PATH and language; no proxies, no keys. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders that must not be read: the user's checkout. */
  readonly hidden: readonly string[];
  readonly signal: AbortSignal;
  readonly deadlineSeconds?: number;
  /** The number of repros in a round. */
  readonly most?: number;
}

const DEADLINE_SECONDS = 60;
const MAX_COUNT = 10;

/**
 * Runs the repros of findings, after the change and before it: each on its own writable copy of the code, in the sandbox,
 * without the network. Without a sandbox nothing is run, and each result says so.
 */
export async function runRepros(findings: readonly Finding[], host: ReproHost): Promise<Demonstration[]> {
  if (!host.allowRun) return [];
  const wanted = findings.flatMap((finding) =>
    finding.repros.filter(({ script }) => script.trim() !== "").map((repro) => ({ finding, repro })),
  );
  const most = host.most ?? MAX_COUNT;
  const { desk, head, base, signal } = host;
  const desks = openSides({ ...desk, reviewer: "repro", head, base, signal });
  try {
    const done: Demonstration[] = [];
    for (const [at, { finding, repro }] of wanted.entries()) {
      const not = whyNot(repro, host) ?? (at >= most ? `no more than ${most} are run in a round` : undefined);
      const about = { finding: finding.id, script: maskSecrets(repro.script) };
      done.push({ ...about, ...(not === undefined ? await demonstrate(repro, { at, host, desks }) : couldNot(not)) });
    }
    return done;
  } finally {
    await desks.close();
  }
}

type Shown = Omit<Demonstration, "finding" | "script">;

const couldNot = (why: string): Shown => ({ command: [], runs: [], outcome: "could-not-run", why });

const INTERPRETERS: Readonly<Record<string, { readonly program: string; readonly ending: string }>> = {
  bash: { program: "bash", ending: "sh" },
  sh: { program: "sh", ending: "sh" },
  shell: { program: "bash", ending: "sh" },
  js: { program: "node", ending: "mjs" },
  javascript: { program: "node", ending: "mjs" },
  python: { program: "python3", ending: "py" },
  py: { program: "python3", ending: "py" },
};

const interpreterOf = ({ language = "bash" }: Repro) => lookUp(INTERPRETERS, language.toLowerCase());

function whyNot(repro: Repro, { sandbox, signal }: ReproHost): string | undefined {
  if (sandbox.level === "none") return `it was not run: ${sandbox.says}`;
  if (signal.aborted) return "it was not run: the round was stopped";
  return interpreterOf(repro) === undefined ? `it was not run: nothing here runs "${repro.language}"` : undefined;
}

interface ReproContext {
  readonly at: number;
  readonly host: ReproHost;
  readonly desks: DeskSides;
}

async function demonstrate(repro: Repro, { at, host, desks }: ReproContext): Promise<Shown> {
  const { program, ending } = interpreterOf(repro)!;
  const command = [program, `repro.${ending}`];
  const run = async (side: "head" | "base"): Promise<ReproRun | string> => {
    try {
      return await runOnce({ repro, command, side, folder: `repro-${at + 1}`, desk: await desks.get(side), host });
    } catch (error) {
      return messageOf(error);
    }
  };
  const head = await run("head");
  if (typeof head === "string") return couldNot(`it was not run: ${maskSecrets(head)}`);
  const before = host.base === undefined || host.signal.aborted ? undefined : await run("base");
  const base = typeof before === "string" ? undefined : before;
  const claimed = repro.output === undefined ? undefined : maskSecrets(repro.output);
  const isolation: Isolation = { level: host.sandbox.level === "sandbox-exec" ? "sandbox-exec" : "bubblewrap" };
  const judged = judgeRepro({ script: repro.script, claimed, head, base });
  return { command, runs: [head, ...(base === undefined ? [] : [base])], isolation, ...judged };
}

interface OneRun {
  readonly repro: Repro;
  readonly command: readonly string[];
  readonly side: ReproRun["side"];
  readonly folder: string;
  readonly desk: Desk;
  readonly host: ReproHost;
}

/** The part of an output that is kept. */
const KEPT = { from: "start", characters: 20_000 } as const;

async function runOnce({ repro, command, side, folder, desk, host }: OneRun): Promise<ReproRun> {
  const { sandbox, hidden, signal, env, deadlineSeconds = DEADLINE_SECONDS } = host;
  const copy = await openWorkingCopy(desk, folder, { sandbox, hidden, path: env["PATH"] ?? "" });
  try {
    const [program = "", script = ""] = command;
    await writeFile(join(copy.folder, script), repro.script);
    const run = await copy.run(`exec ${program} ../${script}`, {
      timeoutSeconds: deadlineSeconds,
      signal,
      keep: KEPT,
    });
    const { exitCode, output, cut, seconds } = run;
    return { side, exitCode, output, cut, seconds };
  } finally {
    await copy.close();
  }
}
