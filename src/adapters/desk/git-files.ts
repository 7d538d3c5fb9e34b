/** The settings file of a repository that we write by hand, as far as it depends on how ids are made. */
export function formatSettings(format: string, ...core: readonly string[]): string {
  const isPlain = format === "sha1";
  const lines = [
    "[core]",
    `\trepositoryformatversion = ${isPlain ? 0 : 1}`,
    ...core.map((line) => `\t${line}`),
    ...(isPlain ? [] : ["[extensions]", `\tobjectformat = ${format}`]),
  ];
  return `${lines.join("\n")}\n`;
}
