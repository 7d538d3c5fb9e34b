import { oneLine, truncate } from "#util/words.ts";
import { skipOptions, usesNetwork } from "./network-programs.ts";
import { type SimpleCommand, splitCommands } from "./simple-commands.ts";

/** What a reviewer tried with one command line. */
export interface CommandTries {
  /** The commands that are to reach another machine. */
  readonly network: readonly string[];
  /** Programs that it downloads and runs. */
  readonly programs: readonly string[];
  /** Commands that are to make a working tree or a branch. */
  readonly made: readonly { readonly what: "worktree" | "branch"; readonly command: string }[];
  /** Absolute paths that it is to write. */
  readonly written: readonly string[];
}

/** The names of files that a reviewer has downloaded so far. */
export type Downloads = Set<string>;

const MAX_DETAIL = 120;
const MAX_DOWNLOADS = 1000;
const RUNS_TEXT = /^(?:(?:ba|z|da|k)?sh|node|python[\d.]*|perl|ruby|source|\.)$/;
const DOWNLOADS = /^(?:curl|wget|aria2c)$/;

/** Reads what a command line tries. Adds what it downloads to `downloads`, since a later command may run it. */
export function readTries(line: string, downloads: Downloads): CommandTries {
  const commands = splitCommands(line);
  // `sh -c "$(curl …)"`: the substitution stands beside the shell.
  const feedsShell = /(?:\$\(|<\(|`)\s*(?:curl|wget)\b/.test(line);
  const programs: string[] = [];
  for (const command of commands) {
    const program = runsDownload(command, downloads);
    if (program !== undefined) programs.push(program);
    if (downloads.size < MAX_DOWNLOADS) for (const name of downloadedBy(command)) downloads.add(name);
  }
  if (feedsShell && commands.some(({ program }) => RUNS_TEXT.test(program)))
    programs.push("a script, given to a shell");
  return {
    network: commands.filter(usesNetwork).map(describeCommand),
    programs: [...new Set(programs)],
    made: commands.flatMap((command) => {
      const what = makes(command);
      return what === undefined ? [] : [{ what, command: describeCommand(command) }];
    }),
    written: commands.flatMap(pathsWritten).filter(isElsewhere),
  };
}

function makes({ program, args }: SimpleCommand): "worktree" | "branch" | undefined {
  const words = program === "git" ? skipOptions(args) : "";
  if (/^worktree add\b/.test(words)) return "worktree";
  return /^(?:branch (?!-)\S|checkout -[bB]\b|switch -[cC]\b)/.test(words) ? "branch" : undefined;
}

function describeCommand({ program, args }: SimpleCommand): string {
  return truncate(oneLine([program, ...args].join(" ")), MAX_DETAIL);
}

/** A name for the downloaded program that a command runs. */
function runsDownload(command: SimpleCommand, downloads: Downloads): string | undefined {
  const { program, args, piped } = command;
  if (piped !== undefined && DOWNLOADS.test(piped) && RUNS_TEXT.test(program)) return `a script, given to ${program}`;
  if (downloads.has(program)) return program;
  if (/^(?:npx|pnpx|bunx|uvx)$/.test(program)) return packageOf(args, program);
  if (/^(?:npm|pnpm|yarn|pipx)$/.test(program) && /^(?:exec|x|dlx|run)$/.test(args[0] ?? ""))
    return program === "pipx" || args[0] !== "run" ? packageOf(args.slice(1), program) : undefined;
  if (program === "go" && args[0] === "run") return args.find((word) => /.@[\w.]/.test(word));
  if (/^(?:docker|podman)$/.test(program) && args[0] === "run") return `an image, with ${program}`;
  if (RUNS_TEXT.test(program) || program === "chmod") return args.map(baseName).find((name) => downloads.has(name));
  return undefined;
}

/** A package with a version, or one that is fetched without a question. Without either it may be installed already. */
function packageOf(args: readonly string[], program: string): string | undefined {
  const name = args.find((word) => !word.startsWith("-"));
  const isFetched = args.some((word) => /^(?:-y|--yes)$/.test(word)) || /.@[\w.]/.test(name ?? "");
  return name === undefined || !(isFetched || /^(?:uvx|pipx|bunx)$/.test(program)) ? undefined : name;
}

function downloadedBy({ program, args, written }: SimpleCommand): readonly string[] {
  if (!DOWNLOADS.test(program)) return [];
  const named = args.flatMap((word, at) => {
    const glued = /^(?:-o|-O|--output=|--output-document=)(.+)$/.exec(word)?.[1];
    const next = /^(?:-\w*o|-O|--output|--output-document|--out)$/.test(word) ? args[at + 1] : undefined;
    return [glued, next].filter((name) => name !== undefined);
  });
  const addresses = args.filter((word) => /^[a-z]+:\/\//.test(word)).map((word) => word.replace(/[?#].*$/, ""));
  const isNamedByAddress = program !== "curl" || args.some((word) => /^(?:-\w*O\w*|--remote-name)$/.test(word));
  return [...named, ...written, ...(isNamedByAddress ? addresses : [])].map(baseName).filter((name) => name !== "");
}

const baseName = (path: string): string => path.replace(/\/+$/, "").replace(/^.*\//, "");

/** Programs that write to all paths among their words, and those that write to the last one. */
const WRITES_ALL = /^(?:touch|mkdir|rm|rmdir|tee|truncate|unlink|chmod|chown)$/;
const WRITES_LAST = /^(?:cp|mv|ln|install|rsync)$/;

function pathsWritten({ program, args, written }: SimpleCommand): readonly string[] {
  const paths = args.filter((word) => !word.startsWith("-"));
  const own = WRITES_ALL.test(program) ? paths : WRITES_LAST.test(program) ? paths.slice(-1) : [];
  const disk = program === "dd" ? args.flatMap((word) => /^of=(.+)$/.exec(word)?.[1] ?? []) : [];
  return [...own, ...disk, ...written];
}

/** A device is no file, and a relative path is at the desk, which is compared. */
const isElsewhere = (path: string): boolean => path.startsWith("/") && !/^\/(?:dev|proc)\//.test(path);
