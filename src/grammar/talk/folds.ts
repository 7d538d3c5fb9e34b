import { scanLines } from "../lines.ts";

/** A text with its folded parts: `<details>` with their titles, in order, as deep as they are nested. */
export interface Fold {
  /** The words of its `<summary>`, without tags; empty for the text as a whole. */
  readonly title: string;
  readonly parts: readonly (string | Fold)[];
}

/** Takes the `<details>` of a comment apart. What is in code is code; one that is never closed ends with the text. */
export function readFolds(text: string): Fold {
  const root: OpenFold = { title: "", parts: [], isTitled: true };
  const open: OpenFold[] = [root];
  for (const line of scanLines(text)) {
    const pieces = line.inFence || !TAG.test(line.text) ? [line.text] : splitAtTags(line.text);
    for (const piece of pieces) take(piece, open);
    say("\n", open);
  }
  return root;
}

interface OpenFold extends Fold {
  title: string;
  readonly parts: (string | Fold)[];
  /** Whether its title is over. */
  isTitled: boolean;
  inTitle?: boolean;
}

const TAG = /<\/?(?:details|summary)\b[^<>]{0,200}>/i;
const MAX_DEEP = 50;

function splitAtTags(line: string): string[] {
  return line.split(/(<\/?(?:details|summary)\b[^<>]{0,200}>)/gi).filter((piece) => piece !== "");
}

function take(piece: string, open: OpenFold[]): void {
  const [, closes, name] = /^<(\/?)(details|summary)\b[^<>]{0,200}>$/i.exec(piece) ?? [];
  const last = open.at(-1);
  if (last === undefined || name === undefined) return say(piece, open);
  if (name.toLowerCase() === "summary") {
    last.inTitle = closes === "" && !last.isTitled;
    if (closes !== "") last.isTitled = true;
  } else if (closes === "") {
    if (open.length > MAX_DEEP) return;
    const fold: OpenFold = { title: "", parts: [], isTitled: false };
    last.parts.push(fold);
    open.push(fold);
  } else if (open.length > 1) open.pop();
}

function say(text: string, open: readonly OpenFold[]): void {
  const last = open.at(-1);
  if (last === undefined) return;
  if (last.inTitle === true) last.title += text;
  else if (typeof last.parts.at(-1) === "string") last.parts[last.parts.length - 1] += text;
  else last.parts.push(text);
}

/** The text with its folded parts opened, but for those that are not wanted. */
export function openFolds({ parts }: Fold, isWanted: (title: string) => boolean): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return isWanted(plainTitle(part.title)) ? `\n${openFolds(part, isWanted)}\n` : "";
    })
    .join("");
}

/** A title in lower case, without tags, signs and pictures at its beginning. */
export function plainTitle(title: string): string {
  return title
    .slice(0, 500)
    .replaceAll(/<[^<>]{0,200}>/g, "")
    .replace(/^[^\p{L}\p{N}`/.]+/u, "")
    .trim()
    .toLowerCase();
}
