/**
 * The name of a person who decided. Without the e-mail address, because reports are shared, and without the `@` of a login,
 * because it would notify its owner wherever the report is posted.
 */
export function authorName(author: string): string {
  if (LOGIN.test(author)) return author.slice(1);
  const name = author.replaceAll(/<[^<>]*>/g, "").trim() || author.replaceAll(/[<>]/g, "").trim();
  return name.replaceAll(/@\S*/g, "").trim() || "somebody";
}

const LOGIN = /^@[a-z0-9][a-z0-9_-]{0,60}(?:\[bot\])?$/i;
