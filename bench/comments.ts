/**
 * How much of what review products say on pull requests becomes findings. The texts are real, but bare: judges took them
 * out of the comments. So each is read twice, bare and in the dress that its product puts around a comment.
 * `npm run bench:comments [product]` prints a row a product; with a product's name also twenty of its titles.
 */
import type { PullRequest } from "#model/pull/pull-request.ts";
import { readComments } from "#reviewers/comments/read-comments.ts";
import type { CommentPoint } from "#reviewers/comments/remark.ts";
import { aComment, aPullRequest, aThread } from "../test/helpers/pull-talk.ts";
import { DRESSES, LOGINS } from "./comments/dresses.ts";
import { readProducts, readTools, requireProducts } from "./merge/product-data.ts";

const folder = requireProducts();
const { thirteen } = readTools(folder);

const [, , wanted] = process.argv;
const texts = new Map<string, string[]>();
for (const { candidates } of readProducts(folder, "opus")) {
  for (const { tool, text } of candidates) texts.set(tool, [...(texts.get(tool) ?? []), text]);
}
const rows = thirteen.map((tool) => rowOf(tool, texts.get(tool) ?? []));
console.table(rows);
const titles = (texts.get(wanted ?? "") ?? [])
  .slice(0, 20)
  .map((text) => remarkOf(wanted ?? "", dress(wanted ?? "", text))?.title);
for (const title of titles) console.log(`- ${title ?? "(no finding)"}`);

function rowOf(tool: string, own: readonly string[]) {
  const bare = own.map((text) => remarkOf(tool, text));
  const dressed = own.map((text) => remarkOf(tool, dress(tool, text)));
  const found = dressed.filter((remark) => remark !== undefined);
  return {
    product: tool,
    comments: own.length,
    "findings, bare": bare.filter((remark) => remark !== undefined).length,
    "findings, dressed": found.length,
    "with lines": found.filter(({ locations }) => locations[0]?.start !== undefined).length,
    "same title in both": dressed.filter((remark, at) => remark?.title === bare[at]?.title).length,
    "title cut": found.filter(({ title }) => title.endsWith("…")).length,
    "dress left": dressed.filter((remark, at) => remark !== undefined && leaks(tool, remark, own[at] ?? "")).length,
  };
}

function remarkOf(tool: string, body: string): CommentPoint | undefined {
  const threads = [aThread([aComment(`${LOGINS[tool] ?? tool}[bot]`, body)])];
  const pull: PullRequest = aPullRequest({ threads });
  return readComments(pull)[0]?.remarks[0];
}

function dress(tool: string, text: string): string {
  return DRESSES[tool]?.(text).body ?? text;
}

function leaks(tool: string, { title, body }: CommentPoint, text: string): boolean {
  const words = DRESSES[tool]?.(text).words ?? [];
  return words.some((word) => `${title}\n${body}`.includes(word) && !text.includes(word));
}
