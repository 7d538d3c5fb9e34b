/** Whether this is a file or folder of the repository. */
export type IsPath = (path: string) => boolean;

/**
 * The files that a heading limits its section to: it consists of paths in code marks, or contains a glob or a path of
 * the repository. Undefined if it names no files.
 */
export function scopeOfHeading(heading: string, isPath: IsPath): readonly string[] | undefined {
  const spans = [...heading.matchAll(SPAN)].map(([, span = ""]) => span.trim());
  const isAll = heading.replaceAll(SPAN, "").replaceAll(/\b(?:and|or)\b|[\s,;:&+]/gi, "") === "";
  const paths = spans.filter((span) => (isAll ? looksLikePath(span, isPath) : isCertain(span, isPath)));
  return paths.length === 0 || (isAll && paths.length < spans.length) ? undefined : paths;
}

/** The files that a line `Paths: src/server/**, *.sql` or `Applies to: …` limits its section to. */
export function scopeOfLine(line: string, isPath: IsPath): readonly string[] | undefined {
  if (line.length > MAX_LINE) return undefined;
  const [, label, rest = ""] = LABEL.exec(line.trim().replace(/^[-*+] +/, "")) ?? [];
  if (label === undefined) return undefined;
  const parts = splitList(rest).map((part) =>
    part
      .trim()
      .replace(/^`+/, "")
      .replace(/`+\.?$/, ""),
  );
  const isScope = parts.length > 0 && parts.every((part) => looksLikePath(part, isPath));
  return isScope ? parts : undefined;
}

const SPAN = /`([^`\n]{1,200})`/g;
const LABEL = /^(?:\*\*|__)?(paths?|applies to|apply to|holds for|globs?)(?:\*\*|__)? ?:(?:\*\*|__)? ?(.+)$/i;
const MAX_LINE = 2000;

/** Splits at commas, but not inside braces. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}") depth--;
    else if (at === text.length || (text[at] === "," && depth <= 0)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return parts.filter((part) => part.trim() !== "");
}

function looksLikePath(text: string, isPath: IsPath): boolean {
  return isPattern(text) && (/[/*]/.test(text) || /\.\w{1,8}$/.test(text) || isPath(text));
}

function isCertain(text: string, isPath: IsPath): boolean {
  return isPattern(text) && (isPath(text.replace(/\/$/, "")) || (text.includes("*") && /[/.]/.test(text)));
}

/** A path or glob below the root: not absolute, no `..`, not a package name, option, address or code. */
export function isPattern(text: string): boolean {
  return /^(?![/@~$-])[^\s"'`<>|;:$=\\()]{1,200}$/.test(text) && !text.split("/").includes("..");
}
