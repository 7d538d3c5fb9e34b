import type { DeskRequest } from "#adapters/desk/open-desk.ts";
import { type DeskSides, openSides } from "#adapters/desk/open-sides.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import { readArms } from "#grammar/report/repro-arms.ts";
import type { Finding, Repro, ReproSide } from "#model/finding.ts";
import type { FindingId } from "#model/ids.ts";
import type { Isolation } from "#model/panel/reviewer.ts";
import type { Demonstration, ReproRun } from "#model/panel/verification.ts";
import { judgeFlip, judgeRepro, mayShow, type RanRepro, type ReproClaim } from "#steps/verify-findings/judge-repro.ts";
import { messageOf } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { planRepro, type ReproPlan } from "./plan-repro.ts";
import { runArm } from "./run-arm.ts";
import { askVersions, isAtLeast, type KnownVersions, type ToolVersion } from "./tool-versions.ts";

/** What repros need to run. */
export interface ReproHost {
  /** `--allow-run`. Without it nothing is run or reported. */
  readonly allowRun: boolean;
  readonly sandbox: Sandbox;
  readonly desk: Omit<DeskRequest, "reviewer" | "bundle" | "head" | "base" | "side">;
  readonly head: string;
  /** Absent: there is no commit before the change. */
  readonly base?: string | undefined;
  /** The head of the previous round. Absent: there is none, or it is not here. */
  readonly previous?: string | undefined;
  /** Files that the base does not have. */
  readonly added?: readonly string[] | undefined;
  /** The patches of findings that apply to the head. */
  readonly patches?: ReadonlyMap<FindingId, string> | undefined;
  /** PATH and language; no proxies, no keys. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders that must not be read: the user's checkout. */
  readonly hidden: readonly string[];
  readonly signal: AbortSignal;
  readonly deadlineSeconds?: number;
  /** The number of repros in a round. */
  readonly most?: number;
  /** The time for all repros of a round. No further one is begun after it. */
  readonly budgetSeconds?: number;
}

/** A repro that was run or not, and whether the finding's patch makes the problem go away. */
export interface ReproResult {
  readonly demonstration: Demonstration;
  /** Absent: there is no patch, or the repro shows nothing. */
  readonly flip?: ReturnType<typeof judgeFlip> | undefined;
}

const DEADLINE_SECONDS = 60;
const MAX_COUNT = 10;
const BUDGET_SECONDS = 15 * 60;

/**
 * Runs the repros of findings, each on new writable copies of the code, in the sandbox, without the network. What shows
 * something at the head is run there again, at the base, at the previous round's head and with the finding's patch.
 * Without a sandbox nothing is run, and each result says so.
 */
export async function runRepros(findings: readonly Finding[], host: ReproHost): Promise<ReproResult[]> {
  if (!host.allowRun) return [];
  const wanted = findings.flatMap((finding) =>
    finding.repros.filter(({ script }) => script.trim() !== "").map((repro) => ({ finding, repro })),
  );
  const { desk, head, base, previous, signal } = host;
  const desks = openSides({ ...desk, reviewer: "repro", head, base, previous, signal });
  const context = { host, desks, known: new Map<string, string | undefined>() };
  const started = performance.now();
  try {
    const done: ReproResult[] = [];
    for (const [at, { finding, repro }] of wanted.entries()) {
      const not = whyNot(host, at, (performance.now() - started) / 1000);
      const result = not === undefined ? await demonstrate(repro, finding, context) : couldNot(not);
      const { flip, ...shown } = result;
      const about = { finding: finding.id, script: maskSecrets(repro.script), language: repro.language };
      done.push({ demonstration: { ...omitUndefined(about), ...shown }, flip });
    }
    return done;
  } finally {
    await desks.close();
  }
}

type Shown = Omit<Demonstration, "finding" | "script"> & Pick<ReproResult, "flip">;

const couldNot = (why: string): Shown => ({ command: [], runs: [], outcome: "could-not-run", why });

function whyNot(host: ReproHost, at: number, spent: number): string | undefined {
  const { sandbox, signal, most = MAX_COUNT, budgetSeconds = BUDGET_SECONDS } = host;
  if (sandbox.level === "none") return `it was not run: ${sandbox.says}`;
  if (signal.aborted) return "it was not run: the round was stopped";
  if (at >= most) return `no more than ${most} are run in a round`;
  return spent < budgetSeconds ? undefined : `it was not run: the ${budgetSeconds} s for all repros were used up`;
}

