// What the program says about inputs that cannot work: a table to be read as a user would read it.
import { printable } from "#util/printable.ts";
import { WRONG_INPUTS, type WrongInput } from "./wrong-inputs/inputs.ts";
import { makeWrongPlace } from "./wrong-inputs/place.ts";

const place = makeWrongPlace();
console.log("| Input | Exit code | Message |\n|---|---|---|");
for (const input of WRONG_INPUTS) {
  const { code, stdout, stderr } = await place.run(input);
  const said = printable((stderr.trim() || stdout.trim()).split("\n").slice(0, 4).join(" ⏎ "));
  console.log(`| ${describe(input)} | ${code ?? "none: it hung"} | ${said.replaceAll("|", "\\|")} |`);
}
place.remove();

/** The line as it is typed, and where. */
function describe({ args, in: where, isOrdinary, env }: WrongInput): string {
  const notes = [
    where === undefined ? "" : `in ${where}`,
    isOrdinary === true ? "as an ordinary user" : "",
    ...Object.entries(env ?? {}).map(([name, value]) => `with ${name}=${value}`),
  ].filter((note) => note !== "");
  const line = ["deep-review", ...args.map((word) => (word === "" ? '""' : word))].join(" ");
  return [`\`${line.replaceAll("|", "\\|")}\``, ...notes].join(", ");
}
