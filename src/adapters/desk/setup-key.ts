import { createHash } from "node:crypto";
import { lstat, readFile, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { lookUp } from "#util/look-up.ts";
import { findProgram } from "../process/find-program.ts";
import { programWords } from "./wrap-command.ts";

/** What the result of set-up commands depends on. */
export interface SetupInputs {
  readonly commands: readonly string[];
  readonly code: string;
  /** The tracked files of the commit. */
  readonly paths: readonly string[];
  /** The id of the commit's tree. */
  readonly tree: string;
  readonly network: boolean;
  readonly path: string;
  readonly submodules: readonly string[];
}

/** The names under which a result is kept. */
export interface SetupKeys {
  /** For all commits with the same lock files and manifests. Absent: the result may depend on other files. */
  readonly shared: string | undefined;
  /** For this commit's tree alone. */
  readonly own: string;
}

/** Changes with the form of what is kept. */
const FORM = 1;

/**
 * Computes the names. Only commands that install what lock files name, and that run no code of the repository, have a result
 * that other commits may share: otherwise a change could put something into the packages that its base gets.
 */
export async function findSetupKeys(inputs: SetupInputs): Promise<SetupKeys> {
  const { commands, network, path, tree, submodules, code } = inputs;
  const tools = await describePrograms(commands, { cwd: code, path });
  const common = [FORM, commands, network, path, process.platform, process.arch, tools, submodules];
  const manifests = await readManifests(inputs);
  const isShared = manifests !== undefined && commands.every(isInstall) && !manifests.some(mayRunOwnCode);
  return {
    shared: isShared ? digest(["shared", ...common, manifests]) : undefined,
    own: digest(["own", ...common, tree]),
  };
}

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Installers that take what lock files and manifests name, with options and without anything else in the line. */
const INSTALLS: readonly RegExp[] = [
  /^(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn(?: install)?)(?: --[a-z-]+(?:=[\w.-]+)?)*$/,
  /^go mod download$/,
  /^cargo fetch(?: --locked)?$/,
];

const isInstall = (command: string): boolean => INSTALLS.some((form) => form.test(command.trim()));

/** Files that decide what is installed, and by which code. */
const MANIFESTS =
  /^(?:package\.(?:json|json5|yaml)|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|\.pnpmfile\.c?js|yarn\.lock|\.npmrc|binding\.gyp|\.?mise\.toml|\.yarnrc(?:\.yml)?|\.nvmrc|\.node-version|\.tool-versions|go\.(?:mod|sum|work|work\.sum)|Cargo\.(?:toml|lock)|rust-toolchain(?:\.toml)?)$/;

type Manifest = readonly [path: string, text: string];

const MAX_MANIFESTS = 5000;

/** Undefined: there are none, or one of them cannot be read. */
async function readManifests({ code, paths }: SetupInputs): Promise<readonly Manifest[] | undefined> {
  const named = paths.filter((path) => MANIFESTS.test(basename(path)) || /^\.(?:yarn|cargo)\//.test(path)).sort();
  if (named.length === 0 || named.length > MAX_MANIFESTS) return undefined;
  const read = await Promise.all(named.map(async (path) => [path, await readPlain(join(code, path))] as const));
  return read.every((one): one is Manifest => one[1] !== undefined) ? read : undefined;
}

async function readPlain(path: string): Promise<string | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  return entry?.isFile() === true ? readFile(path, "latin1").catch(() => undefined) : undefined;
}

/** Whether installing runs or copies other files of the repository: scripts of its packages, hooks, packages in folders. */
function mayRunOwnCode([path, text]: Manifest): boolean {
  const name = basename(path);
  if (name === "package.json") return mayPackageRunOwnCode(text);
  if (name === "pnpm-workspace.yaml") return /patch|pnpmfile|config|inject|file:|link:/i.test(text);
  if (LOCK_FILES.has(name)) return LOCAL_IN_LOCK.test(text);
  // Other forms of a manifest, which only pnpm reads.
  if (name.startsWith("package.")) return true;
  if (name === ".npmrc") return !text.split("\n").every((line) => PLAIN_SETTING.test(line));
  if (name === "binding.gyp" || name.endsWith(".cjs") || name.endsWith(".js")) return true;
  return path.startsWith(".yarn/") || name.startsWith(".yarnrc") || path.startsWith(".cargo/");
}

/** As its reader sees it: names may be written with escapes. */
function mayPackageRunOwnCode(manifest: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(manifest, "latin1").toString("utf8"));
    const text = JSON.stringify(value);
    const wanted = DEPENDENCIES.map((key) => lookUp(Object(value) as Record<string, unknown>, key));
    return HOOKS.test(text) || LOCAL.test(text) || textsIn(wanted).some((one) => LOCAL_PATH.test(one));
  } catch {
    return true;
  }
}

const DEPENDENCIES = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
  "resolutions",
  "pnpm",
];

/** All texts in a value of JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Packages that are folders or files of the repository, those of a workspace that are copied, and patches. */
const LOCAL = /"(?:file|link|portal|git\+file|patch|exec):|"patchedDependencies"|"injected"/;
/** npm takes a path for a package without any word before it. */
const LOCAL_PATH = /^(?:\.{1,2}(?:\/|$)|~?\/)|^(?!https?:).*\.t(?:ar\.)?gz$/;

const LOCK_FILES = new Set(["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock"]);
const LOCAL_IN_LOCK = /(?:^|[\s"'@(])(?:file|link|portal|git\+file):/m;

/** Settings of npm and pnpm that name no program and no file. */
const PLAIN_SETTING =
  /^\s*(?:$|[#;]|(?:@[\w.-]+:)?registry=https?:|(?:save-exact|engine-strict|legacy-peer-deps|fund|audit|package-lock|strict-peer-dependencies|auto-install-peers|shamefully-hoist|hoist|node-linker|prefer-offline|loglevel|ignore-scripts|save-prefix)\s*=)/;

/** Scripts that npm, pnpm and yarn run when they install. */
const HOOKS = /"(?:(?:pre|post)?(?:install|prepare|prepublish|dependencies|uninstall)|pnpm:\w+)"\s*:\s*"/;

/** The programs that the commands name, with size and time: another version may install something else. */
async function describePrograms(
  commands: readonly string[],
  { cwd, path }: { readonly cwd: string; readonly path: string },
): Promise<readonly string[]> {
  const names = [...new Set([...commands.flatMap(programWords), "node", "python3"])].sort();
  const found = names.map(async (command) => {
    const { path: program } = await findProgram({ command, cwd, env: { PATH: path } });
    if (program === undefined) return [];
    const real = await realpath(program);
    const entry = await lstat(real);
    return [`${command} ${real} ${entry.size} ${entry.mtimeMs}`];
  });
  return (await Promise.all(found)).flat();
}
