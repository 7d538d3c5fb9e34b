import type { ClusterId } from "../ids.ts";

/** What a publication consists of. */
export const PUBLICATION_PARTS = ["review", "summary", "check", "sarif"] as const;
export type PublicationPart = (typeof PUBLICATION_PARTS)[number];

/** A comment at lines of the diff. */
export interface InlineComment {
  readonly of: ClusterId;
  readonly path: string;
  readonly line: number;
  readonly side: "LEFT" | "RIGHT";
  /** The first line, where there are several. */
  readonly startLine?: number;
  readonly startSide?: "LEFT" | "RIGHT";
  readonly body: string;
}

/** A line of a check run. */
export interface Annotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}

/** One thing to be written to the platform. */
export type Post =
  | {
      readonly kind: "review";
      readonly commit: string;
      readonly body: string;
      readonly comments: readonly InlineComment[];
    }
  | {
      readonly kind: "edit";
      readonly comment: number;
      /** Absent: not known. */
      readonly thread?: string;
      readonly of: ClusterId;
      readonly body: string;
    }
  | { readonly kind: "resolve"; readonly thread: string; readonly of: string; readonly because: string }
  | { readonly kind: "summary"; readonly comment?: number; readonly body: string }
  /** Takes back a post of ours that is there twice. */
  | {
      readonly kind: "remove";
      readonly what: "comment" | "summary";
      readonly comment: number;
      /** Of a comment, where it is known. */
      readonly thread?: string;
      readonly of: string;
    }
  | {
      readonly kind: "check";
      /** The check run to be changed; absent: a new one. */
      readonly id?: number;
      readonly name: string;
      readonly commit: string;
      readonly externalId: string;
      readonly conclusion: "success" | "neutral" | "failure" | "action_required";
      readonly title: string;
      readonly summary: string;
      readonly text: string;
      readonly annotations: readonly Annotation[];
    }
  | { readonly kind: "sarif"; readonly commit: string; readonly ref: string; readonly category: string };

/** What is to be written, in this order, and what is not, with the reason. */
export interface Publication {
  readonly posts: readonly Post[];
  /** Findings that get no comment of their own, and why. */
  readonly withheld: readonly { readonly of: ClusterId; readonly why: string }[];
  /** Our threads that are left as they are, and why. */
  readonly left: readonly { readonly thread: string; readonly of: string; readonly why: string }[];
}

/** What the platform has refused while this publication was written; it goes to the summary instead. */
export interface Refusals {
  readonly comments: ReadonlyMap<ClusterId, string>;
  /** By thread. */
  readonly resolves: ReadonlyMap<string, string>;
}
