import { expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { runPublishToGitHub } from "#cli/commands/publish/to-github.ts";
import { aReview } from "../../../helpers/builders.ts";

test.each(["", " , "])("--parts %j publishes nothing, which is an error before anything is asked", async (parts) => {
  const stream = { write: () => true };
  const io = { stdout: stream, stderr: stream, env: {}, cwd: () => "." };
  const stored = { archive: openArchive("none"), review: aReview() };
  await expect(runPublishToGitHub(stored, { parts }, io)).rejects.toMatchObject({
    what: "--parts names nothing to publish",
    fix: expect.stringContaining("--parts review,summary"),
  });
});
