import { join } from "node:path";
import picomatch from "picomatch";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Scope } from "#model/change/scope.ts";
import type { BroughtSwitches, RoundSettings } from "#model/change/settings.ts";
import type { Tree } from "#model/change/change.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { listSome } from "#util/list-some.ts";
import { builtInAnalyzers } from "../panel.ts";
import { leadsTo, namesInside } from "../rounds/names-inside.ts";

/** What one configuration switches off and another does not; undefined: nothing. */
export function compareSwitches(now: BroughtSwitches, before: BroughtSwitches): BroughtSwitches | undefined {
  const heldBefore = (glob: string, id: string): boolean =>
    before.offIn.some((one) => one.glob === glob && one.ids.includes(id));
  const offIn = now.offIn
    .map(({ glob, ids }) => ({ glob, ids: ids.filter((id) => !heldBefore(glob, id)) }))
    .filter(({ ids }) => ids.length > 0);
  const off = now.off.filter((id) => !before.off.includes(id));
  const ignore = now.ignore.filter((glob) => !before.ignore.includes(glob));
  return off.length + offIn.length + ignore.length === 0 ? undefined : { off, offIn, ignore };
}

/** Where a configuration may have come from. */
export interface ConfigOrigin extends Pick<OpenedChange, "base" | "head" | "change"> {
  /** The root of the working tree that it was read in. */
  readonly root: string;
}

/** The settings of a round. What the user's working tree switches off is the user's word, unless the change holds it. */
export async function settleBrought(settings: RoundSettings, origin: ConfigOrigin): Promise<RoundSettings> {
  const { brought, ...others } = settings;
  if (brought === undefined) return settings;
  const { base, head, change, root } = origin;
  const names = await namesInside(join(root, settings.from), root);
  const heldBy = ({ files }: Tree): string =>
    JSON.stringify(files.filter(({ path }) => leadsTo(path, names)).map(({ path, blob }) => [path, blob]));
  // Links stand in no tree, and files beside the paths that were asked for in no scope.
  const isHeld = heldBy(base) !== heldBy(head) || change.scope.files.some(({ path }) => leadsTo(path, names));
  return isHeld ? settings : others;
}

interface SwitchedRound {
  readonly scope: Scope;
  readonly panel: readonly { readonly reviewer: Reviewer }[];
  readonly settings?: RoundSettings;
}

/** What of a round the change itself switched off, where nothing shows what would have been found: a phrase each. */
export function describeUnseen({ scope, panel, settings }: SwitchedRound): string[] {
  const { brought, from } = settings ?? {};
  if (brought === undefined) return [];
  const isOnPanel = (id: string): boolean => panel.some(({ reviewer }) => reviewer.id === id);
  const gone = builtInAnalyzers().filter(({ id }) => brought.off.includes(id) && !isOnPanel(id));
  const matches = brought.ignore.length === 0 ? () => false : picomatch([...brought.ignore], { dot: true });
  const unread = scope.files
    .filter(({ path, listed }) => listed !== undefined && matches(path))
    .map(({ path }) => path);
  return [
    ...(gone.length === 0 ? [] : [`this change switches off ${listSome(gone.map(({ name }) => name))} in ${from}`]),
    ...(unread.length === 0 ? [] : [`this change ignores ${listSome(unread)} in ${from}`]),
  ];
}

/** Which checks the change switches off; what they find that is more than a suggestion stands all the same. */
export function describeBrought({ brought, from }: RoundSettings): string[] {
  if (brought === undefined) return [];
  const reviewers = new Set(builtInAnalyzers().map(({ id }) => id));
  const checks = brought.off.filter((id) => !reviewers.has(id));
  const inPaths = brought.offIn.map(({ glob, ids }) => `${ids.join(", ")} for ${glob}`);
  const all = [...checks, ...inPaths];
  return all.length === 0 ? [] : [`this change switches off ${listSome(all)} in ${from}`];
}
