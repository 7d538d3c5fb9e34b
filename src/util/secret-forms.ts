/** A form of credential that can be told by its shape. */
export interface SecretForm {
  readonly name: string;
  /** Global. The first group is the secret; without a group, all of it. Matches nothing of more than 20,000 characters, and only a private key spans lines. */
  readonly pattern: RegExp;
}

/** Name of the form whose secret spans lines. */
export const PRIVATE_KEY = "private key";

/** Not inside a longer word. */
const START = String.raw`(?<![A-Za-z0-9_-])`;
const END = String.raw`(?![A-Za-z0-9_-])`;

/** Credentials with a form of their own: what has it is one, wherever it stands. */
export const SECRET_FORMS: readonly SecretForm[] = [
  form("AWS access key id", "(?:AKIA|ASIA)[A-Z2-7]{16}"),
  {
    name: "AWS secret access key",
    pattern:
      /aws_?secret(?:_?access)?_?key["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  form("GitHub token", "gh[pousr]_[A-Za-z0-9]{36,250}"),
  form("GitHub token", "github_pat_[A-Za-z0-9_]{82}"),
  form("GitLab token", "glpat-[A-Za-z0-9_-]{20,60}"),
  form("npm token", "npm_[A-Za-z0-9]{36}"),
  form("PyPI token", "pypi-AgE[A-Za-z0-9_-]{50,250}"),
  form("Slack token", "xox[abeoprs]-[0-9]{8,20}-[A-Za-z0-9-]{20,200}"),
  {
    name: "Slack webhook",
    pattern: /hooks\.slack\.com\/services\/(T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24})/g,
  },
  { name: "Discord webhook", pattern: /discord(?:app)?\.com\/api\/webhooks\/([0-9]{17,20}\/[A-Za-z0-9_-]{60,80})/g },
  form("Anthropic key", "sk-ant-[a-z0-9]{3,8}-[A-Za-z0-9_-]{80,120}"),
  form("OpenAI key", "sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}"),
  form("OpenAI key", "sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"),
  form("Google API key", "AIza[A-Za-z0-9_-]{35}"),
  form("Google OAuth secret", "GOCSPX-[A-Za-z0-9_-]{28}"),
  form("Stripe live key", "[sr]k_live_[A-Za-z0-9]{24,100}"),
  form("SendGrid key", String.raw`SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}`),
  form("Hugging Face token", "hf_[A-Za-z]{34}"),
  form("Vault token", String.raw`hvs\.[A-Za-z0-9_-]{24,120}`),
  form("Docker token", "dckr_pat_[A-Za-z0-9_-]{27}"),
  form("Shopify token", "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
  form("Databricks token", "dapi[a-f0-9]{32}"),
  form("DigitalOcean token", "do[opr]_v1_[a-f0-9]{64}"),
  form("Linear key", "lin_api_[A-Za-z0-9]{40}"),
  form("Grafana token", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
  form("Groq key", "gsk_[A-Za-z0-9]{52}"),
  { name: "Azure storage key", pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  // A private key is told by its body: code that reads keys names the header too.
  {
    name: PRIVATE_KEY,
    pattern:
      /-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----[\s\\nr"'+`]{0,40}([A-Za-z0-9+/]{40,80}[A-Za-z0-9+/=\s\\"',]{0,8000})/g,
  },
];

function form(name: string, body: string): SecretForm {
  return { name, pattern: new RegExp(START + body + END, "g") };
}
