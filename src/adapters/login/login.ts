import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where an agent's login may stand. */
export interface LoginPlaces {
  readonly variables: readonly string[];
  readonly companions: readonly string[];
  readonly files: readonly string[];
  readonly companionFiles?: readonly string[];
}

/** What there is of a login. Nothing was sent anywhere to know it. */
export interface FoundLogin {
  /** By a variable, by a file, or not at all as far as can be seen. */
  readonly by: { readonly kind: "variable" | "file"; readonly name: string } | undefined;
  /** The variables to be passed on. */
  readonly variables: Readonly<Record<string, string>>;
  /** The files to be lent, below HOME. */
  readonly files: readonly string[];
}

/** Looks for a login in the user's environment and home. File contents are not read. */
export async function findLogin(places: LoginPlaces, env: NodeJS.ProcessEnv, home: string): Promise<FoundLogin> {
  const set = (name: string): boolean => (env[name] ?? "") !== "";
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
    variables: Object.fromEntries(variables.map((name) => [name, env[name] ?? ""])),
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
  /** Takes it back: what the agent renewed goes to the user's home, unless somebody else renewed it meanwhile. */
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
    lent.set(file, await digest(join(to, file)));
  }
  return {
    async takeBack() {
      for (const [file, before] of lent) {
        const after = await digest(join(to, file)).catch(() => before);
        if (after === before) continue;
        const users = await digest(join(from, file)).catch(() => "");
        if (users === before) await replace(join(to, file), join(from, file));
      }
    },
  };
}

async function replace(from: string, to: string): Promise<void> {
  const fresh = `${to}.${process.pid}.new`;
  try {
    await copyFile(from, fresh);
    await chmod(fresh, 0o600);
    await rename(fresh, to);
  } catch {
    // The user's home cannot be written: the old login stands, as it does after any failed renewal.
    await rm(fresh, { force: true }).catch(() => undefined);
  }
}

async function digest(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}
