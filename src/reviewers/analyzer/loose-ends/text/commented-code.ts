import type { Language } from "#model/change/change-index.ts";

/** Whether a comment line is disabled code, not a sentence. Old names in it are fine. */
export function isCommentedCode(line: string, language: Language): boolean {
  if (language === "html") return MARKUP.test(line);
  const text = /^\s*(?:\/\/(?![/!])|#(?![!:]))\s*(\S.*)$/.exec(line)?.[1]?.trim();
  if (text !== undefined) return STATEMENT.some((form) => form.test(text));
  // Lines of a block comment without a mark of their own, as when a whole function is disabled.
  return BLOCKS.has(language) && !/\/\/|\/\*|^\s*\*/.test(line) && STATEMENT.some((form) => form.test(line.trim()));
}

/** Whether a whole comment of several lines is disabled code, with the comments of that code. */
export function isCommentedBlock(comment: string, language: Language): boolean {
  const lines = comment.split("\n").filter((line) => line.trim() !== "");
  if (!BLOCKS.has(language) || lines.length < 4) return false;
  return lines.filter((line) => STATEMENT.some((form) => form.test(line.trim()))).length * 2 >= lines.length;
}

/** Languages with block comments, in which examples are marked otherwise. */
const BLOCKS: ReadonlySet<Language> = new Set(["go", "java", "csharp", "c", "cpp", "javascript", "typescript", "rust"]);

const MARKUP = /<\/?\w|=["']|\{\{|&&|===|\|\|/;

const STATEMENT: readonly RegExp[] = [
  // Ends like a statement or a block.
  /(?:[\w)\]"'}];|[)\w] ?\{|^\}.{0,3})$/,
  // Begins with a keyword and has punctuation of code.
  /^(?:public|private|protected|static|return|if|elif|for|while|import|from|const|let|var|def|func|fn|raise|throw|await|yield|assert|echo|export|local|defer|go|else|try|new|delete|switch|case)\b.*[()={}[\]:]/,
  // Assigns to a name, or is only a call.
  /^[\w.[\]$"']+(?:, ?\w+)* ?(?:[:+-]?=)(?!=) ?\S/,
  /^(?:await )?[\w.]+\([^)]*\),?$/,
];
