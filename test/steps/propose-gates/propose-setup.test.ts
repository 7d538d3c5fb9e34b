import { expect, test } from "vitest";
import { proposeSetup } from "#steps/propose-gates/propose-setup.ts";

const withPackages = JSON.stringify({ devDependencies: { vitest: "4.0.0" } });

test.each<[string, Parameters<typeof proposeSetup>[0], string[]]>([
  ["nothing", { paths: ["README.md"] }, []],
  ["npm", { paths: ["package-lock.json"], packageJson: withPackages }, ["npm ci"]],
  ["npm's other lock file", { paths: ["npm-shrinkwrap.json"], packageJson: withPackages }, ["npm ci"]],
  ["pnpm", { paths: ["pnpm-lock.yaml"], packageJson: withPackages }, ["pnpm install --frozen-lockfile"]],
  ["yarn", { paths: ["yarn.lock"], packageJson: withPackages }, ["yarn install --frozen-lockfile"]],
  [
    "two lock files: the package manager of the gates",
    { paths: ["package-lock.json", "yarn.lock"], packageJson: withPackages },
    ["yarn install --frozen-lockfile"],
  ],
  ["a package without a lock file", { paths: ["package.json"], packageJson: withPackages }, []],
  ["a package without dependencies", { paths: ["package-lock.json"], packageJson: '{"scripts":{"test":"x"}}' }, []],
  ["a broken manifest", { paths: ["package-lock.json"], packageJson: "{ dep" }, []],
  ["an odd manifest", { paths: ["package-lock.json"], packageJson: '{"dependencies":"a","devDependencies":1}' }, []],
  ["Go with modules", { paths: ["go.mod", "go.sum"] }, ["go mod download"]],
  ["Go without", { paths: ["go.mod"] }, []],
  ["Cargo", { paths: ["Cargo.toml", "Cargo.lock"] }, ["cargo fetch"]],
  [
    "two languages",
    { paths: ["go.sum", "package-lock.json"], packageJson: withPackages },
    ["npm ci", "go mod download"],
  ],
  ["lock files of a folder are not the root's", { paths: ["sub/go.sum"], packageJson: withPackages }, []],
])("%s", (_, files, wanted) => {
  expect(proposeSetup(files)).toEqual(wanted);
});
