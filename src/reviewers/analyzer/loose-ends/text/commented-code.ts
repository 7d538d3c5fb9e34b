import type { Language } from "#model/change/change-index.ts";

/** Whether a line of a comment is code that was switched off, not a sentence: old names in it are no claim. */
export function isCommentedCode(line: string, language: Language): boolean {
  if (language === "html") return MARKUP.test(line);
  const text = /^\s*(?:\/\/(?![/!])|#(?![!:]))\s*(\S.*)$/.exec(line)?.[1]?.trim();
  if (text === undefined) return false;
  return STATEMENT.some((form) => form.test(text));
}

const MARKUP = /<\/?\w|=["']|\{\{|&&|===|\|\|/;

const STATEMENT: readonly RegExp[] = [
  // Ends as only a statement or a block does.
  /(?:[\w)\]"'}];|[)\w] ?\{|^\}.{0,3})$/,
  // Begins with a word of the language and goes on with its marks.
  /^(?:public|private|protected|static|return|if|elif|for|while|import|from|const|let|var|def|func|fn|raise|throw|await|yield|assert|echo|export|local)\b.*[()={}[\]:]/,
  // Gives a value to a name, or is a call and nothing else.
  /^[\w.[\]$"']+ ?(?:[:+-]?=)(?!=) ?\S/,
  /^(?:await )?[\w.]+\([^)]*\),?$/,
];
