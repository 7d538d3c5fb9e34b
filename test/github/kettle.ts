import type { Hub } from "./server/hub.ts";
import type { HubPull } from "./server/hub-pull.ts";
import type { HubRepository } from "./server/hub-repository.ts";

/** A text of numbered lines, some of them other ones. */
export const numbered = (count: number, other: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, index) => `${other[index + 1] ?? `line ${index + 1}`}\n`).join("");

/** A small repository, a fork of it, and a pull request from there. */
export interface Kettle {
  readonly repository: HubRepository;
  readonly fork: HubRepository;
  readonly pull: HubPull;
}

/**
 * `ada/kettle`, and bob's pull request 1: in `src/boil.ts` line 20 is changed and line 60 removed, `src/new.ts` has five
 * lines, `src/lid.ts` is removed. So lines 17 to 23 stand in a hunk, and 57 to 62.
 */
export async function makeKettle(hub: Hub): Promise<Kettle> {
  const files = { "src/boil.ts": numbered(80), "src/lid.ts": "open\nshut\nlock\n", "README.md": "Kettle\n" };
  const repository = await hub.repository("ada/kettle", files, { access: { cy: "write", eve: "read" } });
  const fork = await repository.fork("bob");
  const boil = numbered(80, { 20: "boil();" }).replace("line 60\n", "");
  await fork.push("fix", { "src/boil.ts": boil, "src/new.ts": numbered(5), "src/lid.ts": null }, { message: "Boil" });
  const pull = await repository.pull({ from: fork, branch: "fix", title: "Boil", author: "bob", labels: ["fix"] });
  return { repository, fork, pull };
}
