import { homedir } from "node:os";
import { removeTree } from "#adapters/desk/file-tree.ts";
import { openArchive } from "#adapters/store/archive.ts";
import type { Review } from "#model/review.ts";
import { createHost } from "../../agents/call-panel.ts";
import { defaultConfig, settingsOf } from "../../load-config.ts";
import { analyzerMember, builtInAnalyzers } from "../../panel.ts";
import type { RoundHost } from "../round-host.ts";
import { runRound } from "../../run-round.ts";
import { recordedAgents } from "./recorded-agents.ts";

/** What the demo's round gets from its surroundings. */
export interface DemoSetup extends Pick<RoundHost, "tool" | "output" | "signals"> {
  /** The sample repository. */
  readonly repository: string;
  /** Its archive. */
  readonly archive: string;
  /** A folder for the desks, removed at the end. */
  readonly desks: string;
  readonly env: NodeJS.ProcessEnv;
  /** How long the recorded agents speak. */
  readonly seconds: number;
}

/**
 * Reviews the sample repository with the built-in reviewers and the recorded agents: a round like any other. It ignores
 * the user's settings and writes nothing outside the folders it is given.
 */
export async function runDemoRound(setup: DemoSetup): Promise<Review> {
  const { repository, archive, desks, tool, output, signals, seconds } = setup;
  const config = defaultConfig();
  const env: NodeJS.ProcessEnv = { ...setup.env, DEEP_REVIEW_DESKS: desks };
  const host = createHost(config.agents, env, env["HOME"] ?? homedir());
  const members = [...builtInAnalyzers().map(analyzerMember), ...(await recordedAgents(host, seconds))];
  try {
    return await runRound(
      { folder: repository },
      {
        tool,
        place: { archive: openArchive(archive), root: repository, notes: NO_NOTES, isCi: false },
        panel: { members },
        history: {},
        pull: {},
        rules: { settings: settingsOf(config) },
        output,
        signals,
      },
    );
  } finally {
    await removeTree(desks);
  }
}

/** Nobody resumes the demo. */
const NO_NOTES = { note: () => Promise.resolve(), knows: () => Promise.resolve(false) };
