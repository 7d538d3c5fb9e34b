import { expect, test } from "vitest";
import { explainWriteError } from "#adapters/store/write-file.ts";

test.each(["EROFS", "EACCES"])("where a clone cannot be written to (%s), --archive is named", (code) => {
  expect(explainWriteError(Object.assign(new Error("no"), { code }), "/srv/kettle/.deep-review")).toMatchObject({
    fix: expect.stringContaining("--archive FOLDER"),
  });
});
