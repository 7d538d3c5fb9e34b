/**
 * Who decided, without the e-mail address: a report is passed on, and readers of Markdown make a link of it. A login is
 * told without its `@`, which would call its owner wherever the report is posted.
 */
export function authorName(author: string): string {
  if (LOGIN.test(author)) return author.slice(1);
  const name = author.replaceAll(/<[^<>]*>/g, "").trim() || author.replaceAll(/[<>]/g, "").trim();
  return name.replaceAll(/@\S*/g, "").trim() || "somebody";
}

const LOGIN = /^@[a-z0-9][a-z0-9_-]{0,60}(?:\[bot\])?$/i;
