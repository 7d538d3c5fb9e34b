/** Whether a script asks the repository it lies in for its commit or its history: then it can tell the runs apart. */
export function asksForCommit(script: string): boolean {
  const lines = script.split(/\r?\n/);
  // One that makes a repository of its own asks that.
  if (lines.some((line) => /\bgit\b.{0,200}\b(?:init|clone)\b/.test(line))) return false;
  return lines.some((line) => ASKS.test(line.slice(0, 1000)) || /(?:^|[\s"'(/])\.git\//.test(line));
}

const ASKS =
  /\bgit(?: -[cC] \S+| --\S+)*["',\s[]+(?:log|rev-parse(?! --(?:show-|git-|is-))|rev-list|show|describe|name-rev|cat-file|merge-base|reflog)\b/;

/** The first of these files that a script names, by its path, its name or as an import without ending. */
export function findAbsent(script: string, added: readonly string[]): string | undefined {
  if (added.length === 0) return undefined;
  const words = new Set(script.split(/[^\w.@+/-]+/).map((word) => word.replace(/^(?:\.{1,2}\/)+/, "")));
  const named = [...words].filter((word) => /[./]/.test(word));
  return added.find((path) => {
    const plain = path.replace(/\.\w+$/, "");
    return named.some(
      (word) => word === path || word === plain || path.endsWith(`/${word}`) || plain.endsWith(`/${word}`),
    );
  });
}
