import { expect, test } from "vitest";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { maskSource } from "#pipeline/round/masking.ts";
import { aSource } from "../../steps/ground-findings/a-source.ts";

test("lines with a masked credential are not the file to the letter", async () => {
  const key = `${"AKIA"}Q7MXVLPTZWCYSBNH`;
  const source = maskSource(
    aSource({
      head: { "src/plain.ts": "start();\n", "src/key.ts": `start("${key}");\n`, "src/ends.ts": "start();\r\n" },
    }),
    maskSecrets,
  );
  expect((await source.readLines("src/key.ts"))?.join("\n")).not.toContain(key);
  expect(await source.isVerbatim("src/plain.ts")).toBe(true);
  expect(await source.isVerbatim("src/key.ts")).toBe(false);
  expect(await source.isVerbatim("src/ends.ts")).toBe(false);
});
