import type { Conversation, Feedback } from "#model/pull/conversation.ts";

/** What is kept of a pull request in which nobody said anything, unless told otherwise. */
export function aConversation(over: Partial<Conversation> = {}): Conversation {
  return {
    readAt: "2026-11-01T10:00:00Z",
    isDraft: false,
    labels: [],
    into: "main",
    baseTip: "b".repeat(40),
    issues: [],
    feedback: [],
    resolved: 0,
    statedLimits: [],
    checks: [],
    limits: [],
    ...over,
  };
}

/** An open question by Ada that nobody acted on. */
export function aFeedback(over: Partial<Feedback> = {}): Feedback {
  return {
    kind: "thread",
    author: "ada",
    isBot: false,
    text: "Why is this not awaited?",
    place: { path: "src/boiler.ts", start: 12, end: 12 },
    url: "https://code.example/acme/kettle/pull/7#discussion_r1",
    state: "not-acted-on",
    because: "its lines are as they were",
    ...over,
  };
}
