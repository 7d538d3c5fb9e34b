import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const built = new Map<string, string>();

/** Fills a folder with what `build` makes. It is made once in each process and then copied: to start git costs more. */
export function copyTemplate(name: string, folder: string, build: (folder: string) => void): void {
  let template = built.get(name);
  if (template === undefined) {
    const made = mkdtempSync(join(tmpdir(), `deep-review-template-${name}-`));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    build(made);
    built.set(name, made);
    template = made;
  }
  cpSync(template, folder, { recursive: true, preserveTimestamps: true });
}
