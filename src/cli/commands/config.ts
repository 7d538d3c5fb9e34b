import { resolve } from "node:path";
import type { AgentDefaults, Config } from "#config/config.ts";
import { describeMemberSetting, type MemberSetting } from "#config/member-setting.ts";
import { readUserConfig, userConfigPath } from "#config/user-config.ts";
import { panelNames } from "#pipeline/agents/choose-panel.ts";
import {
  type ConfigFrom,
  describeRemoved,
  isCi,
  isConfigTrusted,
  loadConfig,
  readConfigFrom,
  trustConfig,
} from "#pipeline/load-config.ts";
import { withFoundChange } from "#pipeline/find-change.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { printable } from "#util/printable.ts";
import { shortDuration } from "#util/words.ts";
import { formatColumns } from "../format-table.ts";
import { proposeGatesHere } from "../gates-proposal.ts";
import { EXIT, type ExitCode, type Io, printJson } from "../io.ts";
import { runSchema } from "./schema.ts";

/** What `deep-review config` takes. */
export interface ConfigOptions {
  readonly schema?: boolean;
  readonly panels?: boolean;
  readonly json?: boolean;
  readonly trust?: boolean;
  readonly configFrom?: string;
  readonly base?: string;
  readonly repo?: string;
}

/** `deep-review config`: shows the configuration in force, and where each value comes from. */
export async function runConfig(target: string | undefined, options: ConfigOptions, io: Io): Promise<ExitCode> {
  if (options.schema === true) return runSchema({ config: true }, io);
  const folder = resolve(io.cwd(), options.repo ?? ".");
  const root = await findRepositoryRoot(folder);
  if (options.trust === true) {
    const { name, note } = await trustConfig(root, io.env);
    const what = name.endsWith(".json")
      ? "the programs that it names may run, and its gates run in every review,"
      : "it may run, and its gates run in every review,";
    io.stdout.write(`${name}: ${what} as long as it does not change; recorded in ${printable(note)}\n`);
  }
  const from = readConfigFrom(options.configFrom, io.env);
  // A misspelt target is an error even where the working tree has the configuration.
  if (target !== undefined) await withFoundChange({ folder, target, base: options.base }, () => Promise.resolve());
  const config = await loadConfig({ root, env: io.env, from, change: { folder, target, base: options.base } });
  if (options.json === true) printJson(config.written, io);
  else if (options.panels === true) {
    for (const name of panelNames(config.agents)) io.stdout.write(`${printable(name)}\n`);
  } else {
    const rows = [...rowsOf(config), ...agentRows(config), ...(await permissionRows(config, from, { root, io }))];
    const removed = describeRemoved(config);
    if (removed !== undefined) io.stderr.write(`${printable(removed)}\n`);
    io.stdout.write(`${printable(config.from)}${WHY[from]}\n\n${formatColumns(rows)}\n\n${await describeOwn(io.env)}`);
    const proposal = config.gates.length === 0 ? await proposeGatesHere(root) : "";
    if (proposal !== "") io.stdout.write(`\n${proposal}`);
  }
  return EXIT.ok;
}

const WHY: Readonly<Record<ConfigFrom, string>> = {
  base: " (from the base of the change, so that no change can switch its own review off)",
  worktree: " (from the working tree; in CI it would be from the base of the change)",
};

function rowsOf({ archive, failOn, off, offIn, ignore, origins }: Config): string[][] {
  return [
    ["setting", "in force", "from"],
    ["archive", archive, origins.archive],
    ["failOn", failOn ?? "never", origins.failOn],
    ["reviewers off", list(off.filter((id) => !isCheck(id))), origins.reviewers],
    ["checks off", list(off.filter(isCheck)), origins.checks],
    ...(offIn.length === 0 ? [["off by path", "none", origins.paths]] : []),
    ...offIn.map(({ glob, ids }) => [`off in ${glob}`, list(ids), origins.paths]),
    ["ignore", list(ignore), origins.ignore],
  ];
}

