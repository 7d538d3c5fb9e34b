import type { Language } from "#model/change/change-index.ts";

/** Whether a comment line is disabled code, not a sentence. Old names in it are fine. */
export function isCommentedCode(line: string, language: Language): boolean {
  if (language === "html") return MARKUP.test(line);
  const text = /^\s*(?:\/\/(?![/!])|#(?![!:]))\s*(\S.*)$/.exec(line)?.[1]?.trim();
  if (text === undefined) return false;
  return STATEMENT.some((form) => form.test(text));
}

const MARKUP = /<\/?\w|=["']|\{\{|&&|===|\|\|/;

const STATEMENT: readonly RegExp[] = [
  // Ends like a statement or a block.
  /(?:[\w)\]"'}];|[)\w] ?\{|^\}.{0,3})$/,
  // Begins with a keyword and has punctuation of code.
  /^(?:public|private|protected|static|return|if|elif|for|while|import|from|const|let|var|def|func|fn|raise|throw|await|yield|assert|echo|export|local)\b.*[()={}[\]:]/,
  // Assigns to a name, or is only a call.
  /^[\w.[\]$"']+ ?(?:[:+-]?=)(?!=) ?\S/,
  /^(?:await )?[\w.]+\([^)]*\),?$/,
];
