import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { userFolder } from "./user-folder.ts";

/** A configuration file that is code, in one repository. */
interface CodeFile {
  /** The repository's root. */
  readonly root: string;
  readonly name: string;
  readonly text: string;
}

/** Whether the user has allowed exactly this text to run in this repository. */
export async function isTrusted(file: CodeFile, env: NodeJS.ProcessEnv): Promise<boolean> {
  const known = await readFile(trustFile(env), "utf8").catch(() => "");
  return known.split("\n").some((line) => line.startsWith(`${fingerprint(file)} `));
}

/** Records the user's permission in the user's home, where no repository can write. Returns the path of the record. */
export async function trust(file: CodeFile, env: NodeJS.ProcessEnv): Promise<string> {
  const path = trustFile(env);
  await mkdir(dirname(path), { recursive: true });
  if (!(await isTrusted(file, env))) {
    await appendFile(path, `${fingerprint(file)} ${JSON.stringify(join(file.root, file.name))}\n`);
  }
  return path;
}

function fingerprint({ root, name, text }: CodeFile): string {
  return createHash("sha256")
    .update(JSON.stringify([root, name, text]))
    .digest("hex");
}

function trustFile(env: NodeJS.ProcessEnv): string {
  return join(userFolder(env), "trusted-configurations");
}
