import type { AgentSettings, Config } from "#config/config.ts";
import { parseMember, riskyKeys, type MemberSetting } from "#config/member-setting.ts";
import type { UserConfig } from "#config/user-config.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { MODEL_PROVIDERS } from "#reviewers/model/model-name.ts";
import { REMOVED_IDS } from "#reviewers/registry.ts";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import { builtInAnalyzers } from "../panel.ts";
import { type FoundAgent, isReady } from "./find-agents.ts";
import { lookUp } from "#util/look-up.ts";
import { joinAnd } from "#util/words.ts";

/** What says who shall review. */
export interface PanelRequest {
  /** `--reviewers`: these, and nobody else. */
  readonly reviewers?: string;
  /** `--panel`: one of the configured panels, or deep or quick. */
  readonly panel?: string;
  readonly config: Config;
  readonly user: UserConfig;
  /** What is installed here. */
  readonly found: readonly FoundAgent[];
}

/** Places at the table, and a line for a user who might want more. */
export interface ChosenMembers {
  readonly seats: readonly MemberSetting[];
  readonly hint?: string;
}

/**
 * Who sits on the panel. Nothing that costs money is asked unasked: agents come by an option of this call or by what
 * the user chose once, never by the reviewed repository alone.
 */
export function chooseMembers(request: PanelRequest): ChosenMembers {
  const { reviewers, panel, config, user } = request;
  if (reviewers !== undefined && panel !== undefined) {
    throw new UserError({
      what: "two panels were asked for",
      why: "--reviewers and --panel both say who reviews",
      fix: "use one of them",
    });
  }
  if (reviewers !== undefined) return { seats: readReviewers(reviewers, config.agents) };
  const builtIn = builtInSeats(config);
  if (panel !== undefined) return { seats: panelNamed(panel, builtIn, request) };
  const seats = [...builtIn, ...(user.panel ?? [])];
  const ready = readyOf(request).map(({ adapter }) => adapter.product);
  const hint =
    user.panel === undefined && ready.length > 0
      ? `${joinAnd(ready)} ${ready.length === 1 ? "is" : "are"} ready here. \`deep-review init\` puts ${ready.length === 1 ? "it" : "them"} on the panel; \`--panel deep\` does so once.`
      : undefined;
  return { seats, hint };
}

/** The built-in reviewers that are switched on. */
function builtInSeats({ off }: Config): MemberSetting[] {
  return builtInAnalyzers()
    .filter(({ id }) => !off.includes(id))
    .map(({ id }) => ({ use: id, isOptional: false, isBlind: false }));
}

const readyOf = ({ config, found }: PanelRequest): FoundAgent[] =>
  found.filter((one) => isReady(one, lookUp(config.agents.defaults, one.adapter.id)));

/** The panels that can be asked for by name. */
export function panelNames({ panels }: Pick<AgentSettings, "panels">): string[] {
  return [...new Set([...Object.keys(panels), "deep", "quick"])];
}

function panelNamed(name: string, builtIn: readonly MemberSetting[], request: PanelRequest): readonly MemberSetting[] {
  const { config } = request;
  const configured = lookUp(config.agents.panels, name);
  if (configured !== undefined) return configured;
  if (name === "quick") return builtIn;
  if (name !== "deep") {
    const names = panelNames(config.agents);
    const near = nearest(name, names);
    throw new UserError({
      what: `there is no panel "${name}"`,
      why: `the panels are ${names.join(", ")}`,
      fix: near === undefined ? "use one of them, or add it to the configuration" : `did you mean ${near}?`,
    });
  }
  const ready = readyOf(request).map(({ adapter: { id } }) => ({ use: id, isOptional: false, isBlind: false }));
  if (ready.length > 0) return [...builtIn, ...ready];
  throw new UserError({
    what: 'no agent is ready for the panel "deep"',
    why: "none is both installed and signed in",
    fix: "`deep-review doctor` says what is missing",
  });
}

/** Reads `claude,codex=gpt-5.5@high,loose-ends`. A name of a configured place stands for all of it. */
export function readReviewers(text: string, agents: Pick<AgentSettings, "panels">): MemberSetting[] {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const known = Object.values(agents.panels).flat();
  const seats = parts.map((part) => known.find(({ id }) => id === part) ?? parseMember(part));
  const wrong = parts.find((_, at) => seats[at] === undefined || !isKnown(seats[at]));
  if (wrong === undefined && seats.length > 0) return seats.filter((seat) => seat !== undefined);
  throw unknownReviewer(wrong ?? text);
}

/** Whether there is such a reviewer. */
function isKnown({ use }: MemberSetting): boolean {
  return knownReviewers().includes(use) || MODEL_PROVIDERS.some(({ id }) => use.startsWith(`${id}/`));
}

/** Everybody who can be named, but for models. */
export function knownReviewers(): string[] {
  return [...builtInAnalyzers().map(({ id }) => id), ...AGENTS.map(({ id }) => id), "acp"];
}

/** Says which reviewers there are. */
export function unknownReviewer(name: string): UserError {
  const near = nearest(name, knownReviewers());
  if (REMOVED_IDS.includes(name)) {
    return new UserError({
      what: `the reviewer "${name}" no longer exists`,
      why: "this version has it no more, and the panel asks for it",
      fix: "delete it from the list of reviewers",
    });
  }
  return new UserError({
    what: `there is no reviewer "${name}"`,
    why: `reviewers are ${knownReviewers().join(", ")}, or a model such as anthropic/claude-opus-5`,
    fix: near === undefined ? "use one of them; `deep-review doctor` lists what is ready" : `did you mean ${near}?`,
  });
}

/** What of these places a repository may not decide alone: programs to be run, and where keys are sent. */
export function riskyParts(seats: readonly MemberSetting[], { setup }: AgentSettings): string[] {
  const parts = seats.flatMap((seat) => riskyKeys(seat).map((key) => `${seat.id ?? seat.use}.${key}`));
  return [...parts, ...(setup.length > 0 ? ["setup"] : [])];
}
