import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { watchRepository } from "#pipeline/round/watch-repository.ts";
import { makeRepository, type TemporaryRepository } from "../../adapters/git/temporary-repository.ts";
import { aReviewer } from "../../helpers/builders.ts";

let folder = "";
let repository: TemporaryRepository;
let opened: OpenedChange;
const at = (path: string) => join(repository.folder, path);
const archive = () => at(".deep-review");
const round = () => join(archive(), "reviews/round");

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "deep-review-watch-")));
  repository = makeRepository({ at: join(folder, "hookrelay") });
  repository.git("init", "-q", "-b", "main");
  repository.git("config", "user.name", "Tess");
  repository.git("config", "user.email", "tess@example.invalid");
  repository.commit("Begin", { "src/limit.txt": "3\n", "top.txt": "top\n", ".deep-review/decisions.jsonl": "" });
  repository.commit("Grow", { "src/limit.txt": "9\n" });
  opened = await openChange({ folder: repository.folder, target: "HEAD" });
  vi.stubEnv("DEEP_REVIEW_DESKS", folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await opened.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const watch = (kind: Reviewer["kind"] = "agent") =>
  watchRepository({ opened, archive: archive(), members: [aReviewer({ kind })], allowRun: false });

test("a look changes nothing, and says nothing of a repository that is as it was", async () => {
  const index = readFileSync(at(".git/index"));
  const look = await watch();
  expect(await look(round())).toEqual([]);
  expect(readFileSync(at(".git/index"))).toEqual(index);
});

test("everything that git or a person changed meanwhile is named, and nobody is blamed", async () => {
  const look = await watch();
  writeFileSync(at("top.txt"), "other\n");
  repository.git("branch", "later");
  repository.git("config", "core.editor", "true");
  writeFileSync(at(".git/hooks/pre-commit"), "#!/bin/sh\n");
  writeFileSync(at("src/limit.txt"), "4\n");
  repository.git("add", "src/limit.txt");
  const [said = ""] = await look(round());
  expect(said).toBe(
    "the repository changed while the review ran: branch later (added); file src/limit.txt (changed); file top.txt (changed); hook pre-commit (added); the configuration (changed); what is staged (changed)",
  );
});

test("what we write to the archive is no change", async () => {
  const look = await watch();
  writeFileSync(at(".deep-review/decisions.jsonl"), "{}\n");
  expect(await look(round())).toEqual([]);
});

test("a branch that stands in the log of a reviewer is said to", async () => {
  const look = await watch();
  repository.git("branch", "scratch-of-an-agent");
  mkdirSync(join(round(), "raw"), { recursive: true });
  writeFileSync(join(round(), `raw/${aReviewer({}).id}.stdout.jsonl`), '{"cmd":"git branch scratch-of-an-agent"}\n');
  expect(await look(round())).toEqual([
    `the repository changed while the review ran: branch scratch-of-an-agent (added), named in the log of ${aReviewer({}).name}`,
  ]);
});

test("a working tree that was registered from a desk is taken out again, one of the user's is not", async () => {
  const look = await watch();
  repository.git("worktree", "add", "-q", "--detach", join(folder, "mine"));
  repository.git("worktree", "add", "-q", "--detach", join(folder, "deep-review-desks/round-1-0123abcd/tess/tmp/tree"));
  const [said = ""] = await look(round());
  expect(said).toContain("worktree mine (added)");
  expect(said).toContain("worktree tree (added), made at a reviewer's desk and removed");
  expect(repository.git("worktree", "list")).toContain(join(folder, "mine"));
  expect(repository.git("worktree", "list")).not.toContain("deep-review-desks");
});

test("where no program runs, nothing is looked at", async () => {
  const look = await watch("analyzer");
  repository.git("branch", "later");
  expect(await look(round())).toEqual([]);
});
