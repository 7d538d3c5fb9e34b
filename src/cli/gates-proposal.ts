import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CONFIG_FILES, configKeyOf } from "#config/read-config.ts";
import { findGates, type FoundCommands } from "#pipeline/round/gates/find-gates.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { printable } from "#util/printable.ts";

/** Commands that this repository could name as its gates, to be copied. Empty: there is no repository, or none was recognised. */
export async function proposeGatesHere(folder: string): Promise<string> {
  const found = await findGatesHere(folder);
  return found === undefined ? "" : `${INTRO}\n${describeProposal(found)}\n`;
}

/** The commands that are recognised; undefined if there are none, or outside of a repository. Nothing is run. */
export async function findGatesHere(folder: string): Promise<FoundCommands | undefined> {
  const root = await findRepositoryRoot(folder).catch(() => undefined);
  const found = root === undefined ? undefined : await findGates(root);
  return found === undefined || Object.keys(found.gates).length === 0 ? undefined : found;
}

/** The proposal as it would stand in the configuration. */
export function describeProposal({ setup, gates }: FoundCommands): string {
  const lines = Object.entries(gates).map(
    ([name, command]) => `    ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
  );
  const first =
    setup.length === 0 ? [] : [`  "setup": [${setup.map((command) => JSON.stringify(command)).join(", ")}],`];
  return printable(["{", ...first, '  "gates": {', lines.join(",\n"), "  }", "}"].join("\n"), { keepNewlines: true });
}

/** What was written, and where. */
interface WrittenGates extends FoundCommands {
  readonly name: string;
}

/**
 * Writes gates, and their set-up if none is named, into the configuration of a repository that names no gates. Undefined if there
 * is one that only its author can edit: code, a key in `package.json`, a link, something that is no JSON object.
 */
export async function writeGates(root: string, { setup, gates }: FoundCommands): Promise<WrittenGates | undefined> {
  const [name, ...others] = CONFIG_FILES;
  const [entry, ...code] = await Promise.all([name, ...others].map((one) => findEntry(join(root, one))));
  const manifest = await readFile(join(root, "package.json"), "utf8").catch(() => undefined);
  if (code.some((one) => one !== undefined) || hasKey(manifest)) return undefined;
  const path = join(root, name);
  if (entry === undefined) {
    const proposed = setup.length === 0 ? { gates } : { setup, gates };
    await writeFile(path, `${JSON.stringify(proposed, null, 2)}\n`, { flag: "wx" });
    return { name, setup, gates };
  }
  const value = entry.isFile() ? parseObject(await readFile(path, "utf8")) : undefined;
  if (value === undefined || "gates" in value) return undefined;
  const added = setup.length === 0 || "setup" in value ? { gates } : { setup, gates };
  await writeFile(path, `${JSON.stringify({ ...value, ...added }, null, 2)}\n`);
  return { name, setup: [], ...added };
}

const findEntry = (path: string) => lstat(path).catch(() => undefined);

function hasKey(manifest: string | undefined): boolean {
  try {
    return configKeyOf(manifest) !== undefined;
  } catch {
    return true;
  }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const INTRO =
  "This repository seems to have commands that could run in each review. To use them, put this into deep-review.config.json\nor run `deep-review init --gates`. They run only if you allow it, in the sandbox:";
