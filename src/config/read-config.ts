import { hasCode, messageOf, UserError } from "#util/errors.ts";
import type { ConfigSource } from "./resolve-config.ts";

/** The files of a repository's root, in the working tree or in a commit. */
export interface ConfigFolder {
  /** Where that is, behind a file's name: empty for the working tree, ` at the base commit 1a2b3c4`. */
  readonly where: string;
  /** The text of a file; undefined when there is none. */
  read(name: string): Promise<string | undefined>;
  /** Runs a configuration that is code and gives what it exports; throws a UserError where that is not allowed. */
  run(name: string, text: string): Promise<unknown>;
}

/** Data first: JSON is read, the others are run. */
export const CONFIG_FILES = [
  "deep-review.config.json",
  "deep-review.config.ts",
  "deep-review.config.js",
  "deep-review.config.mjs",
] as const;

/** Finds the configuration of a repository; undefined when there is none. Two of them are an error: which one holds? */
export async function readConfig(folder: ConfigFolder): Promise<ConfigSource | undefined> {
  const texts = await Promise.all(CONFIG_FILES.map(async (name) => ({ name, text: await folder.read(name) })));
  const found = texts.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
  const key = configKeyOf(await folder.read("package.json"));
  const names = [...found.map(({ name }) => name as string), ...(key === undefined ? [] : ["the key in package.json"])];
  if (names.length > 1) {
    throw new UserError({
      what: `there are ${names.length} configurations${folder.where}`,
      why: `${names.join(" and ")} could both apply`,
      fix: "keep one of them",
    });
  }
  const [file] = found;
  if (file === undefined) return key === undefined ? undefined : { name: `package.json${folder.where}`, value: key };
  const name = `${file.name}${folder.where}`;
  if (file.name.endsWith(".json")) return { name, value: parseJson(file.text, name) };
  return { name, value: await folder.run(file.name, file.text) };
}

/** What stands at the key deep-review of a package.json. A broken package.json is not ours to complain about. */
export function configKeyOf(text: string | undefined): unknown {
  try {
    const manifest: unknown = JSON.parse((text ?? "null").replace(/^\ufeff/, ""));
    return typeof manifest === "object" && manifest !== null && "deep-review" in manifest
      ? manifest["deep-review"]
      : undefined;
  } catch {
    return undefined;
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UserError({
      what: `${name} is not JSON`,
      why: messageOf(error),
      fix: "fix the file; `deep-review schema --config` prints what it may contain",
      cause: error,
    });
  }
}

/** Why a file could not be read; a missing one is no problem. */
export function explainReadError(error: unknown, name: string): UserError | undefined {
  if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR") || hasCode(error, "EISDIR")) return undefined;
  return new UserError({ what: `cannot read ${name}`, why: messageOf(error), fix: "check the file", cause: error });
}
