import { createMentionReader, type LabelMention } from "#grammar/labels/label-mentions.ts";
import { severityOfLetter } from "#model/severity.ts";
import { html, join, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";

/** What ids in prose may refer to. */
export interface IdTargets {
  /** Anchors of what an id without an owner means: findings of this report, or in a raw review its own. */
  readonly own: ReadonlyMap<string, string>;
  /** Ids of this report's findings, for `I3 (claude:I2)`. Absent in a raw review. */
  readonly cards?: ReadonlySet<string>;
  /** Anchors of raw findings: `claude:I1` → `raw-claude-I1`. */
  readonly raw: ReadonlyMap<string, string>;
  /** Anchors of findings of earlier rounds by name: `R2.I3`. */
  readonly earlier?: ReadonlyMap<string, string>;
  /** Lower-case names of reviewers, with their ids. */
  readonly reviewers: ReadonlyMap<string, string>;
}

/** An id of this report: a solid chip in the colour of its severity. */
export function idLink(id: string): SafeHtml {
  return html`<a class="id ${severityOfLetter(id.slice(0, 1)) ?? "neutral"}" href="#${id}">${id}</a>`;
}

/** A reviewer's own label, `claude:I1`: plain text, so that nobody takes it for an id of this report. */
export function rawLink(anchor: string, text: string, title?: string): SafeHtml {
  return html`<a class="raw-id" href="#${anchor}"${title !== undefined && html` title="${title}"`}>${text}</a>`;
}

/** Links ids such as `I2` in running text. It depends on the preceding text, so each paragraph needs its own linker. */
export interface IdLinker {
  link(text: string): SafeHtml;
  /** Text that is not linked but may name the owner of the following ids, e.g. a name in bold or in code. */
  skip(text: string): void;
}

/** `I2` means what its targets say, unless another owner precedes it; what is not on this page is text. */
export function createIdLinker(targets: IdTargets): IdLinker {
  const reader = createMentionReader(targets.reviewers);
  return {
    skip: reader.skip,
    link(text) {
      const parts: (string | SafeHtml)[] = [];
      let last = 0;
      for (const mention of reader.read(text)) {
        const { start, end } = mention;
        parts.push(...nameMarks(text.slice(last, start), targets), linkTo(mention, text.slice(start, end), targets));
        last = end;
      }
      parts.push(...nameMarks(text.slice(last), targets));
      return join(parts, "");
    },
  };
}

function linkTo({ id, owner }: LabelMention, text: string, { own, cards, raw, earlier }: IdTargets): string | SafeHtml {
  switch (owner.kind) {
    case "unnamed": {
      const anchor = own.get(id);
      return anchor === undefined ? text : anchor === id ? idLink(id) : rawLink(anchor, text);
    }
    case "reviewer": {
      const anchor = raw.get(`${owner.id}:${id}`);
      return anchor === undefined ? text : rawLink(anchor, text);
    }
    case "both": {
      const anchor = raw.get(owner.finding);
      if (cards?.has(id) !== true) return text;
      return html`${idLink(id)} (${anchor === undefined ? owner.finding : rawLink(anchor, owner.finding)})`;
    }
    case "earlier": {
      const anchor = earlier?.get(id);
      return anchor === undefined ? text : html`<a class="earlier-id" href="#${anchor}">${text}</a>`;
    }
    case "elsewhere":
      return text;
  }
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
