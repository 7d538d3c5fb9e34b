import { formsIn, PRIVATE_KEY, SECRET_FORMS } from "#util/secrets/secret-forms.ts";

/** A credential in a text. `start` and `end` are offsets, the end not included. */
export interface Secret {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** Every credential in the text that does not look like an example. */
export function findSecrets(text: string): Secret[] {
  const found: Secret[] = [];
  for (const { name, pattern } of formsIn(text, SECRET_FORMS)) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      const end = start + value.length;
      const known = found.some((other) => start < other.end && other.start < end);
      if (!known && !(name === PRIVATE_KEY ? isFiller(value) : isExample(value)))
        found.push({ name, start, end, value });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The value says itself that it is none: a placeholder, a run of the alphabet, a few characters repeated. */
export function isExample(value: string): boolean {
  if (SAYS_EXAMPLE.test(value)) return true;
  const body = value.slice(-Math.min(value.length, 32));
  return value.length >= 16 && new Set(body).size < Math.min(8, body.length / 3);
}

const SAYS_EXAMPLE =
  /example|sample|dummy|fake|test|placeholder|redacted|changeme|secret|password|your[-_]?|xxxx|\*\*\*|\.\.\.|12345|23456|abcde|aaaa|0000|deadbeef/i;

/** Real keys hold runs that an example would hold too ("AAAA"), but always many different characters. */
function isFiller(value: string): boolean {
  return new Set(value.slice(0, 64)).size < 16;
}
