import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Desk } from "#adapters/desk/open-desk.ts";
import { type CopyHost, openWorkingCopy, type WorkingCopy } from "#adapters/desk/working-copy.ts";
import type { ReproSide } from "#model/finding.ts";
import type { ReproRun } from "#model/panel/verification.ts";
import type { ReproPlan } from "./plan-repro.ts";

/** One run of a repro: on which code, and with which patch. */
export interface ArmRequest extends CopyHost {
  readonly plan: ReproPlan;
  readonly script: string;
  readonly side: ReproSide;
  readonly commit: string;
  readonly desk: Desk;
  /** Applied before the run. */
  readonly patch?: string | undefined;
  readonly deadlineSeconds: number;
  readonly signal: AbortSignal;
  /** Called with the copy before the script runs in it. */
  readonly prepare?: ((copy: WorkingCopy) => Promise<void>) | undefined;
}

/** The part of an output that is kept. */
const KEPT = { from: "start", characters: 20_000 } as const;

/** Go must neither load another version of itself nor look for modules. */
const OFFLINE = { GOTOOLCHAIN: "local", GOPROXY: "off" };

/** Runs a repro once, on a new copy of the code. Throws if it cannot be started, and if the patch does not apply. */
export async function runArm(request: ArmRequest): Promise<ReproRun> {
  const { plan, side, commit, desk, patch, signal, prepare, deadlineSeconds } = request;
  const copy = await openWorkingCopy(desk, "arm", request);
  try {
    await prepare?.(copy);
    if (patch !== undefined) await applyPatch(copy, patch, signal);
    await writeFile(join(copy.folder, plan.file), request.script);
    const run = await copy.run(commandLine(plan), {
      timeoutSeconds: deadlineSeconds,
      signal,
      keep: KEPT,
      env: OFFLINE,
      programs: plan.programs,
    });
    const { exitCode, output, cut, seconds } = run;
    return { side, commit, exitCode, output, cut, seconds };
  } finally {
    await copy.close();
  }
}

const PATCH_SECONDS = 60;

/** Applies a patch to a copy, in the sandbox: the paths in it are not ours. Throws if git refuses it. */
export async function applyPatch(copy: WorkingCopy, patch: string, signal: AbortSignal): Promise<void> {
  await writeFile(join(copy.folder, "fix.patch"), patch);
  const { exitCode, output, ended } = await copy.run("git apply --whitespace=nowarn ../fix.patch", {
    timeoutSeconds: PATCH_SECONDS,
    signal,
  });
  if (exitCode !== 0) throw new Error(`git did not apply the patch: ${output.trim().split("\n")[0] ?? ended}`);
}

/** Copies the script to its place, in the sandbox, so that no link of the repository leads it elsewhere. */
function commandLine({ file, place, command }: ReproPlan): string {
  const run = `exec ${command.map(quote).join(" ")}`;
  if (place === undefined) return run;
  return `mkdir -p -- ${quote(dirname(place))} && cp -- ${quote(`../${file}`)} ${quote(place)} && ${run}`;
}

const quote = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
