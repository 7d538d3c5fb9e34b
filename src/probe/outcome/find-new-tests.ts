/** How the languages name a test. */
const NAMES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.[cm]?[jt]sx?$/, /\b(?:test|it)(?:\.\w+)?\(\s*(["'`])((?:(?!\1)[^\\\n]|\\.){1,200})\1/g],
  [/\.py$/, /^[ \t]*(?:async[ \t]+)?def[ \t]+()(test\w*)/gm],
  [/\.go$/, /^func[ \t]+()(Test\w+)\(/gm],
];

/** The tests that a test file has and its version before the change has not, by name. */
export function findNewTests(path: string, head: string, base: string | undefined): string[] {
  const pattern = NAMES.find(([ending]) => ending.test(path))?.[1];
  if (pattern === undefined) return [];
  const before = new Set(namesIn(base ?? "", pattern));
  return [...new Set(namesIn(head, pattern))].filter((name) => !before.has(name));
}

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, , name = ""]) => name);

/** Whether a commit says that it repairs something. A test of such a change should fail without it. */
export function claimsFix(messages: readonly { readonly subject: string; readonly body: string }[]): boolean {
  return messages.some(({ subject, body }) =>
    /\b(?:fix(?:es|ed)?|bug(?:fix)?|regression)\b/i.test(`${subject}\n${body}`),
  );
}
