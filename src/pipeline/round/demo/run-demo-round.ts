import { homedir } from "node:os";
import { delimiter, dirname } from "node:path";
import { removeTree } from "#adapters/desk/file-tree.ts";
import { openArchive } from "#adapters/store/archive.ts";
import type { ProbeSettings } from "#model/panel/probe-result.ts";
import type { Review } from "#model/review.ts";
import type { AgentHost } from "../../agents/agent-host.ts";
import { createHost } from "../../agents/call-panel.ts";
import { defaultConfig, settingsOf } from "../../load-config.ts";
import { analyzerMember, builtInAnalyzers, type PanelMember } from "../../panel.ts";
import { probeMember } from "../probe/probe-member.ts";
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
 * Reviews the sample repository with the built-in reviewers, the recorded agents and the probe: a round like any other. It
 * ignores the user's settings and writes nothing outside the folders it is given.
 */
export async function runDemoRound(setup: DemoSetup): Promise<Review> {
  const { repository, archive, desks, tool, output, signals, seconds } = setup;
  const config = defaultConfig();
  const env: NodeJS.ProcessEnv = { ...setup.env, DEEP_REVIEW_DESKS: desks, PATH: pathWithNode(setup.env) };
  const host = createHost(config.agents, env, env["HOME"] ?? homedir());
  const members = [
    ...builtInAnalyzers().map(analyzerMember),
    provingMember(host),
    ...(await recordedAgents(host, seconds)),
  ];
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

/** The sample's tests need nothing but Node. Sixty seconds are only reached where a machine is very slow. */
const PROBE: ProbeSettings = {
  test: "node --test --test-force-exit",
  coverage: true,
  budgetSeconds: 60,
  isAsked: false,
};

/** The probe. Without a sandbox it fails and says why, and the demo is to show the verdict on the change nevertheless. */
function provingMember(host: AgentHost): PanelMember {
  const { reviewer, ...probe } = probeMember(PROBE, host);
  return {
    ...probe,
    reviewer: { ...reviewer, optional: true },
    async review(assignment) {
      const { level, says } = await host.sandbox();
      if (level !== "none") return probe.review(assignment);
      throw new Error(`the sample's tests were not run, so no test gap is proven: ${says.split(";", 1)[0]}`);
    },
  };
}

/** The tests run with the Node that runs us, whether or not it is in the user's PATH. */
const pathWithNode = ({ PATH = "" }: NodeJS.ProcessEnv): string =>
  [dirname(process.execPath), ...(PATH === "" ? [] : [PATH])].join(delimiter);

/** Nobody resumes the demo. */
const NO_NOTES = { note: () => Promise.resolve(), knows: () => Promise.resolve(false) };
