// Takes the snapshot of what is not committed in a repository; prints the seconds as JSON.
import { openRepository } from "#adapters/git/repository.ts";
import { snapshotWorktree } from "#adapters/git/snapshot/snapshot.ts";

const [, , folder = "."] = process.argv;
const started = performance.now();
const repository = await openRepository(folder);
const { commit } = await snapshotWorktree(repository, undefined);
await repository.close();
if (commit === undefined) throw new Error("no snapshot was taken");
console.log(JSON.stringify({ seconds: Math.round((performance.now() - started) / 10) / 100 }));
