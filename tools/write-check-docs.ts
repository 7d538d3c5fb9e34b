// Writes docs/checks/<reviewer>.md from the reviewers' own records. A test fails when a committed page is not what this writes.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ANALYZERS } from "#reviewers/registry.ts";
import { checkPage } from "./check-page.ts";

const folder = new URL("../docs/checks/", import.meta.url).pathname;
await mkdir(folder, { recursive: true });
for (const analyzer of ANALYZERS) await writeFile(join(folder, `${analyzer.id}.md`), checkPage(analyzer));
