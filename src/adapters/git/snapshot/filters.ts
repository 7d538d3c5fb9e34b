import { splitBytes } from "../decode-path.ts";
import type { Repository } from "../repository.ts";

/** The configured filter programs, and how to keep git from running them. */
export interface Filters {
  /** For git's environment. */
  readonly off: NodeJS.ProcessEnv;
  /** The filter that git would run for each path. Only filters with a program count. */
  of(paths: readonly Buffer[]): Promise<readonly (string | undefined)[]>;
}

/** Reads the configured filters. */
export async function findFilters(repository: Repository): Promise<Filters> {
  const listing = await repository.run([
    "config",
    "-z",
    "--name-only",
    "--get-regexp",
    "^filter\\..*\\.(clean|process)$",
  ]);
  const names = new Set(
    splitBytes(listing.stdout).map((key) =>
      key
        .toString("utf8")
        .replace(/^filter\./, "")
        .replace(/\.\w+$/, ""),
    ),
  );
  return {
    off: switchOff([...names]),
    async of(paths) {
      if (names.size === 0 || paths.length === 0) return [];
      const { stdout } = await repository.run(
        ["-C", repository.worktree ?? "", "check-attr", "-z", "--stdin", "filter"],
        {
          env: { GIT_WORK_TREE: repository.worktree },
          input: Buffer.concat(paths.flatMap((path) => [path, Buffer.from([0])])),
        },
      );
      // Path, attribute, value; in the order of the input.
      const values = splitBytes(stdout).filter((_, at) => at % 3 === 2);
      return values.map((value) => (names.has(value.toString("utf8")) ? value.toString("utf8") : undefined));
    },
  };
}

/** Through the environment: a name may contain `=`, which ends the name in `-c name=value`. */
function switchOff(names: readonly string[]): NodeJS.ProcessEnv {
  const settings = names.flatMap((name) => [
    [`filter.${name}.clean`, ""],
    [`filter.${name}.smudge`, ""],
    [`filter.${name}.process`, ""],
    [`filter.${name}.required`, "false"],
  ]);
  const entries = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...(Object.fromEntries(entries) as NodeJS.ProcessEnv) };
}
