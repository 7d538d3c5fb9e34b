import type { Cluster } from "#model/cluster.ts";
import { diffsOfPatch, type Finding } from "#model/finding.ts";
import type { ClusterId, FindingId } from "#model/ids.ts";
import { isRefused, type PatchState, type PatchTrial } from "#model/panel/patch.ts";
import type { ReportArm, ReportPatch, ReportTrial } from "#model/panel/report-trial.ts";
import type { Demonstration, ReproRun } from "#model/panel/verification.ts";
import type { ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";

/** The runs of a repro in words. */
export function describeTrial(demonstration: Demonstration): ReportTrial {
  const { outcome, why, command, directory, versions = [], script, language = "bash", runs } = demonstration;
  return {
    outcome,
    words: OUTCOMES[outcome],
    why,
    origin: originOf(demonstration),
    command: command.join(" "),
    directory,
    versions: versions.map(({ program, version }) => `${program} ${version}`).join(", "),
    script,
    language,
    arms: runs.map((run, at) =>
      describeArm(
        run,
        runs.slice(0, at).some(({ side }) => side === run.side),
      ),
    ),
  };
}

const OUTCOMES: Readonly<Record<Demonstration["outcome"], string>> = {
  shown: "shown",
  "not-shown": "not shown",
  flaky: "flaky, not shown",
  "could-not-run": "could not be run",
};

function originOf({ class: kind, classWhy }: Demonstration): string | undefined {
  if (kind === undefined) return classWhy === undefined ? undefined : `no class is computed: ${classWhy}`;
  return classWhy === undefined ? kind : `${kind}: ${classWhy}`;
}

const SIDES: Readonly<Record<ReproRun["side"], string>> = {
  head: "head",
  base: "base",
  previous: "previous round",
  patched: "head with the patch",
};

function describeArm({ side, commit, exitCode, seconds, output, cut }: ReproRun, isAgain: boolean): ReportArm {
  return {
    on: `${SIDES[side]}${isAgain ? " again" : ""}`,
    commit: commit?.slice(0, 10),
    ended: exitCode === undefined ? "did not end by itself" : `exit code ${exitCode}`,
    seconds,
    output,
    isCut: cut === true,
  };
}

/** Sought first: what may be offered, then what is most worth knowing. */
const BEST_FIRST: readonly PatchState[] = ["tested", "applies", "does-not-fix", "breaks-gates", "does-not-apply"];

/** The patch of a problem: the best one of its findings, and of equal ones the speaker's. */
export function choosePatch(
  { patches = [], id, findings }: Pick<Review, "patches" | "id" | "findings">,
  cluster: Pick<Cluster, "members"> & { readonly id: ClusterId },
  speaker: FindingId | undefined,
): ReportPatch | undefined {
  const own = new Set(cluster.members.filter(({ share }) => share !== "secondary").map(({ finding }) => finding));
  const candidates = patches.filter(({ finding }) => own.has(finding));
  const [best] = candidates.toSorted(
    (one, other) =>
      BEST_FIRST.indexOf(one.state) - BEST_FIRST.indexOf(other.state) ||
      Number(other.finding === speaker) - Number(one.finding === speaker),
  );
  if (best === undefined) return undefined;
  return describePatch(best, {
    review: `${USUAL_ARCHIVE}/reviews/${id}`,
    cluster: cluster.id,
    finding: findings.find((one) => one.id === best.finding),
  });
}

const USUAL_ARCHIVE = ".deep-review";

/** The same finding for an archive in another place. */
export function inArchive(finding: ReportFinding, archive: string): ReportFinding {
  const { patch } = finding;
  if (patch === undefined) return finding;
  const path = patch.path.replace(USUAL_ARCHIVE, () => archive);
  return { ...finding, patch: { ...patch, path, command: applyCommand(path) } };
}

const applyCommand = (path: string): string => `git apply ${quoted(path)}`;

interface PatchPlace {
  /** The folder of the review. */
  readonly review: string;
  readonly cluster: ClusterId;
  readonly finding: Finding | undefined;
}

function describePatch(trial: PatchTrial, { review, cluster, finding }: PatchPlace): ReportPatch {
  const { state, why, patch, gates = [] } = trial;
  const file = `patches/${cluster}.patch`;
  return {
    state,
    words: PATCH_WORDS[state],
    why,
    isOffered: !isRefused(trial),
    text: patch,
    diffs: finding?.fix === undefined ? [] : diffsOfPatch(finding.fix),
    file,
    path: `${review}/${file}`,
    command: applyCommand(`${review}/${file}`),
    gates: gates.map(({ name, run: { ended, seconds } }) => ({ name, ended, seconds })),
  };
}

const PATCH_WORDS: Readonly<Record<PatchState, string>> = {
  tested: "tested patch",
  applies: "patch applies, untested",
  "does-not-apply": "sketch: the patch does not apply",
  "does-not-fix": "patch does not fix it",
  "breaks-gates": "patch breaks a gate",
};

const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
