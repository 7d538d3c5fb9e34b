// The real programs of the agents, on a scripted model server, do what a reviewer must not do: what does the report say?
// Once in the sandbox, and, as root, once more where bubblewrap is hidden from us.
import { spawnSync } from "node:child_process";
import type { Player } from "../test/agents/panel/panel-call.ts";
import { askAgent, type FenceEnd } from "./fence/ask-agents.ts";
import { printTable, writeResults } from "./lib/results.ts";

const PLAYERS: readonly Player[] = ["claude", "codex", "gemini", "opencode", "acp"];
const UNRESTRAINED = ["--approval-mode", "yolo", "--skip-trust"];
const [only] = process.argv.slice(2).filter((word) => word !== "--inside");
const players = only === undefined ? PLAYERS : PLAYERS.filter((player) => player === only);

const ask = async (): Promise<FenceEnd[]> => {
  const ends: FenceEnd[] = [];
  for (const player of players) ends.push(await askAgent(player));
  // The same program without the mode that only reads, as a user may configure an agent of his own.
  if (players.includes("acp")) ends.push(await askAgent("acp", UNRESTRAINED));
  return ends;
};

if (process.argv.includes("--inside")) {
  process.stdout.write(`\n${JSON.stringify(await ask())}\n`);
} else {
  const ends = [...(await ask()), ...askWithoutSandbox()];
  const rows = ends.flatMap((end) => end.rows);
  printTable([
    ["Agent", "Level", "Behaviour", "What the report says"],
    ...rows.map(({ agent, level, behaviour, says, told }) => [
      agent,
      level,
      behaviour,
      says.length === 0 ? `nothing; it was told: ${told}` : says.join(" | ").slice(0, 200),
    ]),
  ]);
  const faults = ends.flatMap((end) => end.faults);
  for (const fault of faults) console.log(`  ${fault}`);
  writeResults("fence", { ends });
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** In a mount namespace of its own, in which the sandbox's program is no program. */
function askWithoutSandbox(): readonly FenceEnd[] {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return [];
  const script = 'mount --bind /dev/null "$(command -v bwrap)" && exec "$@"';
  const own = [process.execPath, ...process.execArgv, ...process.argv.slice(1), "--inside"];
  const { stdout } = spawnSync("unshare", ["-m", "sh", "-c", script, "sh", ...own], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = stdout.trim().split("\n").at(-1) ?? "[]";
  return JSON.parse(line) as readonly FenceEnd[];
}
