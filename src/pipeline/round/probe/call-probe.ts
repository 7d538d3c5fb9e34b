import { homedir } from "node:os";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { sweepDesks } from "#adapters/desk/owner.ts";
import type { Config } from "#config/config.ts";
import { parseDuration } from "#config/member-setting.ts";
import { UserError } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { createHost, findSetupPlace } from "../../agents/call-panel.ts";
import { type ConfigFrom, isCi, isConfigTrusted } from "../../load-config.ts";
import type { PanelMember } from "../../panel.ts";
import { probeMember } from "./probe-member.ts";

/** The options of `deep-review probe`. */
export interface ProbeOptions {
  /** Runs the whole suite, instead of the configured command. */
  readonly test?: string;
  /** The time for all runs together. */
  readonly within?: string;
  readonly allowRun?: boolean;
}

/** The call of a probe alone, and where. */
export interface ProbeCall {
  readonly config: Config;
  readonly options: ProbeOptions;
  readonly configFrom: ConfigFrom;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The configuration with what the options of the probe set. Throws a UserError if there is no test command. */
export function withProbe(config: Config, { test, within }: ProbeOptions): Config {
  const command = test ?? config.probe?.test;
  if (command === undefined) {
    throw new UserError({
      what: "there is no test command to probe with",
      why: `neither --test nor a gate called test nor probe.test names one (${config.from})`,
      fix: 'name it: deep-review probe --allow-run --test "npm test"',
    });
  }
  const { related, coverage = true, budgetSeconds = DEFAULT_SECONDS } = config.probe ?? {};
  const seconds = within === undefined ? budgetSeconds : readTime(within);
  return { ...config, probe: { test: command, related, coverage, budgetSeconds: seconds, isAsked: true } };
}

const DEFAULT_SECONDS = 9 * 60;

function readTime(text: string): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return seconds;
  throw new UserError({
    what: `"${text}" is not a duration`,
    why: "--within takes a time above 0 and up to 24 hours, with its unit",
    fix: "write it as 90s, 9m or 1h",
  });
}

/** The probe as the only member of a panel. Throws a UserError if nothing may run. */
export async function callProbe(call: ProbeCall): Promise<PanelMember> {
  const { config, root, env } = call;
  await requirePermission(call);
  // Removes what killed rounds have left behind.
  await sweepDesks(findDeskRoot(env)).catch(() => undefined);
  if (config.probe === undefined) throw new Error(`no test command for ${root}`);
  const host = createHost(config.agents, env, env["HOME"] ?? homedir());
  return probeMember(config.probe, { ...host, ...omitUndefined({ setupPlace: await findSetupPlace(call) }) });
}

async function requirePermission({ options, configFrom, root, env }: ProbeCall): Promise<void> {
  const isTrusted = configFrom === "base" ? false : await isConfigTrusted(root, env);
  if (isCi(env) && configFrom !== "base") {
    throw new UserError({
      what: "a probe in CI does not use the configuration of the working tree",
      why: "it may have come with the change under review, and names commands to run",
      fix: "leave --config-from out, so that the base branch decides",
    });
  }
  // A command on the command line was not in the file that the user trusts.
  if (options.allowRun !== true && !(isTrusted && options.test === undefined)) {
    throw new UserError({
      what: "the tests of this repository may not run",
      why: "a probe runs them on the change under review, in the sandbox and without network, and nothing runs unless you allow it",
      fix:
        options.test === undefined
          ? "add --allow-run for once, or read the configuration and run `deep-review config --trust`"
          : "add --allow-run: trust covers only the commands that the configuration names",
    });
  }
}
