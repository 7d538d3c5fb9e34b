/** The words of a shell command, without expansions; `|`, `&`, `;` and their doubles are words of their own. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "'" || sign === '"') {
      const [inside, end] = readQuoted(text, at);
      word = (word ?? "") + inside;
      at = end;
    } else if (/\s/.test(sign) || "|&;".includes(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if ("|&;".includes(sign)) {
        if (words.at(-1) === sign && text[at - 1] === sign) words.splice(-1, 1, sign + sign);
        else words.push(sign);
      } else if (sign === "\n") words.push(";");
    } else if (sign === "\\") word = (word ?? "") + (text[++at] ?? "");
    else word = (word ?? "") + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function readQuoted(text: string, from: number): [inside: string, end: number] {
  const quote = text[from];
  let inside = "";
  let at = from + 1;
  for (; at < text.length && text[at] !== quote; at++) {
    if (quote === '"' && text[at] === "\\" && /["\\$`]/.test(text[at + 1] ?? "")) at++;
    inside += text[at];
  }
  return [inside, at];
}
