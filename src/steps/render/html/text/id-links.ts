import { html, join, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";

/** What ids in prose may refer to. */
export interface IdTargets {
  /** Anchors by id: of this report's findings, or of a raw review's own findings in its text. */
  readonly own: ReadonlyMap<string, string>;
  /** Anchors of raw findings: `claude:I1` → `raw-claude-I1`. */
  readonly raw: ReadonlyMap<string, string>;
  /** Anchors of findings of earlier rounds by name: `R2.I3`. */
  readonly earlier?: ReadonlyMap<string, string>;
  /** Lower-case names of reviewers, with their ids. */
  readonly reviewers: ReadonlyMap<string, string>;
}

/** Links ids such as `I2` in running text. It depends on the preceding text, so each paragraph needs its own linker. */
export interface IdLinker {
  link(text: string): SafeHtml;
  /** Text that is not linked but may name the owner of the following ids, e.g. a name in bold or in code. */
  skip(text: string): void;
}

/**
 * `I2` means this report's finding unless another owner precedes it: a reviewer's name (then it is that reviewer's own
 * label, linked to the raw finding), `Round 3` or `earlier` (then it is not on this page). An owner applies to a whole
 * list: in `Claude I1, I2 and S3` all three are Claude's.
 */
export function createIdLinker(targets: IdTargets): IdLinker {
  let before = "";
  let owner: Owner = { kind: "report" };
  let sinceId: string | undefined;
  const remember = (text: string): void => {
    before = (before + text).slice(-TAIL);
    if (sinceId !== undefined) sinceId = (sinceId + text).slice(0, TAIL);
  };
  return {
    skip: remember,
    link(text) {
      const parts: (string | SafeHtml)[] = [];
      let last = 0;
      for (const match of text.matchAll(ID)) {
        const id = match[0];
        remember(text.slice(last, match.index));
        if (id.startsWith("R")) {
          const row = targets.earlier?.get(id);
          parts.push(...nameMarks(text.slice(last, match.index), targets));
          parts.push(row === undefined ? id : html`<a class="ref" href="#${row}">${id}</a>`);
          last = match.index + id.length;
          remember(id);
          sinceId = undefined;
          continue;
        }
        const continues = sinceId !== undefined && CONTINUES.test(sinceId);
        if (!continues) owner = ownerOf(before, targets);
        const anchor = anchorOf(id, owner, targets);
        parts.push(...nameMarks(text.slice(last, match.index), targets));
        parts.push(anchor === undefined ? id : html`<a class="ref" href="#${anchor}">${id}</a>`);
        last = match.index + id.length;
        remember(id);
        sinceId = "";
      }
      remember(text.slice(last));
      parts.push(...nameMarks(text.slice(last), targets));
      return join(parts, "");
    },
  };
}

/** `[Claude Opus 4.7]`, the reports' way to credit a reviewer, in that reviewer's colour. */
function nameMarks(text: string, { reviewers }: IdTargets): (string | SafeHtml)[] {
  const parts: (string | SafeHtml)[] = [];
  let last = 0;
  for (const match of text.matchAll(/\[([^[\]]{1,60})\]/g)) {
    const id = reviewers.get(match[1]?.toLowerCase() ?? "");
    if (id === undefined) continue;
    parts.push(text.slice(last, match.index), html`<span class="who ${reviewerColor(id)}">${match[0]}</span>`);
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return parts;
}

type Owner = { readonly kind: "report" | "elsewhere" } | { readonly kind: "reviewer"; readonly id: string };

/** Routed and dropped ones (`R1`, `X1`) have ids of our making, which no prose mentions. */
const ID = /(?<![\p{L}\p{N}_#/.-])(?:R\d{1,3}\.)?[CISF]\d{1,3}(?![\p{L}\p{N}_-])/gu;
const TAIL = 60;
const CONTINUES = /^(?:\s|,|&|\/|\+|and|or|plus)+$/;
const ELSEWHERE =
  /(?:\bround[\s-]*#?\d+(?:['’]s)?|\br\d+|\b(?:earlier|prior|previous|former|formerly|old)|\(as)[\s:,([]*$/i;

function ownerOf(before: string, { reviewers }: IdTargets): Owner {
  if (ELSEWHERE.test(before)) return { kind: "elsewhere" };
  const words = before.replace(/(?:['’]s)?[\s:\])(*—–-]*$/, "").toLowerCase();
  for (const [name, id] of reviewers) {
    if (words.endsWith(name) && !/[\p{L}\p{N}]/u.test(words.at(-name.length - 1) ?? ""))
      return { kind: "reviewer", id };
  }
  return { kind: "report" };
}

function anchorOf(id: string, owner: Owner, { own, raw }: IdTargets): string | undefined {
  if (owner.kind === "report") return own.get(id);
  return owner.kind === "reviewer" ? raw.get(`${owner.id}:${id}`) : undefined;
}
