import { gemini } from "../gemini/gemini.ts";
import { opencode } from "../opencode/opencode.ts";
import type { AgentAdapter } from "../agent-adapter.ts";
import type { AcpSetup } from "./acp-setup.ts";

/** Agents with a known command. Their own adapters define what makes them read-only and quiet. */
export const ACP_PRESETS: readonly AcpSetup[] = [
  {
    ...sharedFields(gemini),
    id: "gemini-acp",
    command: ["gemini", "--acp"],
    setBefore: ["model", "effort"],
    reportsSummariesOnly: true,
    nameInId: /^([a-z]\w{1,40}?)(?:__|-)/,
    prepare(job) {
      const { env, files } = gemini.plan(job);
      return { env, files, args: ["--extensions=none", ...(job.model === undefined ? [] : [`--model=${job.model}`])] };
    },
  },
  {
    ...sharedFields(opencode),
    id: "opencode-acp",
    command: ["opencode", "acp", "--pure"],
    reportsLastStepOnly: true,
    nameInTitle: true,
    offsetIsLine: true,
    prepare(job) {
      const { env, files, cwd } = opencode.plan(job);
      return { env, files, cwd };
    },
  },
];

/** The preset for the program of a command. It also applies to a command from the configuration. */
export function presetFor(command: readonly string[]): AcpSetup | undefined {
  const [program = "", ...args] = command;
  const name = program.replace(/^.*[/\\]/, "").replace(/\.(?:exe|cmd)$/i, "");
  return ACP_PRESETS.find((preset) => preset.command[0] === name && args.includes(preset.command[1] ?? ""));
}

/** What holds for an agent with either protocol. */
function sharedFields({ name, product, family, install, tested, login, efforts, needs }: AgentAdapter) {
  return { name, product, family, install, tested, login, efforts, needs };
}
