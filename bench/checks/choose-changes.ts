import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../growth/random.ts";

/** A commit of a clone, compared with its parent. */
export interface ChosenChange {
  readonly repository: string;
  readonly commit: string;
}

interface Choice {
  /** A folder with clones. */
  readonly repos: string;
  /** How many changes of each repository. */
  readonly count: number;
  readonly seed: number;
  /** Only changes of at most so many files. */
  readonly maxFiles: number;
  /** Only among the newest commits. */
  readonly recent: number;
}

/** Chooses commits at random. The same seed gives the same commits. Merges and first commits are left out. */
export function chooseChanges({ repos, count, seed, maxFiles, recent }: Choice): ChosenChange[] {
  return clonesIn(repos).flatMap((repository, at) => {
    const random = randomFrom(seed * 1000 + at);
    const fitting = recentCommits(join(repos, repository), recent).filter(
      ({ files, parents }) => parents === 1 && files > 0 && files <= maxFiles,
    );
    const mixed = fitting.map(({ commit }) => ({ commit, order: random() })).sort((a, b) => a.order - b.order);
    return mixed.slice(0, count).map(({ commit }) => ({ repository, commit }));
  });
}

/** The changes of a list file: a repository and a commit per line, as `name commit` or `name,commit`. */
export function readChanges(file: string): ChosenChange[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [repository = "", commit = ""] = line.split(/[\s,]+/);
      if (commit === "") throw new Error(`${file}: "${line}" is not a repository and a commit`);
      return { repository, commit };
    });
}

function clonesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, ".git")) || existsSync(join(folder, name, "HEAD")))
    .sort();
}

interface Commit {
  readonly commit: string;
  readonly parents: number;
  readonly files: number;
}

function recentCommits(folder: string, recent: number): Commit[] {
  const log = spawnSync(
    "git",
    ["-C", folder, "log", `--max-count=${recent}`, "--no-merges", "--name-only", "--format=%x01%H %P"],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  if (log.status !== 0) throw new Error(`git log in ${folder}: ${log.stderr}`);
  return log.stdout
    .split("\u0001")
    .slice(1)
    .map((entry) => {
      const [first = "", ...names] = entry.split("\n").filter((line) => line !== "");
      const [commit = "", ...parents] = first.trim().split(" ");
      return { commit, parents: parents.length, files: names.length };
    });
}
