import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findSandbox } from "../../src/adapters/sandbox/find-sandbox.ts";
import { type Desk, openDesk } from "../../src/adapters/desk/open-desk.ts";
import { openChange } from "../../src/adapters/git/open-change.ts";
import type { Sandbox } from "../../src/adapters/sandbox/sandbox.ts";

/** What lies in the planted home; a command that prints it has read what it must not. */
export const PLANTED = "PLANTED-KEY-93c1d07a55";

/** A user's home, a repository and a desk for hostile commands, and everything that they must leave alone. */
export interface HostilePlace {
  readonly home: string;
  readonly repository: string;
  /** A folder of the user that is neither. */
  readonly elsewhere: string;
  readonly desks: string;
  /** A server of this machine. */
  readonly port: number;
  readonly asked: () => number;
  readonly desk: Desk;
  readonly sandbox: Sandbox;
  /** Every file of home, repository and elsewhere, with its content. */
  snapshot(): string;
  close(): Promise<void>;
}

const FILES = {
  "limit.txt": "9\n",
  "package.json": '{"name":"relay","version":"1.0.0","scripts":{"postinstall":"sh postinstall.sh"}}\n',
  "postinstall.sh":
    'for at in "$1" / /etc /usr /root /home /var/tmp; do touch "$at/pwned-by-postinstall" 2>/dev/null; done; touch ran\n',
};

/** Makes the place. Undefined without a sandbox, where nothing of a repository runs. `around` exists already. */
export async function makeHostilePlace(around: string): Promise<HostilePlace | undefined> {
  const folder = mkdtempSync(join(around, "hostile-"));
  const [home, repository, elsewhere, desks] = ["home", "repository", "elsewhere", "desks"].map((name) =>
    join(folder, name),
  );
  if (home === undefined || repository === undefined || elsewhere === undefined || desks === undefined)
    throw new Error();
  for (const one of [home, repository, elsewhere, desks, join(home, ".ssh")]) mkdirSync(one);
  writeFileSync(join(home, ".ssh/id_rsa"), `${PLANTED}\n`);
  writeFileSync(join(elsewhere, "notes.txt"), "mine\n");
  process.env["HOME"] = home;
  const sandbox = await findSandbox({ root: desks });
  if (sandbox.level === "none") {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  commit(repository, home, { ...FILES, "limit.txt": "3\n" }, "Begin");
  commit(repository, home, FILES, "Grow");
  const change = await openChange({ folder: repository, target: "HEAD" });
  const { base, head = "" } = change.change.scope;
  const desk = await openDesk({
    owner: "hostile",
    reviewer: "gates",
    store: change.store,
    base,
    head,
    bundle: [],
    root: desks,
  });
  let requests = 0;
  const server = createServer((_, response) => response.end(`machine ${(requests += 1)}`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    home,
    repository,
    elsewhere,
    desks,
    port: (server.address() as AddressInfo).port,
    asked: () => requests,
    desk,
    sandbox,
    snapshot: () => [home, repository, elsewhere].map(digest).join("\n"),
    async close() {
      await desk.close();
      await change.close();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function commit(repository: string, home: string, files: Readonly<Record<string, string>>, message: string): void {
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.invalid"];
  const git = (...args: string[]) => execFileSync("git", [...who, ...args], { cwd: repository, env });
  if (!existsSync(join(repository, ".git"))) git("init", "-q", "-b", "main");
  for (const [path, text] of Object.entries(files)) writeFileSync(join(repository, path), text);
  git("add", ".");
  git("commit", "-qm", message);
}

/** One hash of all names, kinds, modes and contents in a folder. */
export function digest(folder: string): string {
  const hash = createHash("sha256");
  const walk = (path: string): void => {
    const stats = lstatSync(path);
    hash.update(`${path}\0${stats.mode}\0`);
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stats.isFile()) hash.update(readFileSync(path));
    else if (stats.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
  };
  walk(folder);
  return hash.digest("hex");
}
