import { readNodeId } from "../node-id.ts";
import type { Issue, IssueComment, Pull, Repository, Review, ReviewComment, Thread } from "../state.ts";
import type { World } from "../world.ts";

/** What an id stands for. */
export type Found =
  | { readonly kind: "pull"; readonly pull: Pull }
  | { readonly kind: "thread"; readonly thread: Thread }
  | { readonly kind: "review"; readonly review: Review }
  | { readonly kind: "reviewComment"; readonly comment: ReviewComment }
  | { readonly kind: "issue"; readonly issue: Issue }
  | { readonly kind: "issueComment"; readonly issue: Issue; readonly comment: IssueComment }
  | { readonly kind: "repository"; readonly repository: Repository };

/** Looks a global id up. */
export function findNode(world: World, id: string): Found | undefined {
  const { kind, id: text } = readNodeId(id);
  const has = (thing: { readonly id: number }): boolean => String(thing.id) === text;
  for (const repository of world.repositories.values()) {
    if (kind === "R" && has(repository)) return { kind: "repository", repository };
    const found = inPulls([...repository.pulls.values()], kind, has) ?? inIssues(repository, kind, has);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Has = (thing: { readonly id: number }) => boolean;

function inPulls(pulls: readonly Pull[], kind: string, has: Has): Found | undefined {
  for (const pull of pulls) {
    if (kind === "PR" && has(pull)) return { kind: "pull", pull };
    const thread = kind === "PRRT" ? pull.threads.find(has) : undefined;
    if (thread !== undefined) return { kind: "thread", thread };
    const review = kind === "PRR" ? pull.reviews.find(has) : undefined;
    if (review !== undefined) return { kind: "review", review };
    const comment = kind === "PRRC" ? pull.threads.flatMap(({ comments }) => comments).find(has) : undefined;
    if (comment !== undefined) return { kind: "reviewComment", comment };
  }
  return undefined;
}

function inIssues(repository: Repository, kind: string, has: Has): Found | undefined {
  for (const issue of [...repository.issues.values(), ...repository.pulls.values()]) {
    if (kind === "I" && has(issue)) return { kind: "issue", issue };
    const comment = kind === "IC" ? issue.comments.find(has) : undefined;
    if (comment !== undefined) return { kind: "issueComment", issue, comment };
  }
  return undefined;
}
