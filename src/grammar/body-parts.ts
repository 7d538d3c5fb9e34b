import type { Fix, Quote, Repro } from "#model/finding.ts";
import type { Class, Severity } from "#model/severity.ts";
import { readClassLine, readClassTagInLine } from "./class-tag.ts";
import { readArms } from "./report/repro-arms.ts";
import { isBlank, scanLines, trimBlankLines } from "./lines.ts";

/** The parts of the text below a finding line. */
export interface BodyParts {
  readonly quotes: readonly Quote[];
  readonly fix?: Fix;
  readonly repros: readonly Repro[];
  /** Breaks of the code that the tests should notice, each as a patch. */
  readonly mutations?: readonly string[];
  readonly class?: Class;
  readonly taggedSeverity?: Severity;
}

/**
 * Splits a body into its parts: fences before the fix are quoted code, diffs always belong to the fix, `repro` and
 * `repro-output` fences pair up, `mutation` fences are data, and a tag on its own line or at the end of a line gives the
 * class.
 */
export function readBodyParts(body: string): BodyParts {
  const quotes: Quote[] = [];
  const diffs: string[] = [];
  const patches: number[] = [];
  const repros: Repro[] = [];
  const mutations: string[] = [];
  const prose: string[] = [];
  const fix: string[] = [];
  let inFix = false;
  for (const block of blocksOf(body)) {
    if (block.kind === "text") {
      prose.push(block.text);
      const opening = inFix ? undefined : fixOpening(block.text);
      if (opening !== undefined) inFix = true;
      if (inFix && !isTagLine(block.text)) fix.push(opening ?? block.text);
    } else if (isMutationInfo(block.info)) mutations.push(block.code);
    else if (isDiff(block)) {
      if (/^diff\s+patch\b/i.test(block.info)) patches.push(diffs.length);
      diffs.push(block.code);
    } else if (/\brepro-output\b/.test(block.info)) addOutput(repros, block.code);
    else if (/\brepro\b/.test(block.info)) repros.push({ ...languageOf(block), script: block.code });
    else if (inFix) fix.push(block.markdown);
    else quotes.push({ ...languageOf(block), code: block.code });
  }
  const text = trimBlankLines(fix).join("\n").trim();
  return {
    quotes,
    ...((text !== "" || diffs.length > 0) && {
      fix: { ...(text !== "" && { text }), diffs, ...(patches.length > 0 && { patches }) },
    }),
    repros,
    ...(mutations.length > 0 && { mutations }),
    ...tagOf(prose),
  };
}

type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly info: string; readonly code: string; readonly markdown: string };

function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let code: { info: string; lines: string[]; opening: string } | undefined;
  const finish = (closing: string | undefined): void => {
    if (code === undefined) return;
    const lines = outdent(code.lines, code.opening);
    const markdown = [code.opening, ...code.lines, ...(closing === undefined ? [] : [closing])].join("\n");
    blocks.push({ kind: "code", info: code.info, code: lines.join("\n"), markdown });
    code = undefined;
  };
  for (const { text, inFence, fence } of scanLines(body)) {
    if (fence?.open === true) code = { info: fence.info, lines: [], opening: text };
    else if (fence?.open === false) finish(text);
    else if (inFence) code?.lines.push(text);
    else blocks.push({ kind: "text", text });
  }
  finish(undefined);
  return blocks;
}

/** A fence inside a list is indented, and its code too. */
function outdent(lines: readonly string[], opening: string): string[] {
  const indent = opening.length - opening.trimStart().length;
  if (indent === 0) return [...lines];
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)));
}

const FIX_LINE =
  /^[\s>*_#-]*(?:(?:suggested|proposed|recommended|possible|minimal|concrete|simplest|one)\s+)?(?:fix(?:es)?|recommendation|remedy)\b(?:[^.:*]{0,60}:[*_]*|[*_]{2}[\s:.–—-]*|\.[*_]{2})\s*(.*)$/is;
const FIX_INSIDE = /[.!?)`]["*_]*\s+[*_]{0,2}(?:Suggested f|Proposed f|F)ix[*_]{0,2}:[*_]{0,2}\s*(.*)$/s;

/** What follows `Fix:` on this line; undefined if the line does not begin the fix. */
function fixOpening(line: string): string | undefined {
  const text = line.length > 20_000 ? line.slice(0, 20_000) : line;
  return (FIX_LINE.exec(text) ?? FIX_INSIDE.exec(text))?.[1];
}

/** `mutation`, `diff mutation`: a break of the code that the tests should notice. */
export function isMutationInfo(info: string): boolean {
  return /^(?:(?:diff|patch|udiff)\s+)?mutation(?:\s|$)/i.test(info);
}

function isDiff({ info }: { info: string }): boolean {
  return /^(?:diff|patch|udiff)\b/i.test(info);
}

function languageOf({ info }: { info: string }): { language?: string } {
  const language = /^[^\s{,]+/.exec(info)?.[0];
  return language === undefined ? {} : { language };
}

/**
 * Output belongs to the preceding script unless that already has one; otherwise it becomes a repro with an empty
 * script.
 */
function addOutput(repros: Repro[], output: string): void {
  const last = repros.at(-1);
  const { arms } = readArms(output);
  const read = { output, ...(arms.length > 0 && { arms }) };
  if (last === undefined || last.output !== undefined) repros.push({ script: "", ...read });
  else repros[repros.length - 1] = { ...last, ...read };
}

function isTagLine(line: string): boolean {
  if (/^[\s*_-]{0,8}class(?:ification)?[\s*_]*:/i.test(line)) return readClassLine(line) !== undefined;
  return /^[\s*_`]{0,8}\(/.test(line) && readClassTagInLine(line) !== undefined;
}

function tagOf(prose: readonly string[]): { class?: Class; taggedSeverity?: Severity } {
  for (const line of prose.filter((line) => !isBlank(line)).reverse()) {
    const tag = readClassLine(line) ?? readClassTagInLine(line);
    if (tag === undefined) continue;
    return {
      class: tag.class,
      taggedSeverity: tag.severity,
    };
  }
  return {};
}
