import { CommanderError } from "commander";
import { EXIT, type ExitCode, type Io } from "./io.ts";
import { maskIo, showError } from "./output/show-error.ts";
import { createProgram } from "./program/create-program.ts";
import { refuseMisspelt } from "./program/refuse-misspelt.ts";

/** Runs one command line and returns the exit code. Never throws. */
export async function main(argv: readonly string[], given: Io): Promise<ExitCode> {
  const io = maskIo(given);
  let code: ExitCode = EXIT.ok;
  let isPrinting = false;
  const separator = argv.indexOf("--");
  const [words, paths] = separator < 0 ? [argv, []] : [argv.slice(0, separator), argv.slice(separator + 1)];
  const finish = (result: ExitCode): void => {
    code = result;
  };
  const finishPrinting = (result: ExitCode): void => {
    isPrinting = true;
    finish(result);
  };
  try {
    const program = createProgram({ io, paths, finish, finishPrinting });
    await refuseMisspelt(words.slice(2), program, io);
    await program.parseAsync([...words]);
    return code === EXIT.ok && isPrinting && (await io.isOutputLost?.()) === true ? EXIT.user : code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.user;
    return showError(error, io);
  }
}
