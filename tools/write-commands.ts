// Writes docs/commands.md from the program. A test fails when the committed page is not what this writes.
import { writeFile } from "node:fs/promises";
import { commandsPage } from "./commands-page.ts";

await writeFile(new URL("../docs/commands.md", import.meta.url), commandsPage());
