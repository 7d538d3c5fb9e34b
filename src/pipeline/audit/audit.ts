import { git } from "#adapters/git/git.ts";
import { openChange } from "#adapters/git/open-change.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { Analyzer, Check, CheckHit, UncheckedFile } from "#model/change/analyzer.ts";
import { type ChangedFile, isRead } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { reviewerId } from "#model/ids.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Incident } from "#model/panel/reviewer.ts";
import type { Severity } from "#model/severity.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { keepWanted, switchOff } from "#reviewers/analyzer/switches/switch-off.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { InternalError, UserError } from "#util/errors.ts";
import { describeUnchecked } from "../round/describe-files.ts";
import { ignoreFiles } from "../round/ignore-files.ts";
import { findCheckId } from "./find-check-id.ts";
import { builtInAnalyzers } from "../panel.ts";

export interface AuditRequest {
  readonly folder: string;
  /** Only files that match. Empty: all. */
  readonly paths: readonly string[];
  /** Only this check or this reviewer. */
  readonly check?: string;
  readonly settings: RoundSettings;
  readonly signal: AbortSignal;
}

/** One hit of a check. */
export interface AuditPlace {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly note?: string;
}

/** All hits of one check. */
export interface AuditGroup {
  readonly check: string;
  readonly title: string;
  readonly severity: Severity;
  readonly count: number;
  readonly places: readonly AuditPlace[];
}

/** The problems in a tree. Not a review: there is no change. */
export interface Audit {
  readonly commit: string;
  /** The numbers of files that were read, skipped, and not readable. */
  readonly files: { readonly read: number; readonly listed: number; readonly unread: number };
  /** The number of checks that ran, and the checks that need a change. */
  readonly checks: { readonly looked: number; readonly changeOnly: readonly string[] };
  readonly groups: readonly AuditGroup[];
  readonly switchedOff: readonly SwitchedOff[];
  readonly limits: readonly string[];
  readonly from: string;
}

/**
 * Runs the checks on every file of HEAD, as a change in which every line is new. It reports the same lines as a review of
 * them, with two exceptions: here a comment that switches a check off always counts, and a file that claims to be
 * generated is skipped. A review asks the base about both, so that a change cannot silence anything about itself.
 */
export async function auditTree(request: AuditRequest): Promise<Audit> {
  const { folder, settings, signal } = request;
  const analyzers = chooseAnalyzers(request);
  const empty = (await git(folder, ["hash-object", "-t", "tree", "/dev/null"]))?.trim();
  if (empty === undefined) throw new InternalError(`git cannot name the empty tree in ${folder}`);
  if ((await git(folder, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])) === undefined) throw noCommit(folder);
  const tree = { target: `${empty}..HEAD`, isWholeTree: true };
  const opened = await openChange({ folder, ...tree, paths: request.paths, signal }, classifyFile);
  try {
    const change = { ...ignoreFiles(opened.change, settings.ignore), messages: [] };
    const { base, head } = opened;
    const index = buildChangeIndex({ change, base, head, log: () => Promise.resolve([]), signal });
    const hits: CheckHit[] = [];
    const off: SwitchedOff[] = [];
    const missed: Incident[] = [];
    const wanted = new Map(analyzers.flatMap(({ checks }) => checks.map((check) => [check.id, check])));
    for (const analyzer of analyzers) {
      const unlooked: UncheckedFile[] = [];
      const found = await analyzer.review(index, signal, { unlooked: (one) => unlooked.push(one) });
      const isAsked = ({ check }: { readonly check: string }): boolean => wanted.has(check);
      const input = { reviewer: reviewerId(analyzer.id), index, switches: settings, isWholeTree: true };
      const kept = await switchOff(found.filter(isAsked), input);
      missed.push(...describeUnchecked(await keepWanted(unlooked.filter(isAsked), input), analyzer.checks));
      hits.push(...kept.hits);
      off.push(...kept.off);
    }
    const { files } = change.scope;
    const count = (isIt: (file: ChangedFile) => boolean): number => files.filter(isIt).length;
    return {
      commit: head.commit,
      files: {
        read: count(isRead),
        listed: count(({ listed }) => listed !== undefined),
        unread: count(({ unread }) => unread !== undefined),
      },
      checks: { looked: wanted.size, changeOnly: changeOnlyChecks() },
      groups: [...wanted.values()].flatMap((check) => groupOf(check, hits)),
      switchedOff: off,
      limits: [...(change.scope.limits ?? []), ...missed.map(({ text }) => text)],
      from: settings.from,
    };
  } finally {
    await opened.close();
  }
}

function noCommit(folder: string): UserError {
  return new UserError({
    what: "there is nothing to audit",
    why: `the repository in ${folder} has no commit yet, and an audit reads the files of HEAD`,
    fix: "commit something first; `deep-review` without a command reviews files that are not committed",
  });
}

/** The enabled reviewers, each with the requested checks that work on a tree. */
function chooseAnalyzers({ check, settings }: AuditRequest): Analyzer[] {
  const all = builtInAnalyzers();
  const asked = check === undefined ? undefined : findCheckId(check);
  const reason = all.flatMap(({ checks }) => checks).find(({ id }) => id === asked)?.changeOnly;
  if (reason !== undefined) {
    throw new UserError({
      what: `${asked} cannot look at a tree`,
      why: reason,
      fix: "run `deep-review` to review a change",
    });
  }
  return all
    .filter(({ id }) => !settings.off.includes(id))
    .map((analyzer) => ({
      ...analyzer,
      checks: analyzer.checks.filter((one) => isWanted(one, analyzer.id, asked)),
    }))
    .filter(({ checks }) => checks.length > 0);
}

function isWanted(
  { id, changeOnly }: Analyzer["checks"][number],
  reviewer: string,
  asked: string | undefined,
): boolean {
  return changeOnly === undefined && (asked === undefined || asked === id || asked === reviewer);
}

function changeOnlyChecks(): string[] {
  return builtInAnalyzers().flatMap(({ checks }) =>
    checks.filter((check) => check.changeOnly !== undefined).map(({ id }) => id),
  );
}

function groupOf({ id, title, severity }: Check, hits: readonly CheckHit[]): AuditGroup[] {
  const places = hits
    .filter(({ check }) => check === id)
    .flatMap((hit) => hit.places.filter(({ evidence }) => evidence !== true))
    .map(({ location, quote, note }) => ({
      path: location.path,
      line: location.start ?? 1,
      text: maskSecrets(quote.split("\n")[0]?.trim() ?? "").slice(0, 200),
      note,
    }))
    .toSorted((one, other) => (one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1));
  return places.length === 0 ? [] : [{ check: id, title, severity, count: places.length, places }];
}
