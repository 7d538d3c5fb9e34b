import type { ChangeIndex } from "#model/change/change-index.ts";
import { makeIndex } from "../../../helpers/change.ts";

/**
 * The index of a change written down in short: a line that begins with a space, `-` or `+` belongs to the file named
 * above it, unchanged, removed or added. Below `commit` stands the message, below `history` a line per earlier commit.
 */
export function exampleChange(example: string): Promise<ChangeIndex> {
  const parts = { base: new Map<string, string>(), head: new Map<string, string>() };
  const message: string[] = [];
  const log: string[][] = [];
  let name = "";
  for (const line of example.split("\n")) {
    const text = line.slice(1);
    if (!/^[ +-]/.test(line)) name = line;
    else if (name === "commit") message.push(text);
    else if (name === "history") log.push(text.split(" "));
    else {
      if (!line.startsWith("+")) parts.base.set(name, `${parts.base.get(name) ?? ""}${text}\n`);
      if (!line.startsWith("-")) parts.head.set(name, `${parts.head.get(name) ?? ""}${text}\n`);
    }
  }
  return makeIndex({
    base: Object.fromEntries(parts.base),
    head: Object.fromEntries(parts.head),
    log,
    ...(message.length > 0 ? { messages: [message.join("\n")] } : {}),
  });
}
