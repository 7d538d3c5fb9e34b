import { mkdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { InternalError } from "#util/errors.ts";
import { listSome } from "#util/words.ts";
import type { ObjectStore } from "../git/repository.ts";
import { explainDeskError, findDeskRoot } from "./desk-root.ts";
import { takeFingerprint, type Fingerprint } from "./fingerprint.ts";
import { type DeskClone, makeClone } from "./make-clone.ts";
import { makeReadOnly, removeTree, replaceEscapingLinks } from "./file-tree.ts";
import { type DeskFolder, takeDeskFolder } from "./round-folder.ts";
import { prepareCode } from "./prepare-code.ts";
import type { SetUpPlan, SetUpRun } from "./set-up.ts";
import { fillSubmodules } from "./submodules.ts";

/** A file of the bundle. */
interface DeskFile {
  readonly path: string;
  readonly text: string;
}

/** What a reviewer's desk is made from. */
export interface DeskRequest {
  /** Names the round in the folder; several desks of one round share it. */
  readonly owner: string;
  readonly reviewer: string;
  readonly store: ObjectStore;
  /** A commit, or the empty tree; absent: there is no base. */
  readonly base?: string | undefined;
  readonly head: string;
  /** Which of the two is checked out; the head when absent. */
  readonly side?: "base" | "head";
  /** The files of `review/`, with paths below it. A promise is awaited while the code is checked out. */
  readonly bundle: readonly DeskFile[] | Promise<readonly DeskFile[]>;
  /** Checks out the submodules that the user's clone contains. */
  readonly submodules?: boolean;
  /** Removes the repository, for a reviewer that must not know authors and messages. */
  readonly withoutHistory?: boolean;
  /** Commands that run in `code/`, in the sandbox, before it becomes read-only. */
  readonly setup?: SetUpPlan | undefined;
  /** The user's cache when absent. */
  readonly root?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The folder that one reviewer works in. */
export interface Desk {
  /** The reviewer's working directory. Read-only with everything in it. */
  readonly folder: string;
  readonly code: string;
  readonly review: string;
  /** Private, writable, and outside the desk. */
  readonly home: string;
  readonly tmp: string;
  /** The object copies that git reads for `code/`, shared by the desks of a round. Empty without history. */
  readonly objectFolders: readonly string[];
  /** Differences between the desk and the commit. */
  readonly notes: readonly string[];
  /** If the last one is not `ok`, the desk is not fully set up. */
  readonly setup: readonly SetUpRun[];
  /** The state of the desk when the reviewer got it. */
  readonly before: Fingerprint;
  /** Its state now. */
  fingerprint(): Promise<Fingerprint>;
  /** Removes it with its home and temporary folder. */
  close(): Promise<void>;
}

/** Makes a desk. Throws a UserError if it cannot be written; a set-up command that fails is only reported. */
export async function openDesk(request: DeskRequest): Promise<Desk> {
  const root = request.root ?? findDeskRoot();
  try {
    const taken = await takeDeskFolder(root, request);
    try {
      return await setUpDesk(taken, request);
    } catch (error) {
      await taken.release().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    throw explainDeskError(error, root);
  }
}

/** Lists the differences between the desk and the commit for the reviewer, if there are any. */
const NOTES_FILE = "desk.md";

async function setUpDesk({ folder, copy, release }: DeskFolder, request: DeskRequest): Promise<Desk> {
  const { store, base, head, side, signal, bundle, setup: plan } = request;
  const desk = join(folder, "desk");
  const [code, review, home, tmp] = [
    join(desk, "code"),
    join(desk, "review"),
    join(folder, "home"),
    join(folder, "tmp"),
  ];
  for (const one of [desk, code, review, home, tmp]) await mkdir(one, { mode: 0o700 });
  // Wait for both before a failure is thrown: a clone that still writes would leave files after the release.
  const [cloned, written] = await Promise.allSettled([
    inTurn(async () => {
      const objects = await copy({ store, head, base, signal });
      return { objects, ...(await makeClone({ folder: code, objects, head, base, side, signal })) };
    }),
    Promise.resolve(bundle).then((files) => writeBundle(review, files)),
  ]);
  if (cloned.status === "rejected") throw cloned.reason;
  if (written.status === "rejected") throw written.reason;
  const clone = cloned.value;
  const none = { folders: [], objectFolders: [], notes: [] };
  const modules = request.submodules === true ? await fillSubmodules(clone, { store, copy, signal }) : none;
  const replacedLinks = await replaceEscapingLinks(code);
  const repositories = [code, ...modules.folders];
  const objectFolders = [clone.objects.folder, ...modules.objectFolders];
  const folders = { code, home, tmp, objectFolders, repositories, signal };
  const setup = plan === undefined ? [] : await prepareCode({ plan, ...(await describeCommit(clone)), ...folders });
  const isFilesOnly = request.withoutHistory === true;
  if (isFilesOnly) for (const one of [code, ...modules.folders]) await removeTree(join(one, ".git"));
  const cut = isFilesOnly ? [] : clone.objects.notes;
  const notes = [
    ...clone.notes,
    ...cut,
    ...modules.notes,
    ...describeReplacedLinks(replacedLinks),
    ...describeSetUp(setup),
  ];
  if (notes.length > 0) await writeFile(join(review, NOTES_FILE), notes.map((note) => `- ${note}\n`).join(""));
  await makeReadOnly(desk);
  return {
    folder: desk,
    code,
    review,
    home,
    tmp,
    objectFolders: isFilesOnly ? [] : objectFolders,
    notes,
    setup,
    before: await takeFingerprint(desk),
    fingerprint: () => takeFingerprint(desk),
    close: release,
  };
}

/** The tracked files of the checked-out commit, and what identifies them. */
async function describeCommit({ run }: Pick<DeskClone, "run">) {
  const [files, tree] = await Promise.all([run(["ls-files", "-z"]), run(["rev-parse", "HEAD^{tree}"])]);
  const paths = files.stdout.toString("utf8").split("\0");
  return { paths: paths.filter((path) => path !== ""), tree: tree.stdout.toString("utf8").trim() };
}

/** More checkouts at once are not faster; with two, the first reviewer can begin soon. */
const AT_ONCE = 2;
const turns = { running: 0, waiting: [] as (() => void)[] };

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.running >= AT_ONCE) await new Promise<void>((resolve) => turns.waiting.push(resolve));
  else turns.running += 1;
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift();
    if (next === undefined) turns.running -= 1;
    else next();
  }
}

async function writeBundle(review: string, bundle: readonly DeskFile[]): Promise<void> {
  for (const { path, text } of bundle) {
    const clean = normalize(path);
    if (isAbsolute(clean) || clean === "." || clean.split("/").includes("..") || clean.includes("\0")) {
      throw new InternalError(`a file of the bundle would be outside it: ${path}`);
    }
    await mkdir(dirname(join(review, clean)), { recursive: true });
    await writeFile(join(review, clean), text);
  }
}

function describeReplacedLinks(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [`symbolic links that lead out of the repository are plain files here: ${listSome(paths, 3)}`];
}

function describeSetUp(runs: readonly SetUpRun[]): readonly string[] {
  return runs.filter(({ ok }) => !ok).map(({ command, ended }) => `the set-up command \`${command}\` failed: ${ended}`);
}
