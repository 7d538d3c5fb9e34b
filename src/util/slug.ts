/** Lower-case letters, digits and single hyphens: a text as part of a name. Empty when nothing of it is left. */
export function slug(text: string): string {
  return text
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
}
