import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Review } from "#model/review.ts";
import { agentProgram, agentPrograms } from "../../../tools/agent-programs.ts";
import type { ModelServer } from "../model-server/model-server.ts";
import { livingIn } from "./living-processes.ts";

/** Members of the panel that the model server plays for: programs, an agent over ACP, and models by protocol. */
export type Player =
  "claude" | "codex" | "gemini" | "opencode" | "acp" | "anthropic" | "openai" | "google" | "compatible";

/** One call of the built program. */
export interface PanelCall {
  readonly server: ModelServer;
  readonly players: readonly Player[];
  /** The scenario of a player. */
  readonly scenario: (player: Player) => string;
  readonly options?: readonly string[];
  readonly isOptional?: boolean;
  /** More words for the program of the agent over ACP. */
  readonly acpWords?: readonly string[];
  /** Besides the panel, in the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** The reviewed repository before and after the change; a small one unless given. */
  readonly before?: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
  /** Runs while the call goes on. */
  readonly meanwhile?: Meanwhile;
}

/** Something that happens while a call goes on. */
export type Meanwhile = (room: Room, course: Course) => Promise<void>;

/** How a call goes on. */
export interface Course {
  readonly ended: AbortSignal;
  /** How often the model of a player has fallen silent. */
  readonly hangs: (player: Player) => number;
}

/** The folders of a call. Everything that belongs to it has the root's name in its environment. */
export interface Room {
  readonly root: string;
  readonly home: string;
  readonly repository: string;
}

/** What is there when the call has ended. */
export interface PanelEnd {
  readonly room: Room;
  readonly code: number | null;
  readonly printed: string;
  readonly review: Review;
  readonly report: string;
  /** The round's folder. */
  readonly folder: string;
  /** Commands that still live. */
  readonly left: readonly string[];
  /** Desks that are still there. */
  readonly desks: readonly string[];
  /** What git says of the reviewed checkout. */
  readonly status: string;
}

/** A key that lies where agents must not look; it is made up. */
export const PLANTED = "PLANTED-KEY-4f1d9ab2c7";

const PARTS = Array.from({ length: 60 }, (_, at) => `export const part${at} = ${at};\n`).join("");
const BEFORE = { "parts.js": PARTS, "calc.js": "export function add(a, b) {\n  return a + b;\n}\n" };
const AFTER = { "calc.js": "export function add(a, b) {\n  return a - b;\n}\n" };

/** Reviews a change with the built program, in a home of its own. The caller removes the room. */
export async function callPanel(call: PanelCall): Promise<PanelEnd> {
  const room = makeRoom();
  writeFiles(room.home, { ".ssh/id_rsa": `${PLANTED}\n` });
  const programs = linkPrograms(room, call);
  commitFiles(room, { ...(call.before ?? BEFORE), "deep-review.config.json": configOf(call, room) });
  const git = commitFiles(room, call.after ?? AFTER);
  writeFiles(room.root, { "steady.json": JSON.stringify(STEADY) });
  const args = ["HEAD", "--panel", "tried", "--config-from", "base", "--scripted", join(room.root, "steady.json")];
  const ended = new AbortController();
  const meanwhile = call.meanwhile?.(room, {
    ended: ended.signal,
    hangs: (player) =>
      call.server.requests(call.scenario(player)).filter(({ answer }) => answer.what === "hang").length,
  });
  const env = environmentOf(call, room, programs);
  const { code, printed } = await start([...args, ...(call.options ?? [])], room, env);
  ended.abort();
  await meanwhile;
  const reviews = join(room.repository, ".deep-review/reviews");
  const folder = join(reviews, namesIn(reviews)[0] ?? "none");
  const read = (name: string): string => {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch (error) {
      throw new Error(`exit ${code}, ${printed}`, { cause: error });
    }
  };
  return {
    room,
    code,
    printed,
    review: JSON.parse(read("review.json")) as Review,
    report: read("report.md"),
    folder,
    left: livingIn(room.root).map(({ command }) => command.join(" ")),
    desks: namesIn(join(room.home, ".cache/deep-review/desks")),
    status: git("status", "--porcelain"),
  };
}

