import { formatLocation } from "#model/location.ts";
import type { PullRequestComment, PullRequestTalk } from "../bundle-input.ts";
import { code, type Document, fencedBlocks } from "./document.ts";

/** What people say in a pull request: its title and description, and the comments with their places. */
export function pullRequestDocument({ title, description, author, comments = [] }: PullRequestTalk): Document {
  const blocks = [
    ...(title === undefined ? [] : [`Title: ${code(title)}`]),
    ...(author === undefined ? [] : [`Author: ${code(author)}`]),
    ...(description === undefined || description.trim() === "" ? [] : fencedBlocks("## Description", description)),
    ...comments.flatMap(commentBlocks),
  ];
  return {
    name: "pull-request",
    about: "What people wrote in the pull request under review.",
    unit: "comments",
    blocks,
  };
}

function commentBlocks({ author, text, place, isResolved, url }: PullRequestComment, at: number): string[] {
  const state = isResolved === undefined ? "" : isResolved ? ", resolved" : ", not resolved";
  const lines = [
    `## Comment ${at + 1}${author === undefined ? "" : ` by ${code(author)}`}${state}`,
    ...(place === undefined ? [] : [`Place: ${code(formatLocation(place))}`]),
    ...(url === undefined ? [] : [`Link: ${code(url)}`]),
  ];
  return fencedBlocks(lines.join("\n\n"), text);
}
