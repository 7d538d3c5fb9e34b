import { createHash } from "node:crypto";
import { chmod, copyFile, lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lookUp } from "#util/look-up.ts";

/** Where an agent's login may stand. */
export interface LoginPlaces {
  readonly variables: readonly string[];
  readonly companions: readonly string[];
  readonly files: readonly string[];
  readonly companionFiles?: readonly string[];
}

/** What there is of a login. Nothing was sent anywhere to know it. */
export interface FoundLogin {
  /** By a variable, by a file, or not at all as far as we can see. */
  readonly by: { readonly kind: "variable" | "file"; readonly name: string } | undefined;
  /** The variables to be passed on. */
  readonly variables: Readonly<Record<string, string>>;
  /** The files to be lent, below HOME. */
  readonly files: readonly string[];
}

/** Looks for a login in the user's environment and home. File contents are not read. */
export async function findLogin(places: LoginPlaces, env: NodeJS.ProcessEnv, home: string): Promise<FoundLogin> {
  const set = (name: string): boolean => (lookUp(env, name) ?? "") !== "";
  const variables = [...places.variables, ...places.companions].filter(set);
  const files = await present(places.files, home);
  const companions = await present(places.companionFiles ?? [], home);
  const variable = places.variables.find(set);
  const [file] = files;
  const by =
    variable !== undefined
      ? { kind: "variable" as const, name: variable }
      : file !== undefined
        ? { kind: "file" as const, name: file }
        : undefined;
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

/** A login that a run works with. */
export interface LentLogin {
  /**
   * Takes it back: what the agent renewed goes to the user's home, unless somebody else renewed it meanwhile, or it is
   * no login any more.
   */
  takeBack(): Promise<void>;
}

/**
 * Copies the login files to a private home. An agent may renew its tokens, which makes the old ones void; so a renewed
 * file is put back, or the user would be signed out.
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

/** One after another: of two copies of one login, the second must see what the first has put back. */
let lastTakenBack: Promise<void> = Promise.resolve();

async function takeBackFile(before: string, lent: string, users: string): Promise<void> {
  const after = await readPlain(lent);
  if (after === undefined || digest(after) === before) return;
  const now = await readFile(users).catch(() => undefined);
  if (now === undefined || digest(now) !== before || !isWhole(after, now)) return;
  await replace(after, users);
}

/** An agent may have left anything in its home: a link would lead elsewhere, and a pipe would never end. */
async function readPlain(path: string): Promise<Buffer | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isFile() !== true || entry.size > MAX_BYTES) return undefined;
  return readFile(path).catch(() => undefined);
}

const MAX_BYTES = 4 * 1024 * 1024;

/** An agent that was ended while it wrote, or that signed out, leaves what would cost the user the login. */
function isWhole(after: Buffer, before: Buffer): boolean {
  if (after.toString("utf8").trim() === "") return false;
  const old = parse(before);
  if (old === undefined) return true;
  const fresh = parse(after);
  return fresh !== undefined && (isVoid(old.value) || !isVoid(fresh.value));
}

/** Holds nothing: also an object all of whose fields hold nothing. What is nested without end is not followed. */
function isVoid(value: unknown, depth = 0): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && depth < 8 && Object.values(value).every((one) => isVoid(one, depth + 1));
}

function parse(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(bytes.toString("utf8")) as unknown };
  } catch {
    return undefined;
  }
}

/** Where a link stands in the user's home it stays, and the file that it leads to is replaced. */
async function replace(bytes: Buffer, path: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const fresh = `${target}.${process.pid}.new`;
  try {
    await writeFile(fresh, bytes, { mode: 0o600 });
    await chmod(fresh, 0o600);
    await rename(fresh, target);
  } catch {
    // The user's home cannot be written: the old login stands, as it does after any failed renewal.
    await rm(fresh, { force: true }).catch(() => undefined);
  }
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
