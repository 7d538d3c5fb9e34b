import { howToSwitchOff } from "#config/how-to-switch-off.ts";
import { severitiesOf } from "#model/change/analyzer.ts";
import { findCheckId } from "#pipeline/audit/find-check-id.ts";
import { builtInAnalyzers } from "#pipeline/panel.ts";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import { EXIT, type ExitCode, type Io, printJson } from "../io.ts";

/** `deep-review rules [id]`: lists the checks of the built-in reviewers, or shows some in full. */
export function runRules(id: string | undefined, options: { readonly json?: boolean }, io: Io): ExitCode {
  const full = id === undefined ? undefined : findCheckId(refuseMisspelt(id));
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

/** `rules` has two commands besides the names of checks. */
function refuseMisspelt(id: string): string {
  const near = nearest(id, ["repo", "propose"]);
  if (near === undefined || builtInAnalyzers().some(({ checks }) => checks.some((check) => check.id.endsWith(id))))
    return id;
  throw new UserError({
    what: `there is no check "${id}"`,
    why: "no check and no reviewer has this name",
    fix: `did you mean \`deep-review rules ${near}\`?`,
  });
}

type CheckOf = ReturnType<typeof builtInAnalyzers>[number]["checks"][number];

function line(check: CheckOf): string {
  return `${check.id.padEnd(38)} ${severitiesOf(check).padEnd(23)} ${check.title}\n`;
}

function page(check: CheckOf): string {
  const { id, title, about, languages, catches, ignores } = check;
  const off = howToSwitchOff(check);
  return [
    `${id} (${severitiesOf(check)}${languages === undefined ? "" : `; ${languages.join(", ")}`})`,
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
