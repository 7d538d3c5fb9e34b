import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { StartEntry } from "#adapters/store/journal.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Severity } from "#model/severity.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { VerificationPanel } from "../agents/verification-run.ts";
import type { PanelMember } from "../panel.ts";
import { digestAsked, digestDecided } from "./known-answer.ts";
import type { LoadedHistory } from "../history.ts";

/** What a round begins with. */
export interface Beginning {
  readonly opened: OpenedChange;
  readonly recalled: LoadedHistory;
  readonly paths?: readonly string[] | undefined;
  readonly tool: string;
  readonly panel: readonly PanelMember[];
  readonly settings: RoundSettings;
  readonly second?: VerificationPanel | undefined;
  readonly pull?: PullRequest | undefined;
  readonly failOn?: Severity | undefined;
}

/** What is on disk of a round before anybody has spoken. */
export function describeStart(beginning: Beginning): StartEntry {
  const { opened, recalled, paths = [], tool, panel, settings, second, pull, failOn } = beginning;
  const start: StartEntry = {
    type: "start",
    tool,
    at: new Date().toISOString(),
    repository: opened.folder,
    scope: opened.change.scope,
    panel: panel.map(({ reviewer }) => reviewer),
    paths,
    settings,
  };
  const asked = digestAsked({ ...start, ...omitUndefined({ pull }) }, second);
  const decided = digestDecided({ ...recalled, pull }, start.at.slice(0, 10));
  const trusted = opened.trusted.commit === opened.base.commit ? undefined : opened.trusted.commit;
  return { ...start, ...omitUndefined({ asked, continues: recalled.continues, pull, trusted, failOn }), decided };
}
