// Runs command lines in the built program, one after the other, for `run-program.ts`: what it loads it loads once.
import { closeSync, createReadStream, openSync, readdirSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

const [requests, answers, dist] = process.argv.slice(2);
// In this order, which is that of who asks: to open one end waits for the other.
const input = createReadStream("", { fd: openSync(requests, "r") });
const output = openSync(answers, "w");
const own = { ...process.env };
const Time = Date;

const name = readdirSync(`${dist}/chunks`).find((one) => /^main-\w+\.js$/.test(one));
const { main } = await import(`${dist}/chunks/${name}`);

for await (const line of createInterface({ input })) {
  const { args, cwd, env, stdin, now } = JSON.parse(line);
  const said = { stdout: [], stderr: [] };
  const stream = (which) => ({
    write(text) {
      said[which].push(Buffer.from(text));
      return true;
    },
  });
  setClock(now);
  setEnvironment(env);
  process.chdir(cwd);
  const io = {
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    stdin: Readable.from(stdin === "" ? [] : [stdin]),
    env: process.env,
    cwd: () => cwd,
    isOutputLost: () => Promise.resolve(false),
  };
  const status = await main([process.execPath, "deep-review", ...args], io);
  process.chdir("/");
  setEnvironment(own);
  answer({ status, ...Object.fromEntries(Object.entries(said).map(([key, parts]) => [key, textOf(parts)])) });
}
closeSync(output);
process.exit(0);

/** The clock of the test that asks, which may be set to another day. */
function setClock(now) {
  const shift = now - Time.now();
  globalThis.Date = Math.abs(shift) < 60_000 ? Time : shiftedTime(shift);
}

function shiftedTime(shift) {
  return class extends Time {
    constructor(...args) {
      super(...(args.length === 0 ? [Time.now() + shift] : args));
    }
    static now() {
      return Time.now() + shift;
    }
  };
}

function setEnvironment(env) {
  for (const key of Object.keys(process.env)) delete process.env[key];
  Object.assign(process.env, env);
}

function textOf(parts) {
  return Buffer.concat(parts).toString("utf8");
}

function answer(value) {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(output, bytes, at);
}
