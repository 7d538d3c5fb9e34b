import { describe, expect, test } from "vitest";
import type { Files } from "../../../helpers/change.ts";
import { review } from "./find-places.ts";

const hits = async (head: Files, base?: Files) =>
  (await review(head, base)).filter(({ check }) => check === "hazard-lint/missing-guard");

describe("missing guards", () => {
  const handler = (name: string, ...lines: string[]) =>
    `export function ${name}(request: Request) {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
  const WORK = ["const order = decode(request);", "store(order);", "respond(order);"];
  const guarded = (name: string) => handler(name, "requireLogin(request);", ...WORK);

  test("two twins with a guard show that the third lacks it", async () => {
    const before = guarded("handleCreate") + guarded("handleUpdate");
    const [hit] = await hits({ "shop.ts": before + handler("handleDelete", ...WORK) }, { "shop.ts": before });
    expect(hit?.title).toBe("`handleDelete` lacks the `requireLogin` that `handleCreate` and `handleUpdate` have");
    expect(hit?.places).toHaveLength(3);
  });

  test("one twin is no pattern, and a function that does something else is no twin", async () => {
    expect(await hits({ "shop.ts": guarded("handleCreate") + handler("handleDelete", ...WORK) })).toEqual([]);
    const other = handler("handleHelp", "print(a);", "show(b);", "listAll(c);");
    expect(await hits({ "shop.ts": guarded("handleCreate") + guarded("handleUpdate") + other })).toEqual([]);
  });

  test("a call in a comment or a string is not a guard", async () => {
    const twins = guarded("handleCreate") + guarded("handleUpdate");
    const other = handler("handleDelete", "// requireLogin(request) is not needed", 'log("requireLogin(x)");', ...WORK);
    expect(await hits({ "shop.ts": twins + other }, { "shop.ts": twins })).toHaveLength(1);
  });
});
