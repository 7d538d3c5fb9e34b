import { describe, expect, test } from "vitest";
import { review } from "./find-places.ts";

const HEAD = 'package shop\n\nimport "k8s.io/client-go/util/retry"\n\n';
const retried = (name: string, update = "s.client.Update(ctx, s.load())") =>
  `func (s *Shop) ${name}(ctx context.Context) error {\n\treturn retry.RetryOnConflict(retry.DefaultRetry, func() error {\n\t\treturn ${update}\n\t})\n}\n`;
const blind = (name: string, update = "return s.client.Status().Update(ctx, s.load())") =>
  `func (s *Shop) ${name}(ctx context.Context) error {\n\t${update}\n}\n`;

const titles = async (fresh: string, ...old: string[]) => {
  const base = HEAD + old.join("\n");
  const hits = await review({ "shop/a.go": base, "shop/b.go": HEAD + fresh }, { "shop/a.go": base });
  return hits.filter(({ check }) => check === "hazard-lint/missing-retry").map(({ title }) => title);
};

describe("an update without a retry", () => {
  test("is found where all others of the package are retried", async () => {
    expect(await titles(blind("move"), retried("open"), retried("rename"))).toEqual([
      "The update in `move` is not retried on a conflict, unlike the others of `shop`",
    ]);
  });

  test("does not hide another one", async () => {
    const two = blind("move") + blind("close");
    expect(await titles(two, retried("open"), retried("rename"))).toHaveLength(1);
  });

  test.each([
    ["where one update is no pattern", blind("move"), [retried("open")]],
    ["where others go without", blind("move"), [retried("open"), retried("rename"), blind("close")]],
    ["if it is called in a retry", blind("move"), [retried("open"), retried("rename"), retried("go", "s.move(ctx)")]],
    [
      "if a conflict is handled",
      blind("move", "err := s.client.Update(ctx, s.load())\n\tif IsConflict(err) { return nil }\n\treturn err"),
      [retried("open"), retried("rename")],
    ],
    [
      "with a comment",
      blind("move", "// Nobody else writes it.\n\treturn s.client.Update(ctx, s.load())"),
      [retried("open"), retried("rename")],
    ],
    ["of something else", blind("move", "return s.view.Update(ctx, s.load())"), [retried("open"), retried("rename")]],
  ])("is left alone %s", async (_, fresh, old) => {
    expect(await titles(fresh, ...old)).toEqual([]);
  });
});
