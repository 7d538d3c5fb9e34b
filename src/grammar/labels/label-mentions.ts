/** A finding that running text mentions. `start` and `end` are the place in the text read last. */
export interface LabelMention {
  readonly start: number;
  readonly end: number;
  /** `I2`, of an earlier round `R2.I3`, a range `I1-I3`. */
  readonly id: string;
  /** The first and the last label of a range. */
  readonly ends?: readonly [string, string];
  readonly owner: MentionOwner;
}

/** Whose label it is. `unnamed`: nobody is named, so it depends on whose text it is. */
export type MentionOwner =
  | { readonly kind: "unnamed" | "elsewhere" | "earlier" }
  | { readonly kind: "reviewer"; readonly id: string }
  /** `I3 (claude:I2)`: an id of the report, with the finding that a reviewer means. */
  | { readonly kind: "both"; readonly finding: string };

/** Reads the mentions of one paragraph, which may come in pieces. */
export interface MentionReader {
  read(text: string): LabelMention[];
  /** Text without mentions that may name the owner of the following ones, e.g. a name in code. */
  skip(text: string): void;
}

/**
 * A label has another owner if a reviewer's name precedes it, or `Round 3` or `earlier`. An owner applies to a whole
 * list: in `Claude I1, I2 and S3` all three are Claude's. `reviewers`: lower-case names, with their ids.
 */
export function createMentionReader(reviewers: ReadonlyMap<string, string>): MentionReader {
  let before = "";
  let owner: MentionOwner = { kind: "unnamed" };
  let sinceId: string | undefined;
  const remember = (text: string): void => {
    before = (before + text).slice(-TAIL);
    if (sinceId !== undefined) sinceId = (sinceId + text).slice(0, TAIL);
  };
  return {
    skip: remember,
    read(text) {
      const found: LabelMention[] = [];
      const isAboutStorage = STORAGE.test(text);
      let last = 0;
      for (const match of text.matchAll(MENTION)) {
        const [written, id = written, finding, from, to = ""] = match;
        const end = match.index + written.length;
        if (id === "S3" && (isAboutStorage || STORED.test(text.slice(end, end + 12)))) continue;
        remember(text.slice(last, match.index));
        const isLabel = finding === undefined && !id.startsWith("R");
        if (isLabel && !(sinceId !== undefined && CONTINUES.test(sinceId))) owner = ownerOf(before, reviewers);
        const prefix = owner.kind === "reviewer" && isLabel ? `${owner.id}:` : "";
        const hasPrefix = prefix !== "" && text.slice(last, match.index).endsWith(prefix);
        const whose: MentionOwner = isLabel
          ? owner
          : finding === undefined
            ? { kind: "earlier" }
            : { kind: "both", finding };
        const start = match.index - (hasPrefix ? prefix.length : 0);
        found.push({ start, end, id, owner: whose, ...(from !== undefined && { ends: [from, to] }) });
        remember(written);
        sinceId = isLabel ? "" : undefined;
        last = end;
      }
      remember(text.slice(last));
      return found;
    },
  };
}

/**
 * `I3 (claude:I2)`, a range, or a name of ours alone; each may follow another one behind a slash. Routed and dropped ones
 * (`R1`, `X1`) are named only together with a label.
 */
const MENTION = new RegExp(
  // A cheap first look, because the rest looks back.
  String.raw`(?=[CISFRX]\d)(?:${[
    String.raw`(?:(?<![\p{L}\p{N}_#/.-])|(?<=\)/))([CISFRX]\d{1,3}(?:~\d{1,3})?) \(([a-z0-9][a-z0-9._-]{0,60}:(?:p\d{1,3}\.)?[A-Z]\d{1,3}(?:~\d{1,3})?)\)`,
    String.raw`(?<![\p{L}\p{N}_#/.-])([CISF]\d{1,3})(?:-|\.{2,3})([CISF]\d{1,3})(?![\p{L}\p{N}_-])`,
    String.raw`(?:(?<![\p{L}\p{N}_#/.-])|(?<=(?<![\p{L}\p{N}_#/.-])(?:[CISF]\d{1,3}/){1,40}))(?:R\d{1,3}\.)?[CISF]\d{1,3}(?![\p{L}\p{N}_-])`,
  ].join("|")})`,
  "gu",
);
const TAIL = 60;
const CONTINUES = /^(?:\s|,|&|\/|\+|and|or|plus)+$/;
const ELSEWHERE =
  /(?:\bround[\s-]*#?\d+(?:['’]s)?|\br\d+|\b(?:earlier|prior|previous|former|formerly|old)|\(as)[\s:,([]*$/i;

/** Signs that S3 is Amazon's storage, not a suggestion. */
const STORAGE = /\b(?:aws|amazon|buckets?)\b/i;
const STORED = /^\s(?:objects?|keys?|uploads?|downloads?|clients?|urls?|apis?|storage)\b/i;

function ownerOf(before: string, reviewers: ReadonlyMap<string, string>): MentionOwner {
  if (ELSEWHERE.test(before)) return { kind: "elsewhere" };
  const words = before.replace(/(?:['’]s)?[\s:\])(*—–-]*$/, "").toLowerCase();
  for (const [name, id] of reviewers) {
    if (words.endsWith(name) && !/[\p{L}\p{N}]/u.test(words.at(-name.length - 1) ?? ""))
      return { kind: "reviewer", id };
  }
  return { kind: "unnamed" };
}
