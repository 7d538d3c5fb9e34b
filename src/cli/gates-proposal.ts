import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CONFIG_FILES, configKeyOf } from "#config/read-config.ts";
import { findGates } from "#pipeline/round/gates/find-gates.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { printable } from "#util/printable.ts";

/** The gates that a repository could have, by name. */
type ProposedHere = Readonly<Record<string, string>>;

/** Commands that this repository could name as its gates, to be copied. Empty: there is no repository, or none was recognised. */
export async function proposeGatesHere(folder: string): Promise<string> {
  const gates = await findGatesHere(folder);
  return Object.keys(gates).length === 0 ? "" : `${INTRO}\n${describeProposal(gates)}\n`;
}

/** The gates that are recognised; none outside of a repository. Nothing is run. */
export async function findGatesHere(folder: string): Promise<ProposedHere> {
  const root = await findRepositoryRoot(folder).catch(() => undefined);
  return root === undefined ? {} : findGates(root);
}

/** The proposal as it would stand in the configuration. */
export function describeProposal(gates: ProposedHere): string {
  const lines = Object.entries(gates).map(
    ([name, command]) => `    ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
  );
  return printable(["{", '  "gates": {', lines.join(",\n"), "  }", "}"].join("\n"), { keepNewlines: true });
}

/**
 * Writes gates into the configuration of a repository that names none. Returns the file; undefined if there is one that only
 * its author can edit: code, a key in `package.json`, a link, something that is no JSON object.
 */
export async function writeGates(root: string, gates: ProposedHere): Promise<string | undefined> {
  const [name, ...others] = CONFIG_FILES;
  const [entry, ...code] = await Promise.all([name, ...others].map((one) => findEntry(join(root, one))));
  const manifest = await readFile(join(root, "package.json"), "utf8").catch(() => undefined);
  if (code.some((one) => one !== undefined) || hasKey(manifest)) return undefined;
  const path = join(root, name);
  if (entry === undefined) {
    await writeFile(path, `${JSON.stringify({ gates }, null, 2)}\n`, { flag: "wx" });
    return name;
  }
  const value = entry.isFile() ? parseObject(await readFile(path, "utf8")) : undefined;
  if (value === undefined || "gates" in value) return undefined;
  await writeFile(path, `${JSON.stringify({ ...value, gates }, null, 2)}\n`);
  return name;
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
