import { git } from "#adapters/git/git.ts";

/** Who decides, as git knows them: `Ada Example <ada@example.org>`. Undefined where git does not say. */
export async function gitAuthor(folder: string): Promise<string | undefined> {
  const ask = async (name: string): Promise<string> =>
    (await git(folder, ["config", "--get", name]).catch(() => undefined))?.trim() ?? "";
  const [name, email] = [await ask("user.name"), await ask("user.email")];
  const author = [name, email === "" ? "" : `<${email}>`].filter((part) => part !== "").join(" ");
  return author === "" ? undefined : author;
}
