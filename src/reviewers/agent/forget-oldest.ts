/** How many tool calls are remembered. An agent in a loop makes millions, and never refers to an old one. */
const MAX_CALLS = 10_000;

/** Deletes the oldest entries above the limit. */
export function forgetOldest(entries: Map<string, unknown> | Set<string>): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_CALLS) return;
    entries.delete(oldest);
  }
}
