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

/** Everything that decides who reviews. */
export interface PanelRequest {
  /** `--reviewers`: exactly these. */
  readonly reviewers?: string;
  /** `--panel`: a configured panel, or deep or quick. */
  readonly panel?: string;
  readonly config: Config;
  readonly user: UserConfig;
  /** The agents installed here. */
  readonly found: readonly FoundAgent[];
}

/** The members of a panel, and a hint for a user who might want more. */
export interface ChosenMembers {
  readonly memberSettings: readonly MemberSetting[];
  readonly hint?: string;
}

/** Chooses the panel. Agents cost money, so only an option or the user's own choice adds them, never the repository alone. */
export function chooseMembers(request: PanelRequest): ChosenMembers {
  const { reviewers, panel, config, user } = request;
  if (reviewers !== undefined && panel !== undefined) {
    throw new UserError({
      what: "two panels were asked for",
      why: "--reviewers and --panel both choose who reviews",
      fix: "use one of them",
    });
  }
  if (reviewers !== undefined) return { memberSettings: readReviewers(reviewers, config.agents) };
  const builtIn = builtInMembers(config);
  if (panel !== undefined) return { memberSettings: panelNamed(panel, builtIn, request) };
  const memberSettings = [...builtIn, ...(user.panel ?? [])];
  const ready = readyOf(request).map(({ adapter }) => adapter.product);
  const hint =
    user.panel === undefined && ready.length > 0
      ? `${joinAnd(ready)} ${ready.length === 1 ? "is" : "are"} ready here. \`deep-review init\` puts ${ready.length === 1 ? "it" : "them"} on the panel; \`--panel deep\` does so once.`
      : undefined;
  return { memberSettings, hint };
}

/** The built-in reviewers that are switched on. */
function builtInMembers({ off }: Config): MemberSetting[] {
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
  if (configured !== undefined) return withoutRemoved(configured);
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
    fix: "run `deep-review doctor` to see what is missing",
  });
}

/** A configured panel may still list a reviewer that this version has removed. It has no effect, unless nobody else is left. */
function withoutRemoved(configured: readonly MemberSetting[]): readonly MemberSetting[] {
  const left = configured.filter(({ use }) => !REMOVED_IDS.includes(use));
  const [first] = configured;
  if (left.length === 0 && first !== undefined) throw unknownReviewer(first.use);
  return left;
}

/** Parses `claude,codex=gpt-5.5@high,loose-ends`. The id of a configured member means that member with all its settings. */
export function readReviewers(text: string, agents: Pick<AgentSettings, "panels">): MemberSetting[] {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const known = Object.values(agents.panels).flat();
  const memberSettings = parts.map((part) => known.find(({ id }) => id === part) ?? parseMember(part));
  const wrong = parts.find((_, at) => memberSettings[at] === undefined || !isKnown(memberSettings[at]));
  if (wrong === undefined && memberSettings.length > 0)
    return memberSettings.filter((setting) => setting !== undefined);
  throw unknownReviewer(wrong ?? text);
}

function isKnown({ use }: MemberSetting): boolean {
  return knownReviewers().includes(use) || MODEL_PROVIDERS.some(({ id }) => use.startsWith(`${id}/`));
}

/** The names of all reviewers except models. */
export function knownReviewers(): string[] {
  return [...builtInAnalyzers().map(({ id }) => id), ...AGENTS.map(({ id }) => id), "acp"];
}

/** The error for a name that is not a reviewer. Lists the reviewers. */
export function unknownReviewer(name: string): UserError {
  const near = nearest(name, knownReviewers());
  if (REMOVED_IDS.includes(name)) {
    return new UserError({
      what: `the reviewer "${name}" no longer exists`,
      why: "this version has removed it, and the panel asks for it",
      fix: "delete it from the list of reviewers",
    });
  }
  return new UserError({
    what: `there is no reviewer "${name}"`,
    why: `reviewers are ${knownReviewers().join(", ")}, or a model such as anthropic/claude-opus-5`,
    fix: near === undefined ? "use one of them; `deep-review doctor` lists what is ready" : `did you mean ${near}?`,
  });
}

/** The settings that a repository must not decide alone: programs to run, and where keys are sent. */
export function riskyParts(memberSettings: readonly MemberSetting[], { setup }: AgentSettings): string[] {
  const parts = memberSettings.flatMap((setting) =>
    riskyKeys(setting).map((key) => `${setting.id ?? setting.use}.${key}`),
  );
  return [...parts, ...(setup.length > 0 ? ["setup"] : [])];
}
