import type { RuleItem, RuleSection } from "#model/agent/repository-rule.ts";
import { type ScannedLine, scanLines } from "../lines.ts";
import { readRuleMark } from "./rule-mark.ts";
import { type IsPath, scopeOfHeading, scopeOfLine } from "./read-scope.ts";

/**
 * The sections of a rule file, each with its rules and the files that it covers. A subsection covers the same files
 * unless it names its own. Accepts any text.
 */
export function readRuleFile(name: string, text: string, isPath: IsPath = () => false): RuleSection[] {
  const above: { readonly level: number; readonly paths: readonly string[] | undefined }[] = [];
  return cutSections(text).map(({ level, heading, lines, line }) => {
    while ((above.at(-1)?.level ?? -1) >= level) above.pop();
    const first = lines.find((one) => one.number > line && one.text.trim() !== "");
    const ofLine = first === undefined || first.inFence ? undefined : scopeOfLine(first.text, isPath);
    const ofHeading = heading === undefined ? undefined : scopeOfHeading(heading, isPath);
    const paths = ofLine ?? ofHeading ?? above.at(-1)?.paths;
    above.push({ level, paths });
    const body = lines.filter((one) => one.number > line && (ofLine === undefined || one !== first));
    return {
      name,
      text: lines.map((one) => one.text).join("\n"),
      heading,
      paths,
      line: Math.max(1, line),
      items: readItems(body),
    };
  });
}

interface Cut {
  readonly level: number;
  readonly heading: string | undefined;
  /** The line of the heading; 0 before the first. */
  readonly line: number;
  readonly lines: ScannedLine[];
}

function cutSections(text: string): Cut[] {
  const cuts: Cut[] = [{ level: 0, heading: undefined, line: 0, lines: [] }];
  for (const line of scanLines(text)) {
    const [, signs, heading] = (line.inFence ? null : HEADING.exec(line.text)) ?? [];
    if (signs !== undefined && heading !== undefined) {
      const title = heading.trimEnd().replace(/[ \t]#+$/, "");
      cuts.push({ level: signs.length, heading: title.trim(), line: line.number, lines: [] });
    }
    cuts.at(-1)?.lines.push(line);
  }
  return cuts.filter(({ heading, lines }) => heading !== undefined || lines.some((line) => line.text.trim() !== ""));
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const LIST_ITEM = /^ *(?:[-*+]|\d{1,4}[.)])[ \t]+(\S.*)$/;

interface OpenItem {
  readonly parts: string[];
  readonly start: number;
  readonly isList: boolean;
  readonly indent: number;
  end: number;
  mark?: RuleItem["mark"];
}

/**
 * List items with everything indented below them, and paragraphs. Fenced code belongs to them but is not part of the
 * text.
 */
export function readItems(lines: readonly ScannedLine[]): RuleItem[] {
  const items: OpenItem[] = [];
  let open: OpenItem | undefined;
  let afterBlank = false;
  for (const { text, number, inFence, fence } of lines) {
    const indent = text.length - text.trimStart().length;
    const isBlank = indent === text.length;
    if (isBlank && !inFence) {
      afterBlank = true;
      if (open?.isList === false) open = undefined;
      continue;
    }
    const isInside = inFence && fence?.open !== true;
    if (open !== undefined && afterBlank && indent <= open.indent && !isInside) open = undefined;
    afterBlank = false;
    open = inFence ? open : takeLine(items, open, { text, number, indent });
    if (open !== undefined) open.end = number;
  }
  return items.flatMap(({ parts, start, end, mark }) => {
    const text = parts.join(" ").replaceAll(/\s+/g, " ").trim();
    return text === "" ? [] : [{ text, start, end, mark }];
  });
}

interface Line {
  readonly text: string;
  readonly number: number;
  readonly indent: number;
}

function takeLine(items: OpenItem[], open: OpenItem | undefined, { text, number, indent }: Line): OpenItem | undefined {
  const mark = readRuleMark(text);
  if (mark !== undefined) {
    if (open !== undefined) open.mark = mark;
    return open;
  }
  const content = LIST_ITEM.exec(text)?.[1];
  const isOwn = content !== undefined && (open?.isList !== true || indent <= open.indent);
  if (open !== undefined && !isOwn) {
    open.parts.push(content ?? text.trim());
    return open;
  }
  const isList = content !== undefined;
  const item = { parts: [content ?? text.trim()], start: number, end: number, isList, indent };
  items.push(item);
  return item;
}
