import type { CheckHit } from "#model/change/analyzer.ts";
import type { AddedFile, AddedLine } from "./added-file.ts";
import { placeOf } from "./added-file.ts";
import type { NeutralRule } from "./neutral-rule.ts";
import { hideSecret, maskSecrets } from "#util/secrets/mask-secrets.ts";
import { findSecrets } from "./secret-formats.ts";

/** Credentials in added lines. The value is masked wherever it is shown. */
export const secret: NeutralRule = {
  isForAll: true,
  check: {
    id: "hazard-lint/secret",
    title: "Credential in the code",
    about:
      "Looks for tokens, keys and private keys that can be told by their form. Whoever can read the repository can use them, also after they are removed again. Values that look like examples are left out; where the file stands does not matter.",
    severity: "critical",
    // In two parts, so that scanners do not take our own example for a leak.
    catches: `token = "${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi"`,
    ignores: `token = "${"ghp_"}EXAMPLExxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`,
  },
  find(files) {
    const hits = new Map<string, CheckHit>();
    for (const file of files) {
      for (const { name, value, line } of secretsOf(file)) {
        if (file.removed.some((text) => text.includes(value))) continue;
        const place = { ...placeOf(file, line, name), quote: quoteOf(line.text, value) };
        const known = hits.get(value);
        if (known === undefined) hits.set(value, hitOf(name, value, place));
        else hits.set(value, { ...known, places: [...known.places, place] });
      }
    }
    return [...hits.values()];
  },
};

interface Found {
  readonly name: string;
  readonly value: string;
  readonly line: AddedLine;
}

/** A private key stands on several lines, so runs of added lines are searched as one text. */
function secretsOf({ every: added }: AddedFile): Found[] {
  const text = added.map((line) => line.text).join("\n");
  const found: Found[] = [];
  let at = 0;
  let offset = 0;
  for (const { name, value, start } of findSecrets(text)) {
    while (offset + (added[at]?.text.length ?? 0) < start) {
      offset += (added[at]?.text.length ?? 0) + 1;
      at += 1;
    }
    const line = added[at];
    if (line !== undefined) found.push({ name, value, line });
  }
  return found;
}

/** The line with its credentials masked; of a long line, what stands around this one. */
function quoteOf(text: string, value: string): string {
  const masked = maskSecrets(text);
  if (masked.length <= MAX_QUOTE) return masked;
  const start = Math.max(0, text.indexOf(value) - MAX_QUOTE / 2);
  return masked.slice(start, start + MAX_QUOTE);
}

const MAX_QUOTE = 500;

function hitOf(name: string, value: string, place: CheckHit["places"][0]): CheckHit {
  const { path } = place.location;
  return {
    check: secret.check.id,
    severity: secret.check.severity,
    class: "regression",
    title: `${name} in ${path}`,
    explanation: `An added line holds what has the form of a credential (${name}, \`${hideSecret(value.slice(0, 12))}\`, ${value.length} characters; masked here). Once pushed it must count as known: removing the line does not take it out of the history.`,
    fix: "Revoke it, take it out of the commits of this change, and read it from the environment or a secret store.",
    places: [place],
    weight: 0.95,
  };
}
