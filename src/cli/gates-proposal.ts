import { findGates } from "#pipeline/round/gates/find-gates.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { printable } from "#util/printable.ts";

/** Commands that this repository could name as its gates, to be copied. Empty: there is no repository, or none was recognised. */
export async function proposeGatesHere(folder: string): Promise<string> {
  const root = await findRepositoryRoot(folder).catch(() => undefined);
  const gates = root === undefined ? {} : await findGates(root);
  const lines = Object.entries(gates).map(
    ([name, command]) => `    ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
  );
  if (lines.length === 0) return "";
  const written = ["{", '  "gates": {', lines.join(",\n"), "  }", "}"].join("\n");
  return `${INTRO}\n${printable(written, { keepNewlines: true })}\n`;
}

const INTRO =
  "This repository seems to have commands that could run in each review. To use them, put this into deep-review.config.json;\nthey run only with --allow-run, in the sandbox:";
