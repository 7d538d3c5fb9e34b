/** What lines of a file say to a machine: without comments, layout, and commas that a formatter sets. */
export function codeOf(path: string, lines: readonly string[]): string {
  const marks = marksOf(path);
  let isInBlock = false;
  let code = "";
  for (const line of lines) {
    const read = readLine(line, marks, isInBlock);
    isInBlock = read.isInBlock;
    code += read.code;
  }
  return squeeze(code).replace(/,(?=[)\]}])/g, "");
}

/** The same lines without their layout only: what they say to a reader. */
export function wordsOf(lines: readonly string[]): string {
  return squeeze(lines.join("\n"));
}

const squeeze = (text: string): string => text.replace(/\s+/g, "");

interface Marks {
  /** What begins a comment that ends with its line. */
  readonly line: string | undefined;
  readonly hasBlocks: boolean;
}

const HASH =
  /(?:\.(?:py|pyi|rb|sh|bash|bats|zsh|ya?ml|toml|pl|r|tf|hcl|nix|cmake|conf|cfg|ini|ps1)|\/?(?:dockerfile|makefile|containerfile))$/i;
const SLASH =
  /\.(?:[cm]?[jt]sx?|go|java|rs|c|h|cc|cpp|hpp|cs|php|kts?|swift|scala|dart|proto|groovy|s?css|less|jsonc|zig)$/i;
const DASH = /\.(?:sql|lua|hs|elm)$/i;

function marksOf(path: string): Marks {
  if (SLASH.test(path)) return { line: "//", hasBlocks: true };
  if (HASH.test(path)) return { line: "#", hasBlocks: false };
  return { line: DASH.test(path) ? "--" : undefined, hasBlocks: path.toLowerCase().endsWith(".sql") };
}

function readLine(line: string, { line: mark, hasBlocks }: Marks, wasInBlock: boolean): Reading {
  // A place may begin in the middle of a comment.
  const isMiddle = hasBlocks && /^\*(?:[\s/*]|$)/.test(line.trimStart());
  if (isMiddle && !line.includes("*/")) return { code: "", isInBlock: wasInBlock };
  let isInBlock = wasInBlock || isMiddle;
  let quote = "";
  let from = 0;
  let code = "";
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? "";
    if (isInBlock) {
      if (!line.startsWith("*/", at)) continue;
      [isInBlock, from] = [false, at + 2];
      at += 1;
    } else if (quote !== "") {
      if (char === "\\") at += 1;
      else if (char === quote) quote = "";
    } else if (QUOTES.includes(char)) quote = char;
    else if (hasBlocks && line.startsWith("/*", at)) {
      code += line.slice(from, at);
      isInBlock = true;
      at += 1;
    } else if (mark !== undefined && line.startsWith(mark, at) && opensComment(line, at, mark)) {
      return { code: code + line.slice(from, at), isInBlock: false };
    }
  }
  return { code: isInBlock ? code : code + line.slice(from), isInBlock };
}

interface Reading {
  readonly code: string;
  readonly isInBlock: boolean;
}

const QUOTES = ["'", '"', "`"];

/** `$#`, `a#b` and the like are code. */
function opensComment(line: string, at: number, mark: string): boolean {
  return mark !== "#" || at === 0 || /\s/.test(line[at - 1] ?? "");
}
