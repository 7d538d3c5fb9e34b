import { expect, test } from "vitest";
import { holdsFlag, settingsOn, written } from "#reviewers/analyzer/loose-ends/text/settings.ts";

test.each([
  ["const limit = process.env.ORDER_LIMIT ?? 3;", "ORDER_LIMIT"],
  ['os.Getenv("ORDER_LIMIT")', "ORDER_LIMIT"],
  ['os.environ["ORDER_LIMIT"]', "ORDER_LIMIT"],
  ['os.environ.get("ORDER_LIMIT", 3)', "ORDER_LIMIT"],
  ['std::env::var("ORDER_LIMIT")', "ORDER_LIMIT"],
  ['System.getenv("ORDER_LIMIT")', "ORDER_LIMIT"],
  ['ENV.fetch("ORDER_LIMIT")', "ORDER_LIMIT"],
  ["limit=${ORDER_LIMIT:-3}", "ORDER_LIMIT"],
  ['parser.add_argument("--order-limit", type=int)', "--order-limit"],
  ['parser.add_argument("--order_limit", type=int)', "--order_limit"],
  ['@click.option("-o", "--order-limit")', "--order-limit"],
  [".option('-o, --order-limit <n>', 'how many')", "--order-limit"],
  ['cmd.Flags().IntVar(&limit, "order-limit", 3, "how many")', "--order-limit"],
  ['fs.StringVarP(&limit, "order-limit", "o", "", "how many")', "--order-limit"],
  ['#[arg(long = "order-limit")]', "--order-limit"],
  ['Arg::new("x").long("order-limit")', "--order-limit"],
  ["  -o | --order-limit)", "--order-limit"],
  ['    "--order-limit",', "--order-limit"],
])("%s", (line, expected) => {
  expect(settingsOn(line).map(written)).toContain(expected);
});

test.each([
  "git log --first-parent",
  'os.Getenv("HOME")',
  "ORDER_LIMIT = 3",
  'run("tool --order-limit 3")',
  '// see "order-limit"',
])("%s declares nothing", (line) => {
  expect(settingsOn(line)).toEqual([]);
});

test("a flag is not a part of a longer flag", () => {
  expect(holdsFlag("use --dry-run-all", "dry-run")).toBe(false);
  expect(holdsFlag("use `--dry-run`.", "dry-run")).toBe(true);
  expect(holdsFlag("use --dry-run=false", "dry-run")).toBe(true);
});
