import { z } from "zod";

const line = z.int().positive().nullish().catch(null);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** A 64-bit number, which GraphQL sends as text. */
const databaseId = z
  .union([z.number(), z.string().regex(/^\d{1,16}$/)])
  .transform(Number)
  .pipe(z.int().positive());

/** Null: the account was deleted. */
const actor = z.object({ __typename: z.string(), login: z.string() }).nullish();
export type GraphActor = z.infer<typeof actor>;

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

/** A page of entries. Each is parsed separately, so that an invalid one does not affect the others. */
const connection = z.object({ pageInfo: pageInfo.nullish(), nodes: z.array(z.unknown()).nullish() }).nullish();
export type GraphConnection = z.infer<typeof connection>;

export const commentNode = z.object({
  fullDatabaseId: databaseId,
  author: actor,
  body: text,
  createdAt: z.string(),
  url: z.string(),
  viewerDidAuthor: z.boolean().catch(false),
  /** `PENDING`: in a review that is not submitted, which only its author sees. */
  state: z.string().nullish(),
  originalCommit: z.object({ oid: z.string() }).nullish(),
});
export type CommentNode = z.infer<typeof commentNode>;

export const threadNode = z.object({
  id: z.string(),
  path: z.string(),
  line,
  startLine: line,
  originalLine: line,
  originalStartLine: line,
  diffSide: z.enum(["LEFT", "RIGHT"]).catch("RIGHT"),
  subjectType: z.string().nullish(),
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  resolvedBy: z.object({ login: z.string() }).nullish(),
  viewerCanResolve: z.boolean().catch(false),
  comments: connection,
});
export type ThreadNode = z.infer<typeof threadNode>;

export const longThreadNode = z.object({
  id: z.string(),
  comments: z.object({ totalCount: z.int().nonnegative(), nodes: z.array(z.unknown()).nullish() }),
});

export const reviewNode = z.object({
  fullDatabaseId: databaseId,
  author: actor,
  state: z.enum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
  body: text,
  commit: z.object({ oid: z.string() }).nullish(),
  submittedAt: z.string().nullish(),
  url: z.string(),
  viewerDidAuthor: z.boolean().catch(false),
});
export type ReviewNode = z.infer<typeof reviewNode>;

export const checkNode = z.discriminatedUnion("__typename", [
  z.object({
    __typename: z.literal("CheckRun"),
    /** Missing if the number exceeds 32 bits; then the address contains it. */
    databaseId: z.int().positive().nullish().catch(null),
    name: z.string(),
    status: z.string(),
    conclusion: z.string().nullish(),
    title: z.string().nullish(),
    permalink: z.string().nullish(),
    externalId: z.string().nullish(),
    checkSuite: z
      .object({ workflowRun: z.object({ workflow: z.object({ name: z.string() }).nullish() }).nullish() })
      .nullish(),
  }),
  z.object({
    __typename: z.literal("StatusContext"),
    context: z.string(),
    state: z.string(),
    description: z.string().nullish(),
    targetUrl: z.string().nullish(),
  }),
]);
export type CheckNode = z.infer<typeof checkNode>;

export const issueNode = z.object({
  number: z.int().positive(),
  title: text,
  state: z.string(),
  url: z.string(),
  body: text,
  repository: z.object({ nameWithOwner: z.string() }),
});

export const labelNode = z.object({ name: z.string() });

const repositoryName = z.object({ nameWithOwner: z.string() }).nullish();

/** The data of the first page only. */
export const headNode = z.object({
  url: z.string(),
  title: text,
  body: text,
  author: actor,
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  isDraft: z.boolean(),
  labels: connection,
  baseRefName: z.string(),
  baseRefOid: z.string(),
  baseRef: z.object({ target: z.object({ oid: z.string() }).nullish() }).nullish(),
  baseRepository: repositoryName,
  headRefName: z.string(),
  headRefOid: z.string(),
  headRepository: repositoryName,
  closingIssuesReferences: connection,
});

/** The data of every page. */
export const pageAnswer = z.object({
  viewer: z.object({ login: z.string() }).nullish(),
  repository: z
    .object({
      pullRequest: z
        .looseObject({
          headRefOid: z.string(),
          reviewThreads: connection,
          comments: connection,
          reviews: connection,
          commits: z
            .object({
              nodes: z
                .array(
                  z
                    .object({
                      commit: z.object({
                        oid: z.string(),
                        statusCheckRollup: z.object({ contexts: connection }).nullish(),
                      }),
                    })
                    .nullish(),
                )
                .nullish(),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
export type PageAnswer = z.infer<typeof pageAnswer>;
