#!/usr/bin/env node
import { VERSION } from "./version.ts";

// A reader that has seen enough (`| head`) is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

// The version is asked for by scripts and shells all the time, so it loads nothing else.
const [first, ...rest] = process.argv.slice(2);
if (rest.length === 0 && (first === "--version" || first === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const { main } = await import("./main.ts");
  process.exitCode = await main(process.argv, process);
  // All is done and written. A connection that a server does not close, such as one to a silent model, must not keep us.
  setInterval(() => {
    if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
  }, 1000).unref();
}