function agentRows(config: Config): string[][] {
  const { agents, origins } = config;
  const { panels, defaults, verifier, editor } = agents;
  return [
    ...(Object.keys(panels).length === 0 ? [["panels", "none", origins.panels]] : []),
    ...Object.entries(panels).map(([name, members]) => [
      `panel ${name}`,
      list(members.map(describeMemberSetting)),
      origins.panels,
    ]),
    ...(Object.keys(defaults).length === 0 ? [["agents", "defaults", origins.agents]] : []),
    ...Object.entries(defaults).map(([id, how]) => [`agent ${id}`, describeDefaults(how), origins.agents]),
    ["verifier", one(verifier), origins.verifier],
    ["editor", one(editor), origins.editor],
    ["timeout", shortDuration(agents.timeoutSeconds), origins.timeout],
    ["idle", shortDuration(agents.idleSeconds), origins.idle],
    ["budget", agents.budgetUsd === undefined ? "none" : `$${agents.budgetUsd}`, origins.budget],
    ["readers", String(agents.readers), origins.readers],
    ["setup", list(agents.setup), origins.setup],
    ...gateRows(config),
    ["probe", describeProbeSettings(config), config.probe?.isAsked === false ? "the gate test" : origins.probe],
    ["submodules", agents.submodules ? "yes" : "no", origins.submodules],
  ];
}

/** Who allows the gates to run, in words. */
async function permissionRows(
  { gates, gatesInCi, origins }: Config,
  from: ConfigFrom,
  { root, io: { env } }: { readonly root: string; readonly io: Io },
): Promise<string[][]> {
  if (gates.length === 0) return [];
  if (isCi(env)) {
    if (from !== "base") return [["gates run", "never: in CI the base branch must name them", ""]];
    return [["gates run", gatesInCi ? "in every review" : "with --allow-run", origins.gatesInCi]];
  }
  const isAllowed = from === "worktree" && (await isConfigTrusted(root, env));
  const ask = "with --allow-run; `deep-review config --trust` allows them for this text";
  return [["gates run", isAllowed ? "in every review: you trust this text" : ask, ""]];
}

function gateRows({ gates, origins }: Config): string[][] {
  if (gates.length === 0) return [["gates", "none", origins.gates]];
  return gates.map(({ name, command, timeoutSeconds }) => [
    `gate ${name}`,
    `${command} (at most ${shortDuration(timeoutSeconds)})`,
    origins.gates,
  ]);
}

function describeProbeSettings({ probe, written }: Config): string {
  if (probe === undefined) return written.probe === false ? "off" : "none";
  return `${probe.test} (at most ${shortDuration(probe.budgetSeconds)}; in a review only with --allow-run)`;
}

const one = (member: MemberSetting | undefined): string =>
  member === undefined ? "none" : describeMemberSetting(member);

function describeDefaults({ model, effort, timeoutSeconds }: AgentDefaults): string {
  return list([
    ...(model === undefined ? [] : [`model ${model}`]),
    ...(effort === undefined ? [] : [`effort ${effort}`]),
    ...(timeoutSeconds === undefined ? [] : [`timeout ${shortDuration(timeoutSeconds)}`]),
  ]);
}

/** What the user chose for every repository. */
async function describeOwn(env: NodeJS.ProcessEnv): Promise<string> {
  const { panel, verifier, editor } = await readUserConfig(env);
  const path = printable(userConfigPath(env));
  if (panel === undefined && verifier === undefined && editor === undefined) {
    return `Yours, for every repository: nothing chosen (\`deep-review init\` would write ${path})\n`;
  }
  const rows = [
    ["agents", panel === undefined ? "not chosen" : list(panel.map(describeMemberSetting))],
    ...(verifier === undefined ? [] : [["verifier", describeMemberSetting(verifier)]]),
    ...(editor === undefined ? [] : [["editor", describeMemberSetting(editor)]]),
  ];
  return `Yours, for every repository: ${path}\n\n${formatColumns(rows)}\n`;
}

const list = (values: readonly string[]): string => values.join(", ") || "none";
const isCheck = (id: string): boolean => id.includes("/");
