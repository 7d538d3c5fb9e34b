import { expect, test } from "vitest";
import { memberFor } from "#pipeline/ask-panel.ts";
import { aReviewer } from "../helpers/builders.ts";

test("a probe that cannot be resumed says that its --test is not kept", async () => {
  const probe = await memberFor(aReviewer({ id: "probe", kind: "gate" }), { panel: [], entries: [] });
  await expect(probe.review({} as never)).rejects.toThrow("with --test, start it anew");
});
