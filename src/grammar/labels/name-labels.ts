import type { RuledCluster } from "#model/cluster.ts";
import { type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";
import { createMentionReader, type LabelMention, type MentionReader } from "./label-mentions.ts";
import { scanLines } from "../lines.ts";
import { endOfCode } from "../spans.ts";

/**
 * Makes a reviewer's words fit for a report, in which another finding may have the same name: `see I2` becomes
 * `see I3 (claude:I2)`. A range is left to its reviewer, `claude:I1-I3`, because the report may have
 * others between. Labels that are no finding of the reviewer stay as they are, as does code. `saidIn` is the id of
 * the finding or the remark that the words come from. A title stays short: a label that is the same in the report stays.
 */
export type LabelNamer = (text: string, saidIn: string, form?: "prose" | "title") => string;

export function createLabelNamer(panel: readonly Reviewer[], clusters: readonly RuledCluster[]): LabelNamer {
  const reviewers = namesOnPanel(panel);
  const homes = new Map<string, string>();
  for (const { id, members } of clusters) {
    for (const { finding, share } of members) if (share !== "secondary") homes.set(finding, id);
  }
  return (text, saidIn, form = "prose") => {
    const said = /^[^:]*:(?:p\d{1,3}\.)?/.exec(saidIn.slice(0, 200))?.[0] ?? "";
    const name = ({ id, owner, ends }: LabelMention): string | undefined => {
      if (ends !== undefined) {
        const isKnown = owner.kind === "unnamed" && ends.some((label) => homes.has(said + label));
        const isSame = form === "title" && ends.every((label) => homes.get(said + label) === label);
        return isKnown && !isSame ? said + id : undefined;
      }
      if (owner.kind !== "unnamed" && owner.kind !== "reviewer") return undefined;
      const finding = `${owner.kind === "reviewer" ? `${owner.id}:` : said}${id}`;
      const home = homes.get(finding);
      return home === undefined || (form === "title" && home === id) ? undefined : `${home} (${finding})`;
    };
    let reader = createMentionReader(reviewers);
    let isChanged = false;
    const lines = scanLines(text).map(({ text: line, inFence }) => {
      if (line.trim() === "") reader = createMentionReader(reviewers);
      if (inFence) return line;
      const named = nameLine(line, reader, name);
      reader.skip(" ");
      isChanged ||= named !== line;
      return named;
    });
    return isChanged ? lines.join("\n") : text;
  };
}

/** Lower-case names under which a text may speak of a reviewer, with its id. */
export function namesOnPanel(panel: readonly Reviewer[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const reviewer of panel) {
    for (const name of [reviewerTitle(reviewer), reviewer.name, reviewer.id])
      names.set(name.toLowerCase(), reviewer.id);
  }
  names.delete("");
  return names;
}

function nameLine(line: string, reader: MentionReader, name: (mention: LabelMention) => string | undefined): string {
  let out = "";
  for (let at = 0; at < line.length;) {
    const code = line.indexOf("`", at);
    const prose = line.slice(at, code < 0 ? undefined : code);
    let last = 0;
    for (const mention of reader.read(prose)) {
      const named = name(mention);
      if (named === undefined) continue;
      out += prose.slice(last, mention.start) + named;
      last = mention.end;
    }
    out += prose.slice(last);
    if (code < 0) break;
    at = endOfCode(line, code) + 1;
    out += line.slice(code, at);
    reader.skip(line.slice(code, at));
  }
  return out;
}
