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
  readonly history: HistoryWishes;
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
  /** Where the index is kept between rounds; absent: nowhere. */
  readonly indexFile?: string | undefined;
  /** Which rounds this user began. */
  readonly notes: RoundNotes;
  /** Where a change must not decide about itself: decisions are read from its base alone. */
  readonly isCi: boolean;
}

/** Who reviews and who verifies. */
export interface HostPanel {
  readonly members: readonly PanelMember[];
  /** Whom the command line names; a resumed round that this user did not begin goes on with these. */
  readonly named?: readonly PanelMember[] | undefined;
  /** Calls somebody again who was on the panel of a round that is resumed. */
  readonly recall?: ((reviewer: Reviewer) => Promise<PanelMember | undefined>) | undefined;
  /** Who verifies and edits; absent: nobody. */
  readonly verification?: VerificationPanel | undefined;
  /** The same for a round that is resumed, by who was on its panel. */
  readonly recallVerification?: ((panel: readonly Reviewer[]) => Promise<VerificationPanel | undefined>) | undefined;
  /** Counts what a round that is resumed has cost so far, in US dollars. */
  readonly countEarlier?: ((costUsd: number) => void) | undefined;
}

/** What the user wants of earlier rounds. */
export interface HistoryWishes {
  /** Ask also those who have reviewed these commits before. */
  readonly again?: boolean | undefined;
  /** The pull request, branch or review that this one replaces. */
  readonly continues?: string | undefined;
  /** Which decisions this user made; absent: none are known. */
  readonly ownDecisions?: OwnDecisions | undefined;
}

/** The pull request that is reviewed; all of it is absent where none was read. */
export interface RoundPull {
  /** As it was read before the round. */
  readonly request?: PullRequest | undefined;
  /** Whether those who commented on it sit on the panel. */
  readonly withComments?: boolean | undefined;
  /** Its head now; undefined where that cannot be known. */
  readonly checkHead?: (() => Promise<string | undefined>) | undefined;
  /** Whether somebody may write to its repository. */
  readonly permissionOf?: ((login: string) => Promise<"write" | "none" | "unknown">) | undefined;
}

/** What the configuration and the command line set. */
export interface RoundRules {
  /** A resumed round goes by what held when it began. */
  readonly settings: RoundSettings;
  /** From which severity on a finding fails the round; for the record, by which it and its check run are concluded. */
  readonly failOn?: Severity | undefined;
  /** The user named it for this run; a resumed round goes by what it began with otherwise, where that is stricter. */
  readonly isFailOnNamed?: boolean | undefined;
}

/** What ends a round early. */
export interface RoundSignals {
  /** Ends everything at once; the round can be resumed. */
  readonly signal: AbortSignal;
  /** Ends the reviewers that still run; what was said so far is reported. */
  readonly stop: AbortSignal;
}
