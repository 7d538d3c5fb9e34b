import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../../..", import.meta.url).pathname;

/** A line of a `sh` block. */
export interface WrittenCommand {
  readonly file: string;
  /** Without its comment. */
  readonly line: string;
}

/** Every command in the `sh` blocks of the README and of all documents, each once. */
export function writtenCommands(): WrittenCommand[] {
  const documents = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const all = ["README.md", "CONTRIBUTING.md", ...documents].flatMap((file) =>
    commandsOf(readFileSync(join(root, file), "utf8")).map((line) => ({ file, line })),
  );
  return [...new Map(all.toReversed().map((command) => [command.line, command])).values()].toReversed();
}

function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n")).map((line) => line.replace(/\s+# .*$/, "").trim());
  return lines.filter((line) => line !== "");
}
