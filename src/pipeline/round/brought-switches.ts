import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import picomatch from "picomatch";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import { openArchive } from "#adapters/store/archive.ts";
import type { Config } from "#config/config.ts";
import { CONFIG_FILES } from "#config/read-config.ts";
import type { Scope } from "#model/change/scope.ts";
import type { BroughtSwitches, RoundSettings } from "#model/change/settings.ts";
import type { Tree } from "#model/change/change.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import { listSome } from "#util/words.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { PanelChanges } from "../agents/compare-panels.ts";
import type { ConfigBefore } from "../load-config.ts";
import { builtInAnalyzers } from "../panel.ts";
import { leadsTo, namesInside } from "#adapters/store/inside.ts";

/** Two configurations, and the options of the command line that override both. */
export interface ComparedConfigs {
  readonly config: Config;
  /** Absent if the configuration did not change. */
  readonly before?: ConfigBefore;
  readonly changes: PanelChanges;
  readonly options: { readonly failOn?: string; readonly archive?: string };
  readonly root: string;
}

/**
 * What in the configuration of a working tree makes a review weaker than before the change. Undefined: nothing. Settings
 * that cannot make a verdict greener silently are not compared: a reviewer without time or budget has failed; files that
 * do not fit a smaller bundle are unread; a verifier drops nothing critical and nothing whose quote was found; an editor
 * decides nothing; a submodule that moves is unread.
 */
export async function findBrought(compared: ComparedConfigs): Promise<BroughtSwitches | undefined> {
  const { config, before, changes, options, root } = compared;
  if (before === undefined) return undefined;
  const { off, offIn, ignore } = compareSwitches(config, before.config);
  const now = fileOf(config.from);
  const then = before.unknown?.files ?? [fileOf(before.config.from)].filter((file) => file !== undefined);
  const files = [...new Set(now === undefined ? then : [now, ...then])];
  const where = now === undefined ? `by removing the configuration (${then.join(", ") || "none"})` : `in ${now}`;
  const { readers } = before.config.agents;
  const isFewer = config.agents.readers < readers;
  const lost = [
    ...changes.lost.map((phrase) => `this change ${phrase} ${where}`),
    ...(options.archive === undefined ? await describeMovedArchive({ config, before, root }, where) : []),
    ...describeUnknown(before, now),
  ];
  const told = [
    ...changes.told.map((phrase) => `this change ${phrase} ${where}`),
    ...(isFewer ? [`this change asks for fewer readers ${where}, and ${readers} are asked for all the same`] : []),
  ];
  const failOn =
    options.failOn !== undefined || !isStricter(before.config.failOn, config.failOn) ? undefined : before.config.failOn;
  const count = [off, offIn, ignore, lost, told].flat().length;
  if (count === 0 && failOn === undefined) return undefined;
  return { off, offIn, ignore, lost, told, files, where, failOn, ...(isFewer && { readers }) };
}

/** Nobody knows what a configuration demanded that could not be read. Whoever allowed new code to run has read it. */
function describeUnknown({ unknown }: ConfigBefore, now: string | undefined): string[] {
  if (unknown === undefined || (unknown.isCode && unknown.files[0] === now)) return [];
  const names = unknown.files.join(" or ");
  return [`this change replaces ${names}, and what the base says there is not known: ${unknown.why}`];
}

/** What one configuration switches off and another does not. */
function compareSwitches(now: Config, before: Config): Pick<BroughtSwitches, "off" | "offIn" | "ignore"> {
  const heldBefore = (glob: string, id: string): boolean =>
    before.offIn.some((one) => one.glob === glob && one.ids.includes(id));
  return {
    off: now.off.filter((id) => !before.off.includes(id)),
    offIn: now.offIn
      .map(({ glob, ids }) => ({ glob, ids: ids.filter((id) => !heldBefore(glob, id)) }))
      .filter(({ ids }) => ids.length > 0),
    ignore: now.ignore.filter((glob) => !before.ignore.includes(glob)),
  };
}

