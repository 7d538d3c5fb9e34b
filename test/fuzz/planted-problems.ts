import type { Random } from "./random.ts";

/** Something wrong, as a reviewer may word it. */
export interface Problem {
  readonly title: string;
  readonly text: string;
  readonly place: string;
}

/** Some sound like "None.", some like a withdrawal, some like a section. */
const PROBLEMS: readonly (readonly [string, string])[] = [
  ["Session check is gone", "Anybody can sign in as anybody since the session is never compared."],
  ["None of the callers check the error", "None of the callers check the error that `send` returns."],
  ["No test covers the retry", "No test covers the retry, so breaking it goes unnoticed."],
  ["Nothing stops the loop", "Nothing stops the loop once the server answers 503."],
  ["Removed session check", "Removed session check means that every request is trusted."],
  ["Dropped lock before the write", "Dropped locks let two writers in at once."],
  ["Withdrawn funds are counted twice", "Withdrawn funds are counted twice when the request is repeated."],
  ["Retracted votes still count", "Retracted votes still count in the total."],
  ["The query is built from user input", "The name goes into the query as it is, and a quote ends the string."],
  ["No limit on the body", "No limit is set on the body of a request."],
  ["Important header is lost", "The header is lost on a redirect; that is important for caches."],
  ["N/A is stored as a price", "N/A is stored as a price and later parsed as zero."],
  ["Critical section is entered twice", "The critical section is entered twice without the lock."],
];
const PLACES = [
  "src/auth.ts:12",
  "lib/queue.go:40-44",
  "app/models/user.rb:7",
  "main.py:101",
  "README.md:3",
  "pkg/a/b.rs:9-12",
];

/** One to three of them. */
export function problems(random: Random): readonly Problem[] {
  const chosen = random.shuffle(PROBLEMS).slice(0, 1 + random.int(3));
  return chosen.map(([title, text]) => ({ title, text, place: random.pick(PLACES) }));
}
