import type { Location } from "#model/location.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { formatLocation } from "#model/location.ts";
import { codeSpan } from "../text/escape-text.ts";

/** The place as a link to the code at a commit; as inline code if the repository's address cannot be trusted. */
export function linkToCode(pull: PullRequest, commit: string, location: Location): string {
  const shown = codeSpan(shorten(formatLocation(location)));
  const repository = repositoryPage(pull);
  if (repository === undefined || !/^[0-9a-f]{7,64}$/.test(commit)) return shown;
  const path = location.path.split("/").map(encodeSegment).join("/");
  const { start, end } = location;
  const lines = start === undefined ? "" : start === end ? `#L${start}` : `#L${start}-L${end}`;
  return `[${shown}](${repository}/blob/${commit}/${path}${lines})`;
}

export function linkToCommit(pull: PullRequest, commit: string): string {
  const shown = codeSpan(commit.slice(0, 12));
  const repository = repositoryPage(pull);
  return repository === undefined || !/^[0-9a-f]{7,64}$/.test(commit)
    ? shown
    : `[${shown}](${repository}/commit/${commit})`;
}

/** Our own words as a link to a post in this pull request; undefined if the address is not clearly one. */
export function linkToPost({ url }: PullRequest, address: string | undefined, words: string): string | undefined {
  const isPlain = address?.startsWith(`${url}#`) === true && /^https?:\/\/[\w.:-]+\/[\w./-]+#[\w-]+$/.test(address);
  return isPlain ? `[${words}](${address})` : undefined;
}

/** A page of the repository itself, such as a workflow run; undefined if the address is not clearly one. */
export function pageOf(pull: PullRequest, address: string | undefined): string | undefined {
  const repository = repositoryPage(pull);
  if (repository === undefined || address?.startsWith(`${repository}/`) !== true) return undefined;
  return /^[\w./-]*$/.test(address.slice(repository.length)) ? address : undefined;
}

/** The page of the repository, by the address that was read, without characters that could end a link. */
function repositoryPage({ url, address: { owner, repository } }: PullRequest): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  const isPlain = /^https?:$/.test(protocol) && [owner, repository].every((name) => /^[\w.-]+$/.test(name));
  return isPlain ? `${protocol}//${host}/${owner}/${repository}` : undefined;
}

/** Also encodes characters that end a Markdown link. An unpaired surrogate cannot be encoded. */
function encodeSegment(segment: string): string {
  const whole = segment.replaceAll(/[\uD800-\uDFFF]/gu, "\uFFFD");
  return encodeURIComponent(whole).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const MAX_LENGTH = 160;

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `… ${text.slice(-MAX_LENGTH)}` : text;
}
