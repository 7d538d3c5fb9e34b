import { hasCode, messageOf, UserError } from "#util/errors.ts";
import type { ConfigSource } from "./resolve-config.ts";

/** The files of a repository's root, in the working tree or in a commit. */
export interface ConfigFolder {
  /** Follows a file's name in messages: empty for the working tree, or ` at the base commit 1a2b3c4`. */
  readonly where: string;
  /** The text of a file; undefined if it does not exist. */
  read(name: string): Promise<string | undefined>;
  /** Runs a configuration that is code and returns its export; throws a UserError if that is not allowed. */
  run(name: string, text: string): Promise<unknown>;
}

/** JSON is parsed, the others are run. */
export const CONFIG_FILES = [
  "deep-review.config.json",
  "deep-review.config.ts",
  "deep-review.config.js",
  "deep-review.config.mjs",
] as const;

/** Finds the configuration of a repository; undefined if there is none. More than one is an error. */
export async function readConfig(folder: ConfigFolder): Promise<ConfigSource | undefined> {
  const texts = await Promise.all(CONFIG_FILES.map(async (name) => ({ name, text: await folder.read(name) })));
  const found = texts.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
  const key = configKeyOf(await folder.read("package.json"));
  const names: string[] = found.map(({ name }) => name);
  if (key !== undefined) names.push("the key in package.json");
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

/** The value of the key deep-review in a package.json. A broken package.json is ignored. */
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

/** The error to show for a file that could not be read; undefined for a missing file. */
export function explainReadError(error: unknown, name: string): UserError | undefined {
  if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR") || hasCode(error, "EISDIR")) return undefined;
  return new UserError({ what: `cannot read ${name}`, why: messageOf(error), fix: "check the file", cause: error });
}
