/** The anchors of the headings of a Markdown text, by GitHub's rules. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    if (mark !== undefined) fence = mark;
    const heading = line.length > MAX_LENGTH ? undefined : /^ {0,3}#{1,6} +(\S.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const plain = anchorOf(heading);
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    if (plain !== "") anchors.add(count === 0 ? plain : `${plain}-${count}`);
  }
  return anchors;
}

const MAX_LENGTH = 300;

function anchorOf(heading: string): string {
  const own = /\{\s*#([\w-]+)[^}]*\}\s*$/.exec(heading)?.[1];
  if (own !== undefined) return own;
  return heading
    .trim()
    .replace(/ +#+$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** A link with an anchor. The page is as written, empty for the same page. */
interface AnchorLink {
  readonly page: string;
  readonly anchor: string;
}

const LINK = /(?:\]\(\s*<?|href=["'])([^\s()"'<>#:]{0,200})#([^\s()"'<>]{1,200})/g;

/** The links with an anchor in a line, without those to other sites. */
export function anchorLinks(line: string): AnchorLink[] {
  return [...line.matchAll(LINK)].map(([, page = "", anchor = ""]) => ({ page, anchor }));
}
