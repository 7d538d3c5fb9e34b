import { createHash } from "node:crypto";
import { chmod, copyFile, lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lookUp } from "#util/look-up.ts";

/** Where an agent's login may be. */
interface LoginPlaces {
  readonly variables: readonly string[];
  readonly companions: readonly string[];
  readonly files: readonly string[];
  readonly companionFiles?: readonly string[];
}

/** A login as far as it can be found without using it. */
export interface FoundLogin {
  /** The variable or file that holds it; undefined if neither exists. */
  readonly by: { readonly kind: "variable" | "file"; readonly name: string } | undefined;
  /** The variables to pass on. */
  readonly variables: Readonly<Record<string, string>>;
  /** The files to lend, relative to HOME. */
  readonly files: readonly string[];
}

/** Looks for a login in the user's environment and home. Does not read files. */
export async function findLogin(places: LoginPlaces, env: NodeJS.ProcessEnv, home: string): Promise<FoundLogin> {
  const set = (name: string): boolean => (lookUp(env, name) ?? "") !== "";
  const variables = [...places.variables, ...places.companions].filter(set);
  const files = await present(places.files, home);
  const companions = await present(places.companionFiles ?? [], home);
  const variable = places.variables.find(set);
  const [file] = files;
  let by: FoundLogin["by"];
  if (variable !== undefined) by = { kind: "variable", name: variable };
  else if (file !== undefined) by = { kind: "file", name: file };
  return {
    by,
    variables: Object.fromEntries(variables.map((name) => [name, lookUp(env, name) ?? ""])),
    files: [...files, ...companions],
  };
}

async function present(files: readonly string[], home: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const entry = await stat(join(home, file)).catch(() => undefined);
    if (entry?.isFile() === true) found.push(file);
  }
  return found;
}

/** A copy of the user's login that a run works with. */
interface LentLogin {
  /**
   * Copies renewed files back to the user's home, unless the user's files changed meanwhile or the renewed ones no longer
   * contain a login.
   */
  takeBack(): Promise<void>;
}

/**
 * Copies the login files to a private home. An agent may renew its tokens, which invalidates the old ones: renewed files
 * must be copied back, or the user would be signed out.
 */
export async function lendLogin(files: readonly string[], from: string, to: string): Promise<LentLogin> {
  const lent = new Map<string, string>();
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true, mode: 0o700 });
    await copyFile(join(from, file), join(to, file));
    await chmod(join(to, file), 0o600);
    lent.set(file, digest(await readFile(join(to, file))));
  }
  const takeAll = async (): Promise<void> => {
    for (const [file, before] of lent) await takeBackFile(before, join(to, file), join(from, file));
  };
  return {
    takeBack() {
      const mine = lastTakenBack.then(takeAll);
      lastTakenBack = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** Serializes the calls: of two copies of one login, the second must see what the first copied back. */
let lastTakenBack: Promise<void> = Promise.resolve();

async function takeBackFile(before: string, lent: string, original: string): Promise<void> {
  const after = await readPlain(lent);
  if (after === undefined || digest(after) === before) return;
  const now = await readFile(original).catch(() => undefined);
  if (now === undefined || digest(now) !== before || !isComplete(after, now)) return;
  await replace(after, original);
}

/** An agent may leave anything in its home: a link would lead elsewhere, and reading a pipe would never end. */
async function readPlain(path: string): Promise<Buffer | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isFile() !== true || entry.size > MAX_BYTES) return undefined;
  return readFile(path).catch(() => undefined);
}

const MAX_BYTES = 4 * 1024 * 1024;

/** An agent that was killed while it wrote, or that signed out, leaves a file that would sign the user out. */
function isComplete(after: Buffer, before: Buffer): boolean {
  if (after.toString("utf8").trim() === "") return false;
  const old = parse(before);
  if (old === undefined) return true;
  const fresh = parse(after);
  return fresh !== undefined && (isEmpty(old.value) || !isEmpty(fresh.value));
}

/** Whether a value contains no text or number at any level. Deep nesting counts as content. */
function isEmpty(value: unknown, depth = 0): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && depth < 8 && Object.values(value).every((one) => isEmpty(one, depth + 1));
}

function parse(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(bytes.toString("utf8")) as unknown };
  } catch {
    return undefined;
  }
}

/** Replaces the target of a link, not the link itself. */
async function replace(bytes: Buffer, path: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const fresh = `${target}.${process.pid}.new`;
  try {
    await writeFile(fresh, bytes, { mode: 0o600 });
    await chmod(fresh, 0o600);
    await rename(fresh, target);
  } catch {
    // The user's home cannot be written: the old login stays, as after any failed renewal.
    await rm(fresh, { force: true }).catch(() => undefined);
  }
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
