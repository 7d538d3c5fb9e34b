import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openChange } from "#adapters/git/open-change.ts";
import { runRepros } from "#pipeline/agents/verify/run-repro.ts";
import { makeVisibleFolder, requireSandbox } from "../../../adapters/sandbox/require-sandbox.ts";
import { makeRepository } from "../../../adapters/git/temporary-repository.ts";
import { aFinding } from "../../../helpers/builders.ts";

const sandbox = await requireSandbox();
const canRun = sandbox !== undefined && existsSync("/usr/bin/go");

const PROGRAM = `package main

import "relay"

func main() {
	println("limit", relay.Limit)
}
`;
const TEST = `// Save as probe_test.go; run: go test .
package relay

import "testing"

func TestLimit(t *testing.T) {
	if Limit > 3 {
		t.Fatal("too many")
	}
}
`;

test.skipIf(!canRun)(
  "Go runs as a program, and as a test in its place",
  async () => {
    const folder = makeVisibleFolder();
    mkdirSync(join(folder, "home"));
    const repository = makeRepository({ at: join(folder, "relay") });
    try {
      repository.git("init", "-q", "-b", "main");
      repository.git("config", "user.name", "Tess");
      repository.git("config", "user.email", "tess@example.invalid");
      repository.commit("Begin", { "limit.txt": "9\n" });
      repository.commit("Go", {
        "go.mod": "module relay\n\ngo 1.18\n",
        "limit.go": "package relay\n\nconst Limit = 9\n",
      });
      const opened = await openChange({ folder: repository.folder, target: "HEAD" });
      const { base, head = "" } = opened.change.scope;
      const repro = (script: string, output: string) => aFinding({ repros: [{ language: "go", script, output }] });
      const done = await runRepros([repro(PROGRAM, "limit 9"), repro(TEST, "too many")], {
        allowRun: true,
        sandbox: sandbox!,
        desk: { owner: "round", store: opened.store, root: join(folder, "desks") },
        head,
        base,
        env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
        hidden: [repository.folder],
        signal: new AbortController().signal,
        deadlineSeconds: 180,
      }).finally(() => opened.close());
      const [one, two] = done.map(({ demonstration }) => demonstration);
      expect([one?.outcome, one?.runs[0]?.output.trim()]).toEqual(["shown", "limit 9"]);
      expect(two).toMatchObject({
        outcome: "shown",
        command: ["go", "test", "-count=1", "-run", "^(TestLimit)$", "."],
      });
      // The base has no module: the test fails there for want of it.
      expect(two?.class).toBeUndefined();
      expect(two?.classWhy).toMatch(/^the base cannot be fed the same input/);
      expect(two?.versions?.map(({ program }) => program)).toEqual(["go"]);
    } finally {
      repository.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
