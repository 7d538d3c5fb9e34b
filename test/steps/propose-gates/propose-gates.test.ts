import { expect, test } from "vitest";
import { proposeGates } from "#steps/propose-gates/propose-gates.ts";

const manifest = (value: object): string => JSON.stringify(value);
const scripts = (more: Record<string, string>): string => manifest({ scripts: more });
const uses = (...names: string[]): string =>
  manifest({ devDependencies: Object.fromEntries(names.map((name) => [name, "1.0.0"])) });

test.each<[string, Parameters<typeof proposeGates>[0], Record<string, string>]>([
  ["nothing", { paths: ["README.md"] }, {}],
  [
    "scripts of a package",
    { paths: ["package.json"], packageJson: scripts({ test: "x", lint: "y", typecheck: "z", build: "w", start: "v" }) },
    { test: "npm test", types: "npm run typecheck", lint: "npm run lint", build: "npm run build" },
  ],
  ["pnpm", { paths: ["pnpm-lock.yaml"], packageJson: scripts({ test: "x" }) }, { test: "pnpm test" }],
  ["yarn", { paths: ["yarn.lock"], packageJson: scripts({ lint: "x" }) }, { lint: "yarn run lint" }],
  [
    "what npm init writes",
    { paths: [], packageJson: scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    {},
  ],
  [
    "a script comes before its tool",
    { paths: [], packageJson: manifest({ scripts: { test: "x" }, devDependencies: { jest: "1" } }) },
    { test: "npm test" },
  ],
  ["vitest", { paths: [], packageJson: uses("vitest") }, { test: "npx vitest run" }],
  ["jest", { paths: [], packageJson: uses("jest") }, { test: "npx jest" }],
  ["mocha", { paths: [], packageJson: uses("mocha") }, { test: "npx mocha" }],
  ["node --test", { paths: ["test/a.mjs"], packageJson: "{}" }, { test: "node --test" }],
  ["tests without a package", { paths: ["test/a.mjs"] }, {}],
  [
    "tsc with its configuration",
    { paths: ["tsconfig.json"], packageJson: uses("typescript") },
    { types: "npx tsc --noEmit" },
  ],
  ["tsc without one", { paths: [], packageJson: uses("typescript") }, {}],
  ["eslint", { paths: [], packageJson: uses("eslint") }, { lint: "npx eslint --format json ." }],
  ["oxlint", { paths: [], packageJson: uses("oxlint") }, { lint: "npx oxlint --format json" }],
  ["biome", { paths: [], packageJson: uses("@biomejs/biome") }, { lint: "npx biome lint --reporter=json ." }],
  ["pytest", { paths: ["tests/unit/conftest.py"] }, { test: "python3 -m pytest" }],
  ["tests for pytest", { paths: ["tests/unit/test_queue.py"] }, { test: "python3 -m pytest" }],
  ["unittest", { paths: ["test_queue.py"] }, { test: "python3 -m unittest" }],
  [
    "ruff and mypy",
    { paths: ["ruff.toml", "mypy.ini"] },
    { lint: "ruff check --output-format json .", types: "mypy ." },
  ],
  [
    "the tables of pyproject.toml",
    { paths: ["pyproject.toml"], pyproject: "[tool.pytest.ini_options]\n[tool.ruff.lint]\n[tool.mypy]\n" },
    { test: "python3 -m pytest", lint: "ruff check --output-format json .", types: "mypy ." },
  ],
  [
    "a package with a crate: each has its own tests",
    { paths: ["Cargo.toml"], packageJson: scripts({ test: "x", lint: "eslint src" }) },
    {
      test: "npm test",
      lint: "npm run lint -- --format json",
      "cargo-test": "cargo test",
      clippy: "cargo clippy --message-format json -- -D warnings",
    },
  ],
  [
    "a script of a linter, for pnpm",
    { paths: ["pnpm-lock.yaml"], packageJson: scripts({ lint: "biome ci ." }) },
    { lint: "pnpm run lint --reporter=json" },
  ],
  [
    "a script that does more than a linter, or says how it prints",
    { paths: [], packageJson: scripts({ lint: "eslint . && tsc" }) },
    { lint: "npm run lint" },
  ],
  ["its own form", { paths: [], packageJson: scripts({ lint: "eslint -f unix ." }) }, { lint: "npm run lint" }],
  ["Go", { paths: ["go.mod"] }, { test: "go test ./...", vet: "go vet ./..." }],
  [
    "golangci-lint",
    { paths: [".golangci.yml"] },
    { lint: "golangci-lint run --out-format json --max-issues-per-linter=0 --max-same-issues=0" },
  ],
  [
    "golangci-lint 2",
    { paths: [".golangci.yml"], golangci: 'version: "2"\n' },
    { lint: "golangci-lint run --output.json.path stdout --max-issues-per-linter=0 --max-same-issues=0" },
  ],
  [
    "Cargo",
    { paths: ["Cargo.toml"] },
    { test: "cargo test", lint: "cargo clippy --message-format json -- -D warnings" },
  ],
  ["Maven", { paths: ["pom.xml"] }, { test: "mvn -q test" }],
  ["Maven with its wrapper", { paths: ["pom.xml", "mvnw"] }, { test: "./mvnw -q test" }],
  ["Gradle", { paths: ["build.gradle.kts"] }, { test: "gradle test" }],
  ["Gradle with its wrapper", { paths: ["build.gradle", "gradlew"] }, { test: "./gradlew test" }],
  ["make", { paths: ["Makefile"], makefile: "all: test\ntest: build\n\techo\nlint := x\n" }, { test: "make test" }],
  [
    "shellcheck",
    { paths: [".shellcheckrc"] },
    { shellcheck: "git ls-files -z '*.sh' | xargs -0 -r shellcheck --format json1" },
  ],
  ["files of a folder are not the root's", { paths: ["sub/go.mod", "sub/Cargo.toml"] }, {}],
  ["a broken manifest", { paths: ["package.json"], packageJson: "{ scripts" }, {}],
  ["an odd manifest", { paths: [], packageJson: '{"scripts": ["test"], "devDependencies": null}' }, {}],
  ["a script that is no text", { paths: [], packageJson: '{"scripts": {"test": 1, "lint": " "}}' }, {}],
])("%s", (_, files, wanted) => {
  expect(proposeGates(files)).toEqual(wanted);
});