interface ReproContext {
  readonly host: ReproHost;
  readonly desks: DeskSides;
  readonly known: KnownVersions;
}

async function demonstrate(repro: Repro, { id }: Finding, { host, desks, known }: ReproContext): Promise<Shown> {
  const { signal, base, previous, patches } = host;
  try {
    const { code } = await desks.get("head");
    const plan = await planRepro(repro, code);
    if (typeof plan === "string") return couldNot(`it was not run: ${plan}`);
    const arms = new Arms(repro.script, plan, { host, desks, known });
    const head = await arms.run("head");
    if (typeof head === "string") return couldNot(`it was not run: ${maskSecrets(head)}`);
    const claimed = claimOf(repro);
    const ran: { -readonly [Key in keyof RanRepro]: RanRepro[Key] } = {
      script: repro.script,
      claimed,
      head,
      added: host.added,
    };
    let flip: ReproResult["flip"];
    if (mayShow(ran)) {
      const patch = patches?.get(id);
      if (base !== undefined) ran.base = await arms.try("base");
      if (previous !== undefined) await arms.try("previous");
      if (patch !== undefined) ran.patched = await arms.try("patched", patch);
      ran.again = await arms.try("head");
      if (patch !== undefined && !signal.aborted) flip = judgeFlip(ran);
    }
    const judged = judgeRepro(ran);
    const isolation: Isolation = { level: host.sandbox.level === "sandbox-exec" ? "sandbox-exec" : "bubblewrap" };
    const about = { command: [...plan.command], directory: ".", runs: arms.runs, isolation };
    const versions = arms.versions.length === 0 ? {} : { versions: arms.versions };
    return { ...about, ...versions, ...judged, flip: judged.outcome === "shown" ? flip : undefined };
  } catch (error) {
    return couldNot(`it was not run: ${maskSecrets(messageOf(error))}`);
  }
}

/** What the author says that the script prints, by side. */
function claimOf({ output }: Repro): ReproClaim {
  if (output === undefined) return {};
  const { head, arms } = readArms(maskSecrets(output));
  const of = (side: ReproSide): string | undefined => arms.find((arm) => arm.side === side)?.output;
  return omitUndefined({ head, base: of("base"), patched: of("patched") });
}

/** The runs of one repro. */
class Arms {
  readonly runs: ReproRun[] = [];
  versions: readonly ToolVersion[] = [];
  readonly #script: string;
  readonly #plan: ReproPlan;
  readonly #context: ReproContext;

  constructor(script: string, plan: ReproPlan, context: ReproContext) {
    this.#script = script;
    this.#plan = plan;
    this.#context = context;
  }

  /** A run, or why it could not start. */
  async run(side: ReproSide, patch?: string): Promise<ReproRun | string> {
    const { desks, host } = this.#context;
    const { sandbox, hidden, signal, env, deadlineSeconds = DEADLINE_SECONDS } = host;
    const at = side === "patched" ? "head" : side;
    try {
      const run = await runArm({
        plan: this.#plan,
        script: this.#script,
        side,
        commit: host[at] ?? "",
        desk: await desks.get(at),
        patch,
        deadlineSeconds,
        signal,
        sandbox,
        hidden,
        path: env["PATH"] ?? "",
        prepare: this.runs.length > 0 ? undefined : (copy) => this.#askVersions(copy),
      });
      this.runs.push(run);
      return run;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** A run; undefined if it could not start, or the round was stopped. */
  async try(side: ReproSide, patch?: string): Promise<ReproRun | undefined> {
    if (this.#context.host.signal.aborted) return undefined;
    const run = await this.run(side, patch);
    return typeof run === "string" ? undefined : run;
  }

  async #askVersions(copy: Parameters<typeof askVersions>[0]): Promise<void> {
    const { known, host } = this.#context;
    const { programs, needs, command } = this.#plan;
    this.versions = await askVersions(copy, programs, { known, signal: host.signal });
    const own = this.versions.find(({ program }) => program === command[0]);
    if (needs !== undefined && (own === undefined || !isAtLeast(own.version, needs))) {
      throw new Error(
        `${command[0]} ${own?.version ?? "(not here)"} does not run TypeScript; ${needs.major}.${needs.minor} does`,
      );
    }
  }
}
