import { git } from "#adapters/git/git.ts";

/** The author configured in git: `Ada Example <ada@example.org>`. Undefined if there is none. */
export async function gitAuthor(folder: string): Promise<string | undefined> {
  const ask = async (name: string): Promise<string> =>
    (await git(folder, ["config", "--get", name]).catch(() => undefined))?.trim() ?? "";
  const [name, email] = [await ask("user.name"), await ask("user.email")];
  const author = [name, email === "" ? "" : `<${email}>`].filter((part) => part !== "").join(" ");
  return author === "" ? undefined : author;
}
