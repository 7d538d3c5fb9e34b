import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where GitHub's description of its REST API comes from. The version is fixed, so that every run checks the same. */
export const DESCRIPTION_PACKAGE = { package: "@octokit/openapi", version: "23.0.2" } as const;

/** The one file of that package that we keep. */
export const DESCRIPTION_FILE = "api.github.com.json";

/** Where the description lies once it is installed; the variable DEEP_REVIEW_GITHUB_DESCRIPTION names another file. */
export function descriptionPath(): string {
  const project = fileURLToPath(new URL("..", import.meta.url));
  const folder = join(project, "node_modules", ".cache", "deep-review-github", DESCRIPTION_PACKAGE.version);
  return process.env.DEEP_REVIEW_GITHUB_DESCRIPTION || join(folder, DESCRIPTION_FILE);
}

/** The path of the description. Throws, and says what to do, where it is not installed. */
export function installedDescription(): string {
  const path = descriptionPath();
  if (existsSync(path)) return path;
  const { package: name, version } = DESCRIPTION_PACKAGE;
  throw new Error(
    `GitHub's description of its API (${name} ${version}) is not at ${path}. Run "npm run test:github", which installs it, or "npx tsx tools/install-github-description.ts".`,
  );
}