/** Removes the folders of a call. */
export function clearRoom(room: Room): void {
  for (const folder of [room.root, launcherFolder(room)]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Next to the program that it starts: the sandbox shows a program its own installation, wherever that is. */
function launcherFolder({ root }: Room): string {
  return join(dirname(agentProgram("gemini").path), "..", `.launcher-${basename(root)}`);
}

/** What the reviewer says that is always well. */
export const STEADY_TITLE = "The steady reviewer saw that add subtracts";
const STEADY = {
  reviewers: [
    {
      id: "steady",
      name: "Steady",
      says: `### Important Issues\n\nI1. **${STEADY_TITLE}** — \`calc.js:2\` (important, regression)\n\n`,
    },
  ],
};

/** Codex does not work with a home below the folder for temporary files. */
function makeRoom(): Room {
  const parent = process.env.DEEP_REVIEW_TEST_ROOMS ?? join(homedir(), ".cache", "deep-review-test");
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(join(parent, "room-"));
  const room = { root, home: join(root, "home"), repository: join(root, "repository") };
  mkdirSync(room.home);
  mkdirSync(room.repository);
  return room;
}

function configOf(call: PanelCall, room: Room): string {
  const { server, players, scenario, isOptional, config, acpWords = [] } = call;
  const seats = players.map((player) => ({
    id: player,
    ...seatOf(player, server.url(scenario(player)), { room, acpWords }),
    ...(isOptional === true ? { optional: true } : {}),
  }));
  const builtIn = ["loose-ends", "test-scout", "hazard-lint"];
  return JSON.stringify({ panels: { tried: [...builtIn, ...seats] }, ...config });
}

interface SeatHost {
  readonly room: Room;
  readonly acpWords: readonly string[];
}

function seatOf(player: Player, url: string, { room, acpWords }: SeatHost): object {
  switch (player) {
    case "claude":
      return { use: player, model: "claude-opus-5-5" };
    case "codex":
      return { use: player, model: "gpt-5.5" };
    case "gemini":
      return { use: player, model: "gemini-2.5-pro" };
    case "opencode":
      return { use: player, model: "scripted/m1" };
    case "acp":
      return {
        use: player,
        command: [join(launcherFolder(room), "gemini"), "--acp", ...acpWords],
        model: "gemini-2.5-pro",
      };
    case "anthropic":
      return { use: "anthropic/claude-opus-5-5", baseUrl: `${url}/v1` };
    case "openai":
      return { use: "openai/gpt-5.5", baseUrl: `${url}/v1` };
    case "google":
      return { use: "google/gemini-2.5-pro", baseUrl: `${url}/v1beta` };
    case "compatible":
      return { use: "openai-compatible/scripted-m1", baseUrl: `${url}/v1` };
  }
}

/** The programs under their plain names; the one over ACP has a launcher, so that it can have a scenario of its own. */
function linkPrograms(room: Room, { players, server, scenario }: PanelCall): string {
  const bin = join(room.root, "bin");
  mkdirSync(bin);
  for (const { name, path } of agentPrograms()) symlinkSync(path, join(bin, name));
  if (players.includes("acp")) {
    const lines = [
      "#!/bin/sh",
      `export GOOGLE_GEMINI_BASE_URL=${server.url(scenario("acp"))}`,
      `exec ${agentProgram("gemini").path} "$@"`,
      "",
    ];
    mkdirSync(launcherFolder(room));
    writeFileSync(join(launcherFolder(room), "gemini"), lines.join("\n"), { mode: 0o755 });
  }
  return bin;
}

function environmentOf({ server, scenario }: PanelCall, { home }: Room, programs: string): Record<string, string> {
  const url = (player: Player): string => server.url(scenario(player));
  return {
    PATH: `${programs}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: url("claude"),
    CODEX_API_KEY: "test-key",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: `${url("codex")}/v1`,
    GEMINI_API_KEY: "test-key",
    GOOGLE_GEMINI_BASE_URL: url("gemini"),
    OPENCODE_API_KEY: "test-key",
    OPENCODE_BASE_URL: `${url("opencode")}/v1`,
  };
}

const CLI = new URL("../../../dist/cli.js", import.meta.url).pathname;

function start(args: readonly string[], room: Room, env: Record<string, string>) {
  return new Promise<{ code: number | null; printed: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: room.repository,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.stderr.on("data", (part: Buffer) => parts.push(part));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, printed: Buffer.concat(parts).toString("utf8") }));
  });
}

function commitFiles({ repository, home }: Room, files: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const git = (...args: string[]): string =>
    execFileSync("git", [...who, ...args], { cwd: repository, env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  git("init", "-q");
  writeFiles(repository, files);
  git("add", ".");
  git("commit", "-qm", "A step");
  return git;
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
