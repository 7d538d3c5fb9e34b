import { howToSwitchOff } from "#config/how-to-switch-off.ts";
import { findCheckId } from "#pipeline/audit/find-check-id.ts";
import { builtInAnalyzers } from "#pipeline/panel.ts";
import { EXIT, type ExitCode, type Io, printJson } from "../io.ts";

/** `deep-review rules [id]`: lists the checks of the built-in reviewers, or shows some in full. */
export function runRules(id: string | undefined, options: { readonly json?: boolean }, io: Io): ExitCode {
  const full = id === undefined ? undefined : findCheckId(id);
  const wanted = builtInAnalyzers().flatMap((analyzer) =>
    analyzer.checks.filter((check) => full === undefined || check.id === full || analyzer.id === full),
  );
  if (options.json === true) {
    printJson(
      wanted.map((check) => ({ ...check, switchOff: howToSwitchOff(check) })),
      io,
    );
    return EXIT.ok;
  }
  for (const check of wanted) io.stdout.write(id === undefined ? line(check) : page(check));
  return EXIT.ok;
}

type CheckOf = ReturnType<typeof builtInAnalyzers>[number]["checks"][number];

function line({ id, title, severity }: CheckOf): string {
  return `${id.padEnd(38)} ${severity.padEnd(11)} ${title}\n`;
}

function page(check: CheckOf): string {
  const { id, title, severity, about, languages, catches, ignores } = check;
  const off = howToSwitchOff(check);
  return [
    `${id} (${severity}${languages === undefined ? "" : `; ${languages.join(", ")}`})`,
    `  ${title}`,
    `  ${about}`,
    "",
    "  Catches:",
    indent(catches),
    "",
    "  Does not catch:",
    indent(ignores),
    "",
    "  Switch it off everywhere or for some files, in deep-review.config.json:",
    indent(`${off.everywhere}\n${off.forPaths}`),
    "  or for one line, on it or above it:",
    indent(off.onLine),
    "",
    "",
  ].join("\n");
}

const indent = (text: string): string => text.trimEnd().replace(/^/gm, "    ");
