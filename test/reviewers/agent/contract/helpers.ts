import type { AgentJob } from "#reviewers/agent/agent-adapter.ts";

/** What a function gives, or undefined when it throws: that it throws is another clause's business. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Puts the folders of a job where a fixture names them. */
export function fill(text: string, { home, tmp, desk, retries }: AgentJob): string {
  return text
    .replaceAll("{home}", home)
    .replaceAll("{tmp}", tmp)
    .replaceAll("{desk}", desk)
    .replaceAll("{retries}", String(retries));
}

/** The same for all text inside a JSON value, names included. */
export function fillAll(value: unknown, job: AgentJob): unknown {
  return parse(fill(JSON.stringify(value), job));
}

/** JSON, or undefined where it is none. */
export function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : attempt(() => JSON.parse(text) as unknown);
}

/** Whether words stand in a command line one after the other. */
export function holdsRun(args: readonly string[], words: readonly string[]): boolean {
  return args.some((_, at) => words.every((word, index) => args[at + index] === word));
}

/** Whether a JSON value holds at least another: objects may have more names, all else is equal. */
export function holdsJson(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return whole === part;
  if (typeof whole !== "object" || whole === null || Array.isArray(part) !== Array.isArray(whole)) return false;
  if (Array.isArray(part) && part.length !== (whole as unknown[]).length) return false;
  return Object.entries(part).every(([name, value]) => holdsJson((whole as Record<string, unknown>)[name], value));
}
