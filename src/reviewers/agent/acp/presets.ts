import { gemini } from "../gemini/gemini.ts";
import { opencode } from "../opencode/opencode.ts";
import type { AcpSetup } from "./acp-setup.ts";

/** Agents whose command is known. What makes them read-only and quiet is what their own adapters say. */
export const ACP_PRESETS: readonly AcpSetup[] = [
  {
    ...cardOf(gemini),
    id: "gemini-acp",
    command: ["gemini", "--acp"],
    setBefore: ["model", "effort"],
    tellsSummariesOnly: true,
    nameInId: /^([a-z]\w{1,40}?)(?:__|-)/,
    prepare(job) {
      const { env, files } = gemini.plan(job);
      return { env, files, args: ["--extensions=none", ...(job.model === undefined ? [] : [`--model=${job.model}`])] };
    },
  },
  {
    ...cardOf(opencode),
    id: "opencode-acp",
    command: ["opencode", "acp", "--pure"],
    tellsLastStepOnly: true,
    nameInTitle: true,
    offsetIsLine: true,
    prepare(job) {
      const { env, files, cwd } = opencode.plan(job);
      return { env, files, cwd };
    },
  },
];

/** What is known of a command's program: the preset's switches hold for whoever writes the plain command. */
export function presetFor(command: readonly string[]): AcpSetup | undefined {
  const [program = "", ...args] = command;
  const name = program.replace(/^.*[/\\]/, "").replace(/\.(?:exe|cmd)$/i, "");
  return ACP_PRESETS.find((preset) => preset.command[0] === name && args.includes(preset.command[1] ?? ""));
}

type Card = Pick<AcpSetup, "name" | "product" | "family" | "install" | "tested" | "login" | "efforts" | "needs">;

/** Who an agent is, whichever way it is talked to. */
function cardOf({ name, product, family, install, tested, login, efforts, needs }: typeof gemini): Card {
  return { name, product, family, install, tested, login, efforts, needs };
}
