import type { Config } from "#config/config.ts";
import type { MemberSetting } from "#config/member-setting.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { listSome } from "#util/words.ts";
import { lookUp } from "#util/look-up.ts";
import { builtInAnalyzers } from "../panel.ts";
import { chooseMembers, type PanelRequest } from "./choose-panel.ts";

/** How a change of the configuration affects the panel. Phrases that follow "this change". */
export interface PanelChanges {
  /** A reviewer was removed or made optional. */
  readonly lost: readonly string[];
  /** A reviewer has another model or effort. We do not judge whether that is worse. */
  readonly told: readonly string[];
}

/** Compares the requested panel with the one that the earlier configuration would have given. */
export function comparePanels(request: PanelRequest, before: Config | undefined): PanelChanges {
  if (before === undefined) return { lost: [], told: [] };
  const isSame = (now: MemberSetting, old: MemberSetting): boolean =>
    howAsked(now, request.config) === howAsked(old, before);
  const left = [...chooseMembers(request).memberSettings];
  const take = (fits: (setting: MemberSetting) => boolean): MemberSetting | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  // Match unchanged members first, so that of two of a kind the removed one is reported.
  const others = membersBefore(request, before).filter(
    (old) => take((now) => isSame(now, old) && !isWeaker(now, old)) === undefined,
  );
  const pairs = others.map((old) => ({ old, now: take(({ use }) => use === old.use) }));
  const named = (fits: (now: MemberSetting | undefined, old: MemberSetting) => boolean): string[] =>
    pairs.filter(({ now, old }) => fits(now, old)).map(({ old }) => nameOf(old));
  const on = request.panel === undefined ? "" : ` on the panel ${request.panel}`;
  return {
    lost: [
      ...describeGone(
        pairs.flatMap(({ old, now }) => (now === undefined ? [old] : [])),
        request,
      ),
      ...phrase(
        named((now, old) => now !== undefined && isWeaker(now, old)),
        (names) => `makes ${names} optional${on}`,
      ),
    ],
    told: phrase(
      named((now, old) => now !== undefined && !isSame(now, old)),
      (names) => `changes the model or effort of ${names}${on}`,
    ),
  };
}

function howAsked(setting: MemberSetting, { agents }: Config): string {
  const { model, effort } = lookUp(agents.defaults, setting.use) ?? {};
  return JSON.stringify([setting.use, setting.model ?? model, setting.effort ?? effort]);
}

const isWeaker = (now: MemberSetting, old: MemberSetting): boolean => now.isOptional && !old.isOptional;

/** Empty if the panel did not exist before. */
function membersBefore(request: PanelRequest, before: Config): readonly MemberSetting[] {
  try {
    return chooseMembers({ ...request, config: before }).memberSettings;
  } catch {
    return [];
  }
}

function describeGone(gone: readonly MemberSetting[], { config, panel, reviewers }: PanelRequest): string[] {
  const isConfigured = panel !== undefined && lookUp(config.agents.panels, panel) !== undefined;
  const isOff = ({ use }: MemberSetting): boolean =>
    !isConfigured && reviewers === undefined && config.off.includes(use);
  const [off, others] = [gone.filter(isOff), gone.filter((setting) => !isOff(setting))];
  return [
    ...phrase(off.map(nameOf), (names) => `switches off ${names}`),
    ...phrase(others.map(nameOf), (names) => `takes ${names} off the panel${panel === undefined ? "" : ` ${panel}`}`),
  ];
}

function phrase(names: readonly string[], format: (names: string) => string): string[] {
  return names.length === 0 ? [] : [format(listSome(names))];
}

function nameOf({ name, use, id }: MemberSetting): string {
  const known = [...builtInAnalyzers(), ...AGENTS].find((one) => one.id === use);
  return name ?? known?.name ?? id ?? use;
}
