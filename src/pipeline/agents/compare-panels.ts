import type { Config } from "#config/config.ts";
import type { MemberSetting } from "#config/member-setting.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { listSome } from "#util/words.ts";
import { lookUp } from "#util/look-up.ts";
import { builtInAnalyzers } from "../panel.ts";
import { chooseMembers, type PanelRequest } from "./choose-panel.ts";

/** What one configuration takes from a panel that another gives it: what "this change" does, a phrase each. */
export interface PanelChanges {
  /** Somebody is not asked any more, or need not answer. */
  readonly lost: readonly string[];
  /** Somebody is asked in another way; whether that is worse is not for us to say. */
  readonly told: readonly string[];
}

/** Compares whom a request calls with whom it would have called by the configuration before. */
export function comparePanels(request: PanelRequest, before: Config | undefined): PanelChanges {
  if (before === undefined) return { lost: [], told: [] };
  const isSame = (now: MemberSetting, old: MemberSetting): boolean =>
    howAsked(now, request.config) === howAsked(old, before);
  const left = [...chooseMembers(request).seats];
  const take = (fits: (seat: MemberSetting) => boolean): MemberSetting | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  // Whoever kept a place as it was first, so that of two of a kind the other one is missed.
  const others = seatsBefore(request, before).filter(
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
      ...say(
        named((now, old) => now !== undefined && isWeaker(now, old)),
        (names) => `makes ${names} optional${on}`,
      ),
    ],
    told: say(
      named((now, old) => now !== undefined && !isSame(now, old)),
      (names) => `changes the model or effort of ${names}${on}`,
    ),
  };
}

function howAsked(seat: MemberSetting, { agents }: Config): string {
  const { model, effort } = lookUp(agents.defaults, seat.use) ?? {};
  return JSON.stringify([seat.use, seat.model ?? model, seat.effort ?? effort]);
}

const isWeaker = (now: MemberSetting, old: MemberSetting): boolean => now.isOptional && !old.isOptional;

/** A panel that there was not before takes nobody's place. */
function seatsBefore(request: PanelRequest, before: Config): readonly MemberSetting[] {
  try {
    return chooseMembers({ ...request, config: before }).seats;
  } catch {
    return [];
  }
}

function describeGone(gone: readonly MemberSetting[], { config, panel, reviewers }: PanelRequest): string[] {
  const isConfigured = panel !== undefined && lookUp(config.agents.panels, panel) !== undefined;
  const isOff = ({ use }: MemberSetting): boolean =>
    !isConfigured && reviewers === undefined && config.off.includes(use);
  const [off, others] = [gone.filter(isOff), gone.filter((seat) => !isOff(seat))];
  return [
    ...say(off.map(nameOf), (names) => `switches off ${names}`),
    ...say(others.map(nameOf), (names) => `takes ${names} off the panel${panel === undefined ? "" : ` ${panel}`}`),
  ];
}

function say(names: readonly string[], phrase: (names: string) => string): string[] {
  return names.length === 0 ? [] : [phrase(listSome(names))];
}

function nameOf({ name, use, id }: MemberSetting): string {
  const known = [...builtInAnalyzers(), ...AGENTS].find((one) => one.id === use);
  return name ?? known?.name ?? id ?? use;
}
