/** So many calls of tools are remembered. An agent in a loop makes millions of them, and none speaks of one of long ago. */
const MAX_CALLS = 10_000;

/** Forgets what was noted first where more is noted than is remembered. */
export function forgetOldest(noted: Map<string, unknown> | Set<string>): void {
  for (const oldest of noted.keys()) {
    if (noted.size <= MAX_CALLS) return;
    noted.delete(oldest);
  }
}
