import { expect, test } from "vitest";
import { removedSetting } from "#reviewers/analyzer/loose-ends/checks/removed-setting.ts";
import { placesFound, runCheck } from "../run-check.ts";

const FLAG = `src/cli.py
 parser = make()
-parser.add_argument("--order-limit", type=int)
`;

test("a workflow that still sets a removed environment variable is important", async () => {
  const example = `src/config.ts
-export const limit = process.env.ORDER_LIMIT;
+export const limit = 10;
.github/workflows/test.yml
 env:
   ORDER_LIMIT: 3
README.md
 Set ORDER_LIMIT.`;
  const [hit] = await runCheck(removedSetting, example);
  expect(hit?.severity).toBe("important");
  expect(hit?.places.map(({ location }) => location.path)).toEqual([".github/workflows/test.yml", "README.md"]);
});

test("a removed flag is found in documents and scripts", async () => {
  const example = `${FLAG}README.md
 Call it with \`--order-limit 3\`.
scripts/run.sh
 orders --order-limit=3`;
  expect(await placesFound(removedSetting, example)).toEqual([["scripts/run.sh:1", "README.md:1"]]);
});

test.each([
  [
    "the flag is declared elsewhere",
    'src/more.py\n parser.add_argument("--order-limit")\nREADME.md\n Use --order-limit.',
  ],
  ["a string of code may still declare it", 'src/more.py\n FLAGS = ["order-limit"]\nREADME.md\n Use --order-limit.'],
  ["the change adds it in another spelling", "src/args.py\n+order_limit = flag()\nREADME.md\n Use --order-limit."],
  ["a longer flag is meant", "README.md\n Use --order-limit-all."],
  ["only the words stand there", "README.md\n The order-limit is low."],
])("nothing is said when %s", async (_, rest) => {
  expect(await placesFound(removedSetting, FLAG + rest)).toEqual([]);
});

test("a flag that every program has is not looked for", async () => {
  const example = `src/cli.py\n-parser.add_argument("--verbose")\nREADME.md\n Use npm --verbose.`;
  expect(await placesFound(removedSetting, example)).toEqual([]);
});

test("a test that still passes a removed flag is important", async () => {
  const example = `${FLAG}tests/test_cli.py\n run(["orders", "--order-limit", "3"])`;
  const [hit] = await runCheck(removedSetting, example);
  expect(hit?.severity).toBe("important");
  expect(await placesFound(removedSetting, example)).toEqual([["tests/test_cli.py:1"]]);
});

const KEY = `config/config.go
 package config
 type Config struct {
-	OrderLimit int \`yaml:"orderLimit"\`
 }
`;

test("a removed key is found where it is still set or documented", async () => {
  const example = `${KEY}deploy/orders.yaml
 orderLimit: 3
README.md
 Set \`orderLimit\`.`;
  expect(await placesFound(removedSetting, example)).toEqual([["deploy/orders.yaml:1", "README.md:1"]]);
});

test.each([
  [
    "another type declares the key",
    'more/more.go\n package more\n type M struct {\n \tOrderLimit int `yaml:"orderLimit"`\n }',
  ],
  ["the words are in a sentence", "README.md\n The orderLimit is low."],
])("a removed key is no matter when %s", async (_, rest) => {
  expect(await placesFound(removedSetting, `${KEY}${rest}\ndeploy/orders.yaml\n limit: 3`)).toEqual([]);
});
