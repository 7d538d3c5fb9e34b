import { type Class, classSchema, type Severity, severitySchema } from "#model/severity.ts";
import { trimSignsAtEnd } from "./spans.ts";

/** The content of a tag such as `(important, regression — new in this change)`. */
export interface ClassTag {
  readonly severity?: Severity;
  readonly class?: Class;
  /** The rest of its text. */
  readonly note?: string;
}

const SEVERITY_FIRST = /^(critical|important|suggestion)s?\s*[,;/]\s*(.*)$/is;
const CLASS_FIRST = /^(?:[a-z-]+\s)?(regression|gap|enhancement)\b(.*)$/is;
const CLASS_ALONE = /^(regression|gap|enhancement)(\s*\/\s*(regression|gap|enhancement))?$/i;

/** Reads the text between the brackets of a tag; undefined if it is not a tag. */
export function readClassTag(inside: string): ClassTag | undefined {
  const text = stripEmphasis(inside).replace(/\.$/, "");
  if (CLASS_ALONE.test(text)) return { class: asClass(text) };
  const [, severity, rest] = SEVERITY_FIRST.exec(text) ?? [];
  if (severity === undefined || rest === undefined) return undefined;
  const [, named, more] = CLASS_FIRST.exec(rest) ?? [];
  const note = (named === undefined ? rest : (more ?? "")).replace(/^[\s,;:–—-]+/, "").trim();
  return {
    severity: severitySchema.parse(severity.toLowerCase()),
    ...(named !== undefined && { class: asClass(named) }),
    ...(note !== "" && { note }),
  };
}

/** The tag at the start or end of a line of a body: `… prose. (suggestion, gap)`. */
export function readClassTagInLine(line: string): ClassTag | undefined {
  return tagAtEnd(line) ?? tagAtStart(line);
}

/** The class in a line such as `**Classification:** gap`, or at the end of one: `… Classification: gap, important.` */
export function readClassLine(line: string): ClassTag | undefined {
  const start = /^[\s*_-]*class(?:ification)?[\s*_]*:[\s*_`]*/i.exec(line)?.[0];
  const rest =
    start === undefined
      ? (/\bClassification:\s+([^.:]{3,80})\.?\s*$/.exec(line.slice(-200))?.[1] ?? "")
      : line.slice(start.length);
  const named = /^(regression|gap|enhancement)\b/i.exec(rest)?.[0];
  if (named === undefined) return undefined;
  const severity = /^\w+(?:\s\([^()]*\))?\s*,\s*(critical|important|suggestion)\b/i.exec(rest)?.[1];
  return {
    class: asClass(named),
    ...(severity !== undefined && { severity: severitySchema.parse(severity.toLowerCase()) }),
  };
}

function tagAtEnd(line: string): ClassTag | undefined {
  const text = trimSignsAtEnd(line, " \t.*_`");
  if (!text.endsWith(")")) return undefined;
  const start = openingOf(text);
  return start === undefined ? undefined : readSeverityTag(text.slice(start + 1, -1));
}

function tagAtStart(line: string): ClassTag | undefined {
  const inside = /^[\s*_`]{0,8}\(([^()]{1,200})\)/.exec(line)?.[1];
  return inside === undefined ? undefined : readSeverityTag(inside);
}

// In prose, a bracketed "gap" alone may be an ordinary word; with a severity it is a tag.
function readSeverityTag(inside: string): ClassTag | undefined {
  const tag = readClassTag(inside);
  return tag?.severity === undefined ? undefined : tag;
}

function openingOf(text: string): number | undefined {
  let depth = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    if (text[index] === ")") depth++;
    if (text[index] === "(" && --depth === 0) return index;
  }
  return undefined;
}

function asClass(text: string): Class {
  return classSchema.parse(/^[a-z]+/.exec(text.toLowerCase())?.[0]);
}

function stripEmphasis(text: string): string {
  return trimSignsAtEnd(text.replace(/^[\s*_`(]+/, ""), " \t*_`)");
}
