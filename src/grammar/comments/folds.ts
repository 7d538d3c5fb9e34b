import { scanLines } from "../lines.ts";

/** A text with its `<details>` parts, nested and in order. */
export interface Fold {
  /** The text of its `<summary>`, without tags; empty for the root. */
  readonly title: string;
  readonly parts: readonly (string | Fold)[];
}

/** Parses the `<details>` of a comment. Tags in code are code; an unclosed part ends with the text. */
export function readFolds(text: string): Fold {
  const root: OpenFold = { title: "", parts: [], isTitled: true };
  const open: OpenFold[] = [root];
  for (const line of scanLines(text)) {
    const pieces = line.inFence || !TAG.test(line.text) ? [line.text] : splitAtTags(line.text);
    for (const piece of pieces) take(piece, open);
    addText("\n", open);
  }
  return root;
}

interface OpenFold extends Fold {
  title: string;
  readonly parts: (string | Fold)[];
  /** Whether its title is complete. */
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
  if (last === undefined || name === undefined) return addText(piece, open);
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

function addText(text: string, open: readonly OpenFold[]): void {
  const last = open.at(-1);
  if (last === undefined) return;
  if (last.inTitle === true) last.title += text;
  else if (typeof last.parts.at(-1) === "string") last.parts[last.parts.length - 1] += text;
  else last.parts.push(text);
}

/** The text with the wanted folded parts expanded and the others removed. */
export function openFolds({ parts }: Fold, isWanted: (title: string) => boolean): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return isWanted(plainTitle(part.title)) ? `\n${openFolds(part, isWanted)}\n` : "";
    })
    .join("");
}

/** A title in lower case, without tags and leading symbols. */
export function plainTitle(title: string): string {
  return title
    .slice(0, 500)
    .replaceAll(/<[^<>]{0,200}>/g, "")
    .replace(/^[^\p{L}\p{N}`/.]+/u, "")
    .trim()
    .toLowerCase();
}
