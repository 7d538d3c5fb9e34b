#!/usr/bin/env node
import { catchTheRest, processIo } from "./output/process-io.ts";
import { VERSION } from "./version.ts";

/** What an output that failed still holds never gets out. */
const isWritten = ({ writableLength, errored }: NodeJS.WriteStream): boolean =>
  writableLength === 0 || errored !== null;

const io = processIo();
catchTheRest(io);

// The version is asked for by scripts and shells all the time, so it loads nothing else.
const [first, ...rest] = process.argv.slice(2);
if (rest.length === 0 && (first === "--version" || first === "-V")) {
  io.stdout.write(`${VERSION}\n`);
  process.exitCode = 0;
} else {
  const { main } = await import("./main.ts");
  process.exitCode = await main(process.argv, io);
  // All is done and written. A connection that a server does not close, such as one to a silent model, must not keep us.
  setInterval(() => {
    if (isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
  }, 1000).unref();
}
