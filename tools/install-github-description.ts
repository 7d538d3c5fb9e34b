// Installs GitHub's own description of its REST API for `npm run test:github`: one JSON file of a very large package.
// Nothing is done where it is there already. No install script is run, and nothing global is touched.
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DESCRIPTION_FILE, DESCRIPTION_PACKAGE, descriptionPath } from "./github-description.ts";
import { npmInstall } from "./npm-install.ts";

const path = descriptionPath();
try {
  if (!existsSync(path)) await install(path);
  console.log(`${DESCRIPTION_PACKAGE.package}  ${DESCRIPTION_PACKAGE.version}  ${path}`);
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  console.error(
    `GitHub's description of its API, which these tests check every request with, cannot be installed: ${why}`,
  );
  process.exitCode = 1;
}

async function install(target: string): Promise<void> {
  const { package: name, version } = DESCRIPTION_PACKAGE;
  const fresh = join(dirname(target), `new-${process.pid}`);
  await mkdir(fresh, { recursive: true });
  try {
    await writeFile(join(fresh, "package.json"), '{ "private": true }\n');
    await npmInstall(fresh, `${name}@${version}`);
    // The other four hundred megabytes go with the folder.
    await rename(join(fresh, "node_modules", name, "generated", DESCRIPTION_FILE), target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
