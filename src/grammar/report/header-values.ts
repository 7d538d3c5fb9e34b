import type { Commit, Round, Scope } from "#model/change/scope.ts";
import type { StatedVerdict, VerdictKind } from "#model/verdict.ts";

type PullRequest = NonNullable<Scope["pullRequest"]>;
type Repository = NonNullable<Scope["repository"]>;
type Author = NonNullable<Scope["author"]>;

/** `[#355](url) — title`, `#355 — title`, `#355: title` or `#355`. */
export function readPullRequestField(value: string): PullRequest | undefined {
  const { text, url, rest } = readLink(value);
  const number = /#?(\d{1,9})\b/.exec(text);
  if (number === null || Number(number[1]) === 0) return undefined;
  const after = url === undefined ? text.slice(number.index + number[0].length) : rest;
  const title = after.replace(/^\s*(?:—|–|--|-|:)?\s*/, "").trim();
  return { number: Number(number[1]), ...(title === "" ? {} : { title }), url };
}

export const formatPullRequest = ({ number, title, url }: PullRequest): string =>
  `${formatLink(`#${number}`, url)}${title === undefined ? "" : ` — ${title}`}`;

/** `[owner/name](url)` or `owner/name`. */
export function readRepository(value: string): Repository | undefined {
  const { text, url } = readLink(unquote(value));
  return text === "" ? undefined : { name: text, url };
}

/** The repository that a pull request's address names. */
export function repositoryOfPullRequest(url: string): Repository | undefined {
  const match = /^(https?:\/\/[^/\s]+\/([^/\s]+\/[^/\s]+))\/(?:pull|pulls|merge_requests)\/\d+/.exec(url);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { name: match[2], url: match[1] };
}

export const formatRepository = ({ name, url }: Repository): string => formatLink(name, url);

/** `[@login](url)`, `@login` or `login`. */
export function readAuthor(value: string): Author | undefined {
  const { text, url } = readLink(value);
  const login = /^@?([^\s,()]+)/.exec(text)?.[1];
  return login === undefined ? undefined : { login, url };
}

export const formatAuthor = ({ login, url }: Author): string => formatLink(`@${login}`, url);

/** A branch name, in backticks or plain; what follows the backticks is not part of it. */
export function readBranch(value: string): string | undefined {
  const quoted = /^`([^`]+)`/.exec(value.trim());
  const name = quoted?.[1] ?? value.trim();
  return name === "" ? undefined : name;
}

export const formatBranch = (name: string): string => (name.includes("`") ? name : `\`${name}\``);

/** Commits joined by `<br>`: `` `id` subject ``; also a bare list of ids. Other pieces become the note. */
export function readCommits(value: string): { commits: Commit[]; note?: string } {
  const commits: Commit[] = [];
  const notes: string[] = [];
  for (const piece of value.split(/<br ?\/?>/i)) {
    const text = piece.trim();
    const one = /^`([0-9a-f]{6,40})`(.*)$/.exec(text) ?? /^([0-9a-f]{7,40})(?= |$)(.*)$/.exec(text);
    if (one?.[1] !== undefined)
      commits.push({ id: one[1], subject: (one[2] ?? "").trim().replace(/^\(([^()]*)\)$/, "$1") });
    else if (isCommitList(text)) for (const id of text.split(",")) commits.push({ id: unquote(id), subject: "" });
    else if (text !== "") notes.push(text);
  }
  return notes.length === 0 ? { commits } : { commits, note: notes.join("<br>") };
}

export const formatCommits = ({ commits, commitsNote }: Pick<Scope, "commits" | "commitsNote">): string =>
  [
    ...commits.map(({ id, subject }) => `\`${id}\` ${subject}`.trim()),
    ...(commitsNote === undefined ? [] : [commitsNote]),
  ].join("<br>");

/** `3`, or `3 (of PR #236)`, which is also kept as written. */
export function readRound(value: string): Pick<Round, "number" | "stated"> {
  const digits = /^\D{0,8}?(\d{1,6})\b/.exec(value)?.[1];
  const number = digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
  const bare = String(number ?? "") === value;
  return { number, ...(bare ? {} : { stated: value }) };
}

export const formatRound = ({ number, stated }: Pick<Round, "number" | "stated">): string =>
  stated ?? (number === undefined ? "" : String(number));

/** `**Phrase** — rationale`, or a phrase alone. */
export function readVerdict(value: string): StatedVerdict | undefined {
  const text = value.trim();
  const bold = /^\*\*(.+?)\*\*(.*)$/s.exec(text);
  const plain = /^(.+?)(?: (?:—|–|--) (.*))?$/s.exec(text);
  const phrase = (bold?.[1] ?? plain?.[1])?.replace(/[.:]$/, "").trim();
  if (phrase === undefined || phrase === "") return undefined;
  const rationale = (bold === null ? (plain?.[2] ?? "") : (bold[2] ?? "").replace(/^\s*(?:—|–|--|-|:)?\s*/, "")).trim();
  const kind = verdictKindOf(phrase);
  return { phrase, kind, ...(rationale === "" ? {} : { rationale }) };
}

export const formatVerdict = ({ phrase, rationale }: { phrase: string; rationale?: string | undefined }): string =>
  `**${phrase}**${rationale === undefined ? "" : ` — ${rationale}`}`;

function verdictKindOf(phrase: string): VerdictKind | undefined {
  const words = phrase.toLowerCase().replaceAll("-", " ").replaceAll(/\s+/g, " ");
  if (words === "merge" || words === "merge as is") return "merge";
  if (words === "merge with optional fixes") return "merge-with-optional-fixes";
  if (words === "merge with fixes" || words === "merge with minor fixes") return "merge-with-fixes";
  if (words === "checks only") return "checks-only";
  return words === "rework" || words === "incomplete" ? words : undefined;
}

function readLink(value: string): { text: string; url?: string; rest: string } {
  const link = /^\[([^\]]*)\]\(([^)\s]*)\)(.*)$/s.exec(value.trim());
  if (link?.[1] === undefined || link[2] === undefined) return { text: value.trim(), rest: "" };
  return { text: link[1].trim(), url: link[2], rest: link[3] ?? "" };
}

const formatLink = (text: string, url: string | undefined): string => (url === undefined ? text : `[${text}](${url})`);

const unquote = (text: string): string => text.trim().replace(/^`([^`]*)`$/, "$1");

const isCommitList = (text: string): boolean => text.split(",").every((id) => /^[0-9a-f]{6,40}$/.test(unquote(id)));
