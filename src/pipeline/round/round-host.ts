import type { Archive } from "#adapters/store/archive.ts";
import type { RoundNotes } from "#config/round-notes.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Severity } from "#model/severity.ts";
import type { VerificationPanel } from "../agents/verification-run.ts";
import type { OwnDecisions } from "../decisions/own-decisions.ts";
import type { PanelMember } from "../panel.ts";

/** What a round needs from its surroundings, by purpose. */
export interface RoundHost {
  /** Name and version of the program, for the record. */
  readonly tool: string;
  readonly place: RoundPlace;
  readonly panel: HostPanel;
  readonly history: HistoryOptions;
  readonly pull: RoundPull;
  readonly rules: RoundRules;
  readonly output: { readonly emit: (event: RoundEvent) => void };
  readonly signals: RoundSignals;
}

/** Where the round runs, and where it is kept. */
export interface RoundPlace {
  readonly archive: Archive;
  /** The repository's root. */
  readonly root: string;
  /** The file of the index between rounds. Absent: it is not kept. */
  readonly indexFile?: string | undefined;
  /** The rounds that this user started. */
  readonly notes: RoundNotes;
  /** In CI a change must not decide about itself: decisions are read from its base only. */
  readonly isCi: boolean;
}

/** The reviewers and the verifiers. */
export interface HostPanel {
  readonly members: readonly PanelMember[];
  /** The members that the command line names. A resumed round that this user did not start continues with these. */
  readonly named?: readonly PanelMember[] | undefined;
  /** Builds a member of a resumed round again. */
  readonly recall?: ((reviewer: Reviewer) => Promise<PanelMember | undefined>) | undefined;
  /** The verifiers and the editor. Absent: there are none. */
  readonly verification?: VerificationPanel | undefined;
  /** The same for a resumed round, given its panel. */
  readonly recallVerification?: ((panel: readonly Reviewer[]) => Promise<VerificationPanel | undefined>) | undefined;
  /** Counts what a resumed round has cost so far, in US dollars. */
  readonly countEarlier?: ((costUsd: number) => void) | undefined;
}

/** What the user wants to do with earlier rounds. */
export interface HistoryOptions {
  /** Ask all reviewers again, even if they have reviewed these commits before. */
  readonly again?: boolean | undefined;
  /** The pull request, branch or review that this one replaces. */
  readonly continues?: string | undefined;
  /** The decisions that this user made. Absent: none are known. */
  readonly ownDecisions?: OwnDecisions | undefined;
}

/** The reviewed pull request. Everything is absent if there is none. */
export interface RoundPull {
  /** As it was read before the round. */
  readonly request?: PullRequest | undefined;
  /** Whether its commenters join the panel. */
  readonly withComments?: boolean | undefined;
  /** Its current head. Undefined if it cannot be read. */
  readonly checkHead?: (() => Promise<string | undefined>) | undefined;
  /** Whether a user may write to its repository. */
  readonly permissionOf?: ((login: string) => Promise<"write" | "none" | "unknown">) | undefined;
}

/** What the configuration and the command line set. */
export interface RoundRules {
  /** A resumed round uses the settings it started with. */
  readonly settings: RoundSettings;
  /** The lowest severity that fails the round. It is recorded, because the check run is concluded by it. */
  readonly failOn?: Severity | undefined;
  /** The user named it for this run. Otherwise a resumed round uses the one it started with, if that is stricter. */
  readonly isFailOnNamed?: boolean | undefined;
}

/** What ends a round early. */
export interface RoundSignals {
  /** Ends everything immediately. The round can be resumed. */
  readonly signal: AbortSignal;
  /** Ends the running reviewers. What they have written so far is reported. */
  readonly stop: AbortSignal;
}
