import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { hasCode, messageOf, UserError } from "#util/errors.ts";
import { parseMember, type MemberSetting, writtenMemberSchema } from "./member-setting.ts";
import { userFolder } from "./user-folder.ts";

/** The user's choices for all repositories, stored in the user's home, where no repository can write. */
const writtenUserConfigSchema = z.strictObject({
  panel: z.array(writtenMemberSchema).optional().describe("agents and models that take part in every review"),
  verifier: writtenMemberSchema.optional(),
  editor: writtenMemberSchema.optional(),
});
export type WrittenUserConfig = z.infer<typeof writtenUserConfigSchema>;

export interface UserConfig {
  /** Undefined: the user has not chosen yet. Empty: the user chose nobody. */
  readonly panel: readonly MemberSetting[] | undefined;
  readonly verifier: MemberSetting | undefined;
  readonly editor: MemberSetting | undefined;
}

export function userConfigPath(env: NodeJS.ProcessEnv): string {
  return join(userFolder(env), "config.json");
}

/** Reads the user's choices; none if there is no file. Throws a UserError if the file is broken. */
export async function readUserConfig(env: NodeJS.ProcessEnv): Promise<UserConfig> {
  const { panel, verifier, editor } = await readWrittenUserConfig(env);
  return {
    panel: panel?.flatMap((member) => parseMember(member) ?? []),
    verifier: parseMember(verifier),
    editor: parseMember(editor),
  };
}

/** Reads the file as it is written, checked. */
export async function readWrittenUserConfig(env: NodeJS.ProcessEnv): Promise<WrittenUserConfig> {
  const path = userConfigPath(env);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return undefined;
    throw broken(path, messageOf(error));
  });
  return text === undefined ? {} : parse(text, path);
}

/** Replaces the file atomically. Returns its path. */
export async function writeUserConfig(config: WrittenUserConfig, env: NodeJS.ProcessEnv): Promise<string> {
  const path = userConfigPath(env);
  try {
    await mkdir(dirname(path), { recursive: true });
    const fresh = `${path}.${process.pid}.new`;
    await writeFile(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    await rename(fresh, path);
    return path;
  } catch (error) {
    throw new UserError({
      what: `cannot write ${path}`,
      why: messageOf(error),
      fix: "check the permissions of the folder, or set XDG_CONFIG_HOME to another one",
      cause: error,
    });
  }
}

function parse(text: string, path: string): WrittenUserConfig {
  try {
    const result = writtenUserConfigSchema.safeParse(JSON.parse(text.replace(/^\ufeff/, "")));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw broken(path, `${issue?.path.join(".") || "it"}: ${issue?.message ?? "not a configuration"}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw broken(path, messageOf(error));
  }
}

function broken(path: string, why: string): UserError {
  return new UserError({
    what: `${path} cannot be read`,
    why,
    fix: "fix the file, or choose again: `deep-review init --force` replaces it",
  });
}
