import { describe, expect, test } from "vitest";
import { findPlaces, review } from "./find-places.ts";

const file = (...lines: string[]) => `package shop\n\n${lines.join("\n")}\n`;
const order = (call: string, params = "ctx context.Context, id string") =>
  file(`func (s *Shop) Order(${params}) error {`, ...call.split("\n"), "}");

async function isFound(head: string, base?: string): Promise<boolean> {
  const places = await findPlaces({ "shop/order.go": head }, base === undefined ? {} : { "shop/order.go": base });
  return places.some((place) => place.startsWith("fresh-context"));
}

describe("a fresh context is found", () => {
  test.each([
    ["as an argument", order("return s.store.Load(context.Background(), id)")],
    ["as TODO", order("return s.store.Load(context.TODO(), id)")],
    ["below a timeout", order("c, cancel := context.WithTimeout(context.Background(), limit)\nuse(c, cancel)")],
    [
      "beside a request",
      order("return s.store.Load(context.Background(), id)", "w http.ResponseWriter, r *http.Request"),
    ],
    [
      "beside the context of a request",
      order("ctx := call.Context()\nreturn load(context.Background(), ctx)", "call Call"),
    ],
    ["in a literal that is called here", order("return func() error { return s.Load(context.Background()) }()")],
    [
      "with parameters on several lines",
      order("return s.store.Load(context.Background(), id)", "\n\tctx context.Context,\n\tid string,\n"),
    ],
    [
      "with an interface among the results",
      file("func (s *Shop) Order(ctx context.Context) (interface{}, error) {", "\treturn s.Load(context.TODO())", "}"),
    ],
  ])("%s", async (_, text) => {
    expect(await isFound(text)).toBe(true);
  });
});

describe("a fresh context is left alone", () => {
  test.each([
    ["without another one", order("return s.store.Load(context.Background(), id)", "id string")],
    ["if the parameter has no name", order("return s.store.Load(context.Background())", "_ context.Context")],
    ["in work that goes on", order("go s.store.Load(context.Background(), id)")],
    ["in a goroutine", order("go func() {\n\ts.store.Load(context.Background(), id)\n}()")],
    ["in a deferred function", order("defer func() {\n\ts.store.Load(context.Background(), id)\n}()")],
    ["in a function that may run later", order("s.later(func() { s.Load(context.Background(), id) })")],
    ["in cleanup", order("return s.store.Release(context.Background(), id)")],
    ["after cancellation", order("<-ctx.Done()\nreturn s.store.Save(context.Background(), id)")],
    ["on an error", order("if err != nil {\n\ts.store.Save(context.Background(), id)\n}\nreturn err")],
    ["as a default", order("if ctx == nil {\n\tctx = context.Background()\n}\nreturn nil")],
    ["in a field", order("s.ctx = context.Background()\nreturn nil")],
    [
      "with a comment",
      order("// The order is saved even if the caller gave up.\nreturn s.store.Save(context.Background(), id)"),
    ],
    ["in a comment or a string", order('// context.Background()\nreturn s.log("context.Background()")')],
  ])("%s", async (_, text) => {
    expect(await isFound(text)).toBe(false);
  });

  test("in a test", async () => {
    expect(await findPlaces({ "shop/order_test.go": order("return s.store.Load(context.Background(), id)") })).toEqual(
      [],
    );
  });

  test("on a line that had it before", async () => {
    const before = order("return s.store.Load(context.Background(), id)");
    expect(await isFound(before.replace("id)", "id, limit)"), before)).toBe(false);
  });
});

test("several calls of a change are one finding", async () => {
  const text = order("return s.store.Load(context.Background(), id)");
  const [hit, ...more] = await review({ "shop/order.go": text, "bank/order.go": text });
  expect(more).toEqual([]);
  expect(hit?.title).toBe("`Order` uses `context.Background()` although `ctx` is in scope, and 1 more call");
  expect(hit?.places).toHaveLength(2);
});

test("a file with very many of them is read in a moment", async () => {
  const calls = "\ts.store.Load(context.Background(), id)\n".repeat(20_000);
  const started = performance.now();
  const [hit] = await review({ "shop/order.go": order(calls) });
  expect(hit?.places).toHaveLength(20_000);
  expect(performance.now() - started).toBeLessThan(20_000);
});