/** The file of a configuration, without the commit it was read at. Undefined if there is none. */
function fileOf(from: string): string | undefined {
  return [...CONFIG_FILES, "package.json"].find((name) => from === name || from.startsWith(`${name} `));
}

function isStricter(one: Severity | undefined, other: Severity | undefined): boolean {
  if (one === undefined) return false;
  return other === undefined || severityLevel(one) < severityLevel(other);
}

/** Earlier rounds are in the old archive. If that is empty, nothing is lost. */
async function describeMovedArchive(
  { config, before, root }: Required<Pick<ComparedConfigs, "config" | "before" | "root">>,
  where: string,
): Promise<string[]> {
  const [now, then] = [resolve(root, config.archive), resolve(root, before.config.archive)];
  if (now === then || !existsSync(join(then, "reviews"))) return [];
  if ((await openArchive(then).list()).length === 0) return [];
  return [`this change moves the archive to ${config.archive} ${where}, so earlier rounds are not known`];
}

/** Where a configuration may have come from. */
export interface ConfigOrigin extends Pick<OpenedChange, "base" | "head" | "change"> {
  /** The root of the working tree that it was read in. */
  readonly root: string;
}

/**
 * The settings of a round. If the working tree weakens them, the user decided so, unless the change contains that edit;
 * then the old number of readers is required.
 */
export async function resolveBroughtSettings(settings: RoundSettings, origin: ConfigOrigin): Promise<RoundSettings> {
  const { brought, ...others } = settings;
  if (brought === undefined) return settings;
  const { base, head, change, root } = origin;
  const places = (brought.files ?? []).map((file) => namesInside(join(root, file), root));
  const names = (await Promise.all(places)).flat();
  const heldBy = ({ files }: Tree): string =>
    JSON.stringify(files.filter(({ path }) => leadsTo(path, names)).map(({ path, blob }) => [path, blob]));
  // Links are in no tree, and files outside the requested paths are in no scope.
  const isHeld = heldBy(base) !== heldBy(head) || change.scope.files.some(({ path }) => leadsTo(path, names));
  return isHeld ? { ...settings, ...omitUndefined({ readers: brought.readers }) } : others;
}

/** What the change itself removes from its review, where it is unknown what would have been found. A phrase each. */
export function describeWithheldByChange({
  scope,
  settings,
}: {
  scope: Scope;
  settings?: RoundSettings | undefined;
}): string[] {
  const { brought } = settings ?? {};
  if (settings === undefined || brought === undefined) return [];
  const matches = brought.ignore.length === 0 ? () => false : picomatch([...brought.ignore], { dot: true });
  const unread = scope.files
    .filter(({ path, listed }) => listed !== undefined && matches(path))
    .map(({ path }) => path);
  const ignored = unread.length === 0 ? [] : [`this change ignores ${listSome(unread)} ${whereOf(settings)}`];
  return [...(brought.lost ?? []), ...ignored];
}

/** What else the change weakens: checks, whose findings above a suggestion are kept all the same, and the gate. */
export function describeBrought({
  settings,
  failOn,
}: {
  settings: RoundSettings;
  failOn?: Severity | undefined;
}): string[] {
  const { brought } = settings;
  if (brought === undefined) return [];
  const reviewers = new Set(builtInAnalyzers().map(({ id }) => id));
  const checks = brought.off.filter((id) => !reviewers.has(id));
  const inPaths = brought.offIn.map(({ glob, ids }) => `${ids.join(", ")} for ${glob}`);
  const all = [...checks, ...inPaths];
  const where = whereOf(settings);
  const isGateKept = failOn !== undefined && failOn === brought.failOn;
  return [
    ...(all.length === 0 ? [] : [`this change switches off ${listSome(all)} ${where}`]),
    ...(brought.told ?? []),
    ...(isGateKept ? [`this change loosens failOn ${where}, and ${failOn} findings fail it all the same`] : []),
  ];
}

const whereOf = ({ brought, from }: RoundSettings): string => brought?.where ?? `in ${from}`;
