#!/usr/bin/env node
import { exitOnSignals } from "./interruptible.ts";
import { reportUncaughtErrors, processIo } from "./output/process-io.ts";
import { VERSION } from "./version.ts";

/** A failed stream never empties its buffer. */
const isWritten = ({ writableLength, errored }: NodeJS.WriteStream): boolean =>
  writableLength === 0 || errored !== null;

const io = processIo();
reportUncaughtErrors(io);
exitOnSignals();

// Scripts ask for the version all the time, so it loads nothing else.
const [first, ...rest] = process.argv.slice(2);
if (rest.length === 0 && (first === "--version" || first === "-V")) {
  io.stdout.write(`${VERSION}\n`);
  process.exitCode = 0;
} else {
  const { main } = await import("./main.ts");
  process.exitCode = await main(process.argv, io);
  // A connection that a server does not close must not keep the process alive.
  setInterval(() => {
    if (isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
  }, 1000).unref();
}
