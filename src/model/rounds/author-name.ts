/** Who decided, without the e-mail address: a report is passed on, and readers of Markdown make a link of it. */
export function authorName(author: string): string {
  const name = author.replaceAll(/<[^<>]*>/g, "").trim() || author.replaceAll(/[<>]/g, "").trim();
  return name.replaceAll(/@\S*/g, "").trim() || "somebody";
}
