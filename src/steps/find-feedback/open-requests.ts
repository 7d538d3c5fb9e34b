import { hasMarker } from "#grammar/marker.ts";
import { proseLines, sentencesWithoutCode } from "#grammar/comments/prose.ts";
import type { PullComment, PullRequest } from "#model/pull/pull-request.ts";
import { type Cleaner, type FoundFeedback, feedbackFrom } from "./found-feedback.ts";

/** General comments of people that ask the author for something and that the author has not answered. */
export function openRequests({ comments, reviews, author }: PullRequest, clean: Cleaner): FoundFeedback[] {
  return comments.flatMap((comment, at) => {
    const isTheirs = comment.author.login !== author.login && !comment.author.isBot && !hasMarker(comment);
    if (!isTheirs || !containsRequest(comment.body)) return [];
    const later = comments.slice(at + 1);
    const isApproved = reviews.some((review) => review.state === "approved" && isLaterBySame(review, comment));
    if (isApproved || isAnswered(comment, later, author.login)) return [];
    return [
      {
        isDemand: false,
        feedback: {
          kind: "comment",
          ...feedbackFrom(comment.author, comment, clean),
          state: "unknown",
          because: "it is about no line, and the author has not answered it",
        },
      },
    ];
  });
}

/** Whether somebody asks or requests something in their own words. A mere courtesy does not count. */
export function containsRequest(body: string): boolean {
  const lines = proseLines(body).filter((line) => !line.startsWith("/"));
  return lines.some((line) => sentencesWithoutCode(line).some(isRequest));
}

function isRequest(sentence: string): boolean {
  const text = sentence.replace(/^[\s*_#>\-\d.)[\]@]{0,20}/, "");
  if (COURTESY.test(text)) return false;
  // "Why?" alone asks; a single sign does not.
  return (/\p{L}{2}[^?]*\?[\s*_)"'…]*$/u.test(text) && text.length > 4) || REQUEST.test(text);
}

const REQUEST =
  /\b(?:please (?!(?:ignore|disregard|feel free|note that|let me know|see )\b)|(?:could|can|would|will) you\b|(?:you|we|this|it) (?:should|must|need to|needs to|ought to)\b|(?:should|shouldn['’]t) (?:we|this|it|you)\b|i['’]d (?:prefer|rather|suggest)\b|i would (?:prefer|rather|suggest)\b|let['’]s (?!(?:see|go|merge|ship)\b)|(?:is|are) missing\b|don['’]t forget to\b)/i;

const COURTESY =
  /^(?:lgtm|thanks?|thank you|nice|great|awesome|cool|congrat|welcome|hi|hello|hey|any (?:updates?|news)|ping|bump|when (?:will|can) this (?:be )?(?:merged?|released?|land))\b[^?]{0,40}[?!.]?$/i;

/** The author comments next, names the asker, or quotes the text. */
function isAnswered({ author: asker, body }: PullComment, later: readonly PullComment[], author: string): boolean {
  const quotes = new Set(proseLines(body).filter((line) => line.length > 8));
  return later.some((reply, at) => {
    if (reply.author.login !== author) return false;
    const text = reply.body.slice(0, MAX_READ);
    if (at === 0 || text.toLowerCase().includes(`@${asker.login.toLowerCase()}`)) return true;
    return text.split("\n").some((line) => line.startsWith(">") && quotes.has(line.slice(1).trim()));
  });
}

const MAX_READ = 20_000;

function isLaterBySame({ author, at }: PullRequest["reviews"][number], comment: PullComment): boolean {
  return author.login === comment.author.login && at !== undefined && Date.parse(at) >= Date.parse(comment.at);
}
