import type { Random } from "./random.ts";

/** A text made worse, and how. */
export interface Mutant {
  readonly text: string;
  readonly how: readonly string[];
}

/** Takes one of the texts and damages it in one to four ways. */
export function mutate(texts: readonly string[], random: Random): Mutant {
  let text = random.pick(texts);
  const how: string[] = [];
  for (let left = 1 + random.int(4); left > 0; left -= 1) {
    const [name, mutation] = random.pick(random.chance(0.12) ? HEAVY : LIGHT);
    text = mutation(text, random, texts);
    how.push(name);
  }
  // Several heavy ones in a row must not add up to something no disk holds.
  return { text: text.slice(0, 3_000_000), how };
}

type Mutation = (text: string, random: Random, texts: readonly string[]) => string;

const MEGABYTE = 1_000_000;

const LIGHT: readonly (readonly [string, Mutation])[] = [
  ["cut the end", (text, random) => text.slice(0, random.int(text.length + 1))],
  ["cut the start", (text, random) => text.slice(random.int(text.length + 1))],
  ["cut the middle", (text, random) => cutMiddle(text, random)],
  ["splice", (text, random, texts) => splice(text, random.pick(texts), random)],
  ["insert a report", (text, random, texts) => insert(text, random.pick(texts), random)],
  ["break fences", (text, random) => lines(text, (line) => (isFence(line) && random.chance(0.3) ? "" : line))],
  [
    "open fences",
    (text, random) => lines(text, (line) => (random.chance(0.02) ? `${random.pick(FENCES)}\n${line}` : line)),
  ],
  [
    "change fences",
    (text, random) => lines(text, (line) => (isFence(line) && random.chance(0.4) ? random.pick(FENCES) : line)),
  ],
  ["delete lines", (text, random) => lines(text, (line) => (random.chance(0.1) ? undefined : line))],
  ["delete blank lines", (text) => lines(text, (line) => (line.trim() === "" ? undefined : line))],
  ["duplicate lines", (text, random) => lines(text, (line) => (random.chance(0.1) ? `${line}\n${line}` : line))],
  ["shuffle lines", (text, random) => shuffle(text, random)],
  ["swap sections", (text, random) => swapSections(text, random)],
  [
    "drop headings",
    (text, random) => lines(text, (line) => (line.startsWith("#") && random.chance(0.3) ? undefined : line)),
  ],
  [
    "shift headings",
    (text, random) => lines(text, (line) => (line.startsWith("#") && random.chance(0.5) ? `#${line}` : line)),
  ],
  ["indent", (text, random) => lines(text, (line) => (random.chance(0.5) ? `    ${line}` : line))],
  ["quote", (text) => lines(text, (line) => `> ${line}`)],
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["CR", (text) => text.replaceAll("\n", "\r")],
  ["mixed line ends", (text, random) => lines(text, (line) => (random.chance(0.3) ? `${line}\r` : line))],
  ["NUL", (text, random) => sprinkle(text, random, "\u0000")],
  ["odd characters", (text, random) => sprinkle(text, random, ODD)],
  ["marks", (text, random) => sprinkle(text, random, "*_`[](){}|~#-—:<>\\\"'0123456789")],
  [
    "change numbers",
    (text, random) =>
      text.replaceAll(/\d+/g, (number) => (random.chance(0.2) ? String(random.int(10_000_000)) : number)),
  ],
  ["drop marks", (text, random) => text.replaceAll(/[*`[\]()|]/g, (mark) => (random.chance(0.1) ? "" : mark))],
  [
    "break tables",
    (text, random) =>
      lines(text, (line) =>
        line.startsWith("|") && random.chance(0.3) ? line.slice(0, random.int(line.length)) : line,
      ),
  ],
  ["flip bytes", (text, random) => flipBytes(text, random)],
  ["another case", (text, random) => (random.chance(0.5) ? text.toUpperCase() : text.toLowerCase())],
  ["byte-order mark", (text) => `\uFEFF${text}`],
  ["nothing", () => ""],
  ["one reviewer", (text) => text.replaceAll(/\b(Claude|Codex|Gemini)\b/g, "Claude")],
];

const HEAVY: readonly (readonly [string, Mutation])[] = [
  ["a long line", (text, random) => insert(text, random.pick(LONG_LINES)(MEGABYTE), random)],
  [
    "a long finding line",
    (text, random) => insert(text, `\nI1. **${random.pick(LONG_LINES)(MEGABYTE)}** — \`a.ts:1\` [Claude]\n`, random),
  ],
  [
    "a long place",
    (text, random) =>
      insert(text, `\nS1. **Title** — \`${"a/".repeat(200_000)}b.ts:1-2,${"3,".repeat(200_000)}4\`\n`, random),
  ],
  ["deep nesting", (text, random) => insert(text, deep(random), random)],
  [
    "many of one line",
    (text, random) => insert(text, `${random.pick(LINES)}\n`.repeat(1000 + random.int(4000)), random),
  ],
  ["many findings", (text, random) => insert(text, manyFindings(100 + random.int(400), random), random)],
  ["many columns", (text, random) => insert(text, `\n|${" a |".repeat(20_000)}\n|${"---|".repeat(20_000)}\n`, random)],
  ["binary", (text, random) => insert(text, binary(100_000, random), random)],
  ["only binary", (_text, random) => binary(300_000, random)],
];

const FENCES = [
  "```",
  "~~~",
  "````",
  "```ts",
  "``` `",
  "   ```",
  "```bash repro",
  "```text repro-output",
  "```diff",
  "`````````",
];

const ODD = "\u0007\u001B\u0085\u00A0\u200B\u200D\u202E\u2028\u2066\uFEFF\uFFFD\uD83D\uDE00é漢🎉\t\v\f";

const LONG_LINES: readonly ((length: number) => string)[] = [
  (length) => "x".repeat(length),
  (length) => " ".repeat(length),
  (length) => "`".repeat(length),
  (length) => "*".repeat(length),
  (length) => "[".repeat(length),
  (length) => "(".repeat(length),
  (length) => "|".repeat(length),
  (length) => "\\".repeat(length),
  (length) => "~".repeat(length),
  (length) => "#".repeat(length),
  (length) => ">".repeat(length),
  (length) => "<".repeat(length),
  (length) => "-".repeat(length),
  (length) => "—".repeat(length),
  (length) => "1".repeat(length),
  (length) => "a.".repeat(length / 2),
  (length) => "a/".repeat(length / 2),
  (length) => "I1 ".repeat(length / 3),
  (length) => "`a` ".repeat(length / 4),
  (length) => "**a** ".repeat(length / 6),
  (length) => "[a] ".repeat(length / 4),
  (length) => "[a](b) ".repeat(length / 7),
  (length) => "(a, b) ".repeat(length / 7),
  (length) => " — ".repeat(length / 3),
  (length) => "a.ts:1-2, ".repeat(length / 10),
  (length) => "`a.ts:1-2`, ".repeat(length / 12),
  (length) => "[Claude] ".repeat(length / 9),
  (length) => "Codex I1 → S2; ".repeat(length / 15),
  (length) => "<br>".repeat(length / 4),
  (length) => "\u0301".repeat(length),
  (length) => "é ".repeat(length / 2),
];

const LINES = [
  "## Important Issues",
  "### [Claude] — Pass 1",
  "# Deep Review: x",
  "#".repeat(9),
  "```",
  "~~~",
  "| a | b | c |",
  "|---|---|",
  "I1. **Title** — `a.ts:1` [Claude Opus 4.7]",
  "1. **Title** — `a.ts:1`",
  "**[CRITICAL] a.ts:1 — title**",
  "- `a.ts` — Reviewed, no issues",
  "- Codex I1 → S2: merged.",
  "## Appendix: Original Reviews",
  "## Resolution",
  "## Executive Summary",
  "Fix:",
  "---",
  "> ",
  "<details><summary>",
  "    ```",
];

function lines(text: string, change: (line: string) => string | undefined): string {
  const changed: string[] = [];
  for (const line of text.split("\n")) {
    const result = change(line);
    if (result !== undefined) changed.push(result);
  }
  return changed.join("\n");
}

function isFence(line: string): boolean {
  return /^\s*(?:```|~~~)/.test(line);
}

function cutMiddle(text: string, random: Random): string {
  const from = random.int(text.length + 1);
  return text.slice(0, from) + text.slice(from + random.int(text.length - from + 1));
}

function splice(one: string, other: string, random: Random): string {
  return one.slice(0, random.int(one.length + 1)) + other.slice(random.int(other.length + 1));
}

function insert(text: string, piece: string, random: Random): string {
  const at = random.int(text.length + 1);
  const line = random.chance(0.7) ? text.indexOf("\n", at) + 1 : at;
  return text.slice(0, line) + piece + text.slice(line);
}

function shuffle(text: string, random: Random): string {
  const list = text.split("\n");
  const size = random.chance(0.3) ? list.length : Math.min(list.length, 30);
  const from = random.int(list.length - size + 1);
  for (let index = size - 1; index > 0; index -= 1) {
    const other = random.int(index + 1);
    [list[from + index], list[from + other]] = [list[from + other] ?? "", list[from + index] ?? ""];
  }
  return list.join("\n");
}

function swapSections(text: string, random: Random): string {
  const sections = text.split(/\n(?=#{1,3} )/);
  const one = random.int(sections.length);
  const other = random.int(sections.length);
  [sections[one], sections[other]] = [sections[other] ?? "", sections[one] ?? ""];
  return sections.join("\n");
}

function sprinkle(text: string, random: Random, characters: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let left = 1 + random.int(200); left > 0 && from < text.length; left -= 1) {
    const at = from + random.int(Math.max(1, Math.ceil((text.length - from) / left)));
    pieces.push(text.slice(from, at), characters[random.int(characters.length)] ?? "");
    from = at + random.int(2);
  }
  return pieces.join("") + text.slice(from);
}

function flipBytes(text: string, random: Random): string {
  const bytes = Buffer.from(text);
  for (let left = 1 + random.int(300); left > 0 && bytes.length > 0; left -= 1)
    bytes[random.int(bytes.length)] = random.int(256);
  return bytes.toString("utf8");
}

function binary(length: number, random: Random): string {
  const bytes = Buffer.alloc(1 + random.int(length));
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.int(256);
  return bytes.toString(random.chance(0.5) ? "latin1" : "utf8");
}

function deep(random: Random): string {
  const depth = 1000 + random.int(20_000);
  const [open, close] = random.pick([
    ["> ", ""],
    ["- ", ""],
    ["[", "]"],
    ["(", ")"],
    ["**", "**"],
    ["<details>", "</details>"],
    ["`a` [", "]"],
    ["~~", "~~"],
  ] as const);
  return random.chance(0.5)
    ? `\n${open.repeat(depth)}text${close.repeat(depth)}\n`
    : `\n${Array.from({ length: 300 }, (_, level) => `${"  ".repeat(level)}- level`).join("\n")}\n`;
}

function manyFindings(count: number, random: Random): string {
  const letter = random.pick(["C", "I", "S"]);
  const who = random.pick(["[Claude Opus 4.7]", "[Codex GPT 5.5]", "[Gemini 3.1 Pro]", ""]);
  const list = Array.from({ length: count }, (_, index) => {
    const file = `src/file-${index % 20}.ts:${index + 1}`;
    return `${letter}${index + 1}. **The limit ${index} of the queue is wrong** — \`${file}\` ${who}\n\nText about it.\n`;
  });
  return `\n## Suggestions\n\n${list.join("\n")}\n`;
}
