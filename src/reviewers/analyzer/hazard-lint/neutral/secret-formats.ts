/** A form of credential that can be told by its shape. */
export interface SecretFormat {
  readonly name: string;
  /** Global. The first group is the secret; without a group, all of it. */
  readonly pattern: RegExp;
}

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
  for (const { name, pattern } of FORMATS) {
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

/** The text with its credentials cut down to their first characters; length and lines stay as they are. */
export function maskSecrets(text: string): string {
  let masked = "";
  let from = 0;
  for (const { start, end, value } of findSecrets(text)) {
    masked += text.slice(from, start) + maskSecret(value);
    from = end;
  }
  return masked + text.slice(from);
}

/** The kind's own prefix, at most four characters, and asterisks. */
export function maskSecret(value: string): string {
  return value.slice(0, 4) + value.slice(4).replace(/\S/g, "*");
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

/** Not inside a longer word. */
const START = String.raw`(?<![A-Za-z0-9_-])`;
const END = String.raw`(?![A-Za-z0-9_-])`;

const PRIVATE_KEY = "private key";

const FORMATS: readonly SecretFormat[] = [
  format("AWS access key id", "(?:AKIA|ASIA)[A-Z2-7]{16}"),
  {
    name: "AWS secret access key",
    pattern: /aws_?secret(?:_?access)?_?key["']?\s{0,4}(?:=>|[:=])\s{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  format("GitHub token", "gh[pousr]_[A-Za-z0-9]{36,250}"),
  format("GitHub token", "github_pat_[A-Za-z0-9_]{82}"),
  format("GitLab token", "glpat-[A-Za-z0-9_-]{20,60}"),
  format("npm token", "npm_[A-Za-z0-9]{36}"),
  format("PyPI token", "pypi-AgE[A-Za-z0-9_-]{50,250}"),
  format("Slack token", "xox[abeoprs]-[0-9]{8,}-[A-Za-z0-9-]{20,200}"),
  {
    name: "Slack webhook",
    pattern: /hooks\.slack\.com\/services\/(T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24})/g,
  },
  { name: "Discord webhook", pattern: /discord(?:app)?\.com\/api\/webhooks\/([0-9]{17,20}\/[A-Za-z0-9_-]{60,80})/g },
  format("Anthropic key", "sk-ant-[a-z0-9]{3,8}-[A-Za-z0-9_-]{80,120}"),
  format("OpenAI key", "sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}"),
  format("OpenAI key", "sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"),
  format("Google API key", "AIza[A-Za-z0-9_-]{35}"),
  format("Google OAuth secret", "GOCSPX-[A-Za-z0-9_-]{28}"),
  format("Stripe live key", "[sr]k_live_[A-Za-z0-9]{24,100}"),
  format("SendGrid key", String.raw`SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}`),
  format("Hugging Face token", "hf_[A-Za-z]{34}"),
  format("Vault token", String.raw`hvs\.[A-Za-z0-9_-]{24,120}`),
  format("Docker token", "dckr_pat_[A-Za-z0-9_-]{27}"),
  format("Shopify token", "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
  format("Databricks token", "dapi[a-f0-9]{32}"),
  format("DigitalOcean token", "do[opr]_v1_[a-f0-9]{64}"),
  format("Linear key", "lin_api_[A-Za-z0-9]{40}"),
  format("Grafana token", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
  format("Groq key", "gsk_[A-Za-z0-9]{52}"),
  { name: "Azure storage key", pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  // A private key is told by its body: code that reads keys names the header too.
  {
    name: PRIVATE_KEY,
    pattern:
      /-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----[\s\\nr"'+`]{0,40}([A-Za-z0-9+/]{40,80}[A-Za-z0-9+/=\s\\"',]{0,8000})/g,
  },
];

function format(name: string, body: string): SecretFormat {
  return { name, pattern: new RegExp(START + body + END, "g") };
}
