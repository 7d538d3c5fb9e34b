import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { runGit } from "#adapters/git/git.ts";
import { isInGitFolder, isInside, realPlace, requireInside } from "#adapters/store/inside.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";

/** What we or the team keep in an archive. A folder in which git tracks anything else is not an archive. */
const OWN_NAMES = new Set([".gitignore", "decisions.jsonl", "rules.md", "reviews", "cache", "site"]);

/**
 * Throws a UserError unless the folder can be the archive of this repository: a folder of its own inside it. A
 * repository, with its settings and links, decides only about its own folder; elsewhere the user decides.
 */
export async function requireArchivePlace(folder: string, root: string): Promise<void> {
  const place = await realPlace(folder);
  if (!(await isInside(root, place))) {
    throw new UserError({
      what: `reviews cannot be kept in ${folder}`,
      why: `a link or the configuration leads to ${place}, outside the repository`,
      fix: `if you want them there: --archive ${place}`,
    });
  }
  const real = await realPlace(root);
  if (place === real) throw notOurs(folder, "it is the repository itself");
  if (await isInside(join(root, ".git"), place)) throw notOurs(folder, "it is git's own folder");
  const others = await foreignFiles(place.slice(real.length + 1), root);
  if (others.length > 0) throw notOurs(folder, `it holds files of the repository: ${nameSome(others)}`);
  await requireOwnParts(folder);
}

/**
 * Throws a UserError unless the folder that the user names can be an archive: a folder of its own, outside git's. Also
 * if it is a link of the repository that leads out of it, because a commit could then decide where we write.
 */
export async function requireNamedArchive(folder: string, root: string | undefined): Promise<void> {
  if (root !== undefined && !(await isInside(root, folder))) {
    for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
      if (!(await isInside(root, above))) continue;
      const place = await realPlace(folder);
      throw new UserError({
        what: `reviews cannot be kept in ${folder}`,
        why: `a link of the repository leads to ${place}`,
        fix: `remove the link, or if you want them there: --archive ${place}`,
      });
    }
  }
  await requireOwnFolder(folder, root);
  await requireOwnParts(folder);
}

/** Throws a UserError unless the folder is new, empty, or an archive. */
async function requireOwnFolder(folder: string, root: string | undefined): Promise<void> {
  const place = await realPlace(folder);
  if (dirname(place) === place) throw notAnArchive(folder, "it is the root of the file system");
  if (isInGitFolder(place)) throw notAnArchive(folder, "it is in git's own folder");
  if (root !== undefined && place === (await realPlace(root)))
    throw notAnArchive(folder, "it is the repository itself");
  // What cannot be listed is explained when it is written to.
  const names = await readdir(place).catch(() => []);
  const others = names.filter((name) => !OWN_NAMES.has(name) && !PUT_ANYWHERE.has(name));
  if (others.length === 0 || (await holdsRecords(place))) return;
  throw notAnArchive(folder, `it holds other things than reviews: ${nameSome(others)}`);
}

/** What systems put into any folder. */
const PUT_ANYWHERE = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "lost+found"]);

/** Whether a folder has reviews already. Then it is an archive, whatever else lies there. */
async function holdsRecords(place: string): Promise<boolean> {
  const ids = await readdir(join(place, "reviews")).catch(() => []);
  return ids.some((id) => ["review.json", "events.jsonl"].some((name) => existsSync(join(place, "reviews", id, name))));
}

function notAnArchive(folder: string, why: string): UserError {
  return new UserError({
    what: `reviews cannot be kept in ${folder}`,
    why,
    fix: "name a new or empty folder, or an archive: --archive FOLDER; without --archive reviews go to .deep-review",
  });
}

/** Checked before any reviewer is asked, not only when the record is written. */
async function requireOwnParts(folder: string): Promise<void> {
  for (const part of ["reviews", "cache"]) await requireInside(folder, join(folder, part));
}

const MAX_NAMED = 3;

function nameSome(names: readonly string[]): string {
  return [...names.slice(0, MAX_NAMED).map((name) => printable(name)), ...(names.length > MAX_NAMED ? ["…"] : [])].join(
    ", ",
  );
}

/** Tracked files directly below a folder which show that it is not an archive. A folder with our own name always is one. */
async function foreignFiles(path: string, root: string): Promise<string[]> {
  if (path === ".deep-review") return [];
  const prefix = `${path.split(sep).join("/")}/`;
  const { code, stdout } = await runGit(root, ["ls-files", "-z", "--", `:(top,literal)${prefix}`]);
  const files = code === 0 ? stdout.toString("utf8").split("\0").slice(0, -1) : [];
  const inside = files.map((file) => file.slice(prefix.length));
  if (inside.some((file) => /^reviews\/[^/]+\/review\.json$/.test(file))) return [];
  const names = new Set(inside.map((file) => file.split("/")[0] ?? ""));
  return [...names].filter((name) => !OWN_NAMES.has(name));
}

function notOurs(folder: string, why: string): UserError {
  return new UserError({
    what: `reviews cannot be kept in ${folder}`,
    why: `${why}, and an archive keeps its whole folder out of git`,
    fix: "set `archive` in the configuration to a folder of its own, such as .deep-review, or name one: --archive FOLDER",
  });
}
