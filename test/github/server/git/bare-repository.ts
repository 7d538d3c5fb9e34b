import { appendFile, cp, mkdir, readFile, realpath, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runGit } from "./run-git.ts";

/** Files to be written, by path; `null` removes one. */
export type Files = Readonly<Record<string, string | Buffer | null>>;

/** How a commit is made. */
export interface CommitOptions {
  readonly branch: string;
  readonly files: Files;
  readonly message?: string | undefined;
  readonly author?: string | undefined;
  /** The commit or branch that a new branch begins at. */
  readonly from?: string | undefined;
}

const CONFIGURATION = "[http]\n\treceivepack = true\n[uploadpack]\n\tallowAnySHA1InWant = true\n[gc]\n\tauto = 0\n";

/** A bare repository in a folder, with real git. */
export class BareRepository {
  readonly folder: string;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** A new repository without a commit. */
  static async create(folder: string, branch: string): Promise<BareRepository> {
    await mkdir(folder, { recursive: true });
    await runGit(folder, ["init", "--quiet", "--bare", "--template=", `--initial-branch=${branch}`]);
    await appendFile(join(folder, "config"), CONFIGURATION);
    return new BareRepository(folder);
  }

  /** A copy with all branches. Forks share their objects, as on GitHub: a commit of one is known to all by its name. */
  async copyTo(folder: string): Promise<BareRepository> {
    await mkdir(dirname(folder), { recursive: true });
    const isOwn = (path: string): boolean =>
      ![join(this.folder, "objects"), join(this.folder, "refs", "pull")].includes(path);
    await cp(this.folder, folder, { recursive: true, filter: isOwn });
    await symlink(await realpath(join(this.folder, "objects")), join(folder, "objects"), "junction");
    return new BareRepository(folder);
  }

  git(...args: readonly string[]): Promise<string> {
    return runGit(this.folder, args);
  }

  /** Does one thing after the other, where two at once would be in each other's way. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(action, action);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  /** Writes a commit on a branch and gives its name. */
  commit({ branch, files, message = "Change", author = "Ada", from }: CommitOptions): Promise<string> {
    return this.inTurn(async () => {
      const ref = `refs/heads/${branch}`;
      const parent = (await this.tip(ref)) ?? (from === undefined ? undefined : await this.#begin(from));
      const chunks: Buffer[] = [];
      const say = (text: string): number => chunks.push(Buffer.from(text));
      const data = (bytes: Buffer): void => {
        say(`data ${bytes.length}\n`);
        chunks.push(bytes);
        say("\n");
      };
      say(`commit ${ref}\ncommitter ${author} <${author.toLowerCase()}@example.test> ${nextSecond()} +0000\n`);
      data(Buffer.from(message));
      if (parent !== undefined) say(`from ${parent}\n`);
      for (const [path, content] of Object.entries(files)) {
        if (content === null) say(`D ${quoted(path)}\n`);
        else {
          say(`M 100644 inline ${quoted(path)}\n`);
          data(Buffer.from(content));
        }
      }
      say("done\n");
      await runGit(this.folder, ["fast-import", "--quiet", "--done", "--force"], Buffer.concat(chunks));
      return (await this.tip(ref)) ?? "";
    });
  }

  /** Points a ref at a commit that is there. */
  async point(ref: string, commit: string): Promise<void> {
    const path = join(this.folder, ref);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, `${commit}\n`);
    await rename(`${path}.new`, path);
  }

  async #begin(from: string): Promise<string> {
    return (await this.tip(`refs/heads/${from}`)) ?? this.commitOf(from);
  }

  /** What a ref points at, read from its file, since this is asked with every request. */
  async tip(ref: string): Promise<string | undefined> {
    const loose = await readFile(join(this.folder, ref), "utf8").catch(() => "");
    if (/^[0-9a-f]{40}\s*$/.test(loose)) return loose.trim();
    const packed = await readFile(join(this.folder, "packed-refs"), "utf8").catch(() => "");
    return packed
      .split("\n")
      .find((line) => line.endsWith(` ${ref}`))
      ?.slice(0, 40);
  }

  /** The full name of a commit; throws where there is none. */
  async commitOf(name: string): Promise<string> {
    return (await this.git("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`)).trim();
  }

  /** Whether a commit is there. */
  async has(name: string): Promise<boolean> {
    return this.commitOf(name).then(
      () => true,
      () => false,
    );
  }
}

let second = 1_700_000_000;
/** Every commit is a second younger than the last one, so that equal content gives different commits. */
const nextSecond = (): number => (second += 1);

const quoted = (path: string): string =>
  `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
