/** Lines that a program may print among its own without meaning anything by it. */
export const NOISE: readonly string[] = [
  "",
  "   ",
  "(node:7) ExperimentalWarning: something is new",
  "null",
  "[]",
  "7",
  '"text"',
  "{}",
  '{"type":"something-new","text":"not part of the review"}',
  '{"type":null}',
  '{"jsonrpc":"2.0","method":"x/new","params":{}}',
];

/** Spoilt forms of a recording, each with its name. The same each time. */
export function* mutationsOf(lines: readonly string[]): Generator<readonly [string, readonly string[]]> {
  yield ["nothing", []];
  yield ["only empty lines", ["", "", ""]];
  yield ["each line cut in half", lines.map((line) => line.slice(0, line.length / 2))];
  yield ["lines in reverse", lines.toReversed()];
  yield ["each line twice", lines.flatMap((line) => [line, line])];
  yield ["two runs in one", [...lines, ...lines]];
  yield ["lines joined", [lines.join("")]];
  yield ["binary", [randomText(4000), "\0".repeat(1000), "\uFFFD\uD800\uDC00\uD800", "\u001B[2J"]];
  yield ["deep", [`${"[".repeat(20_000)}`, `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`]];
  const next = randomNumbers(7);
  for (let round = 0; round < 12; round += 1) {
    yield [`other values ${round}`, lines.map((line) => changeValues(line, next))];
    yield [`other characters ${round}`, lines.map((line) => changeCharacters(line, next))];
  }
}

/** Forms so large that what is quadratic would never end. */
export function* largeFormsOf(lines: readonly string[]): Generator<readonly [string, readonly string[]]> {
  yield ["one line of 5 MB", [`{"type":"${"x".repeat(5_000_000)}`, ...lines]];
  yield ["long text in place of each short one", lines.map(longer)];
}

/** Spoilt forms of what was said on standard error. */
export function complaintsOf(complaint: string): string[] {
  const lines = complaint.split("\n").flatMap((line) => [line, line.slice(0, line.length / 2)]);
  return ["", "\n\n", randomText(3000), "error: ".repeat(10_000), lines.join("\n"), lines.toReversed().join("\n")];
}

const ODD: readonly unknown[] = [null, true, -1, 1e99, "", "x", [], {}, [null], { type: 7 }, "\0", { toString: 1 }];

/** The same line with a few of its values replaced by odd ones. */
function changeValues(line: string, next: () => number): string {
  const change = (value: unknown): unknown => {
    if (next() % 8 === 0) return ODD[next() % ODD.length];
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === "type" ? inner : change(inner)]),
    );
  };
  try {
    return JSON.stringify(change(JSON.parse(line)));
  } catch {
    return line;
  }
}

function changeCharacters(line: string, next: () => number): string {
  const at = line.length === 0 ? 0 : next() % line.length;
  return `${line.slice(0, at)}${String.fromCharCode(next() % 0x3000)}${line.slice(at + (next() % 3))}`;
}

/** The line with all its text made long: what is quadratic in a text takes for ever. */
function longer(line: string): string {
  const grow = (value: unknown): unknown => {
    if (typeof value === "string") return value.length > 20 ? `${value}${" -x\n".repeat(20_000)}` : value;
    if (Array.isArray(value)) return value.map(grow);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, grow(inner)]));
  };
  try {
    return JSON.stringify(grow(JSON.parse(line)));
  } catch {
    return line;
  }
}

function randomText(length: number): string {
  const next = randomNumbers(11);
  return Array.from({ length }, () => String.fromCharCode(next() % 0xffff)).join("");
}

/** Park and Miller's generator: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647);
}
