/** A form of credential. */
export interface SecretForm {
  readonly name: string;
  /**
   * Global. The first group is the secret; without a group, all of it. Matches at most 20,000 characters; only a
   * private key spans lines.
   */
  readonly pattern: RegExp;
  /** Lower-case texts, one of which every match contains: a cheap first test. */
  readonly hints: readonly string[];
  /** The same pattern without word borders: masking must cover at least what the check finds. */
  readonly anywhere?: RegExp;
}

/** Name of the form whose secret spans lines. */
export const PRIVATE_KEY = "private key";

/** Not inside a longer word. */
const START = String.raw`(?<![A-Za-z0-9_-])`;
const END = String.raw`(?![A-Za-z0-9_-])`;

/** Credentials that are recognizable by their form alone. */
export const SECRET_FORMS: readonly SecretForm[] = [
  form("AWS access key id", "(?:AKIA|ASIA)[A-Z2-7]{16}", "akia", "asia"),
  {
    name: "AWS secret access key",
    hints: ["secret"],
    pattern:
      /aws_?secret(?:_?access)?_?key["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  form("GitHub token", "gh[pousr]_[A-Za-z0-9]{36,250}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
  form("GitHub token", "github_pat_[A-Za-z0-9_]{82}", "github_pat_"),
  form("GitLab token", "glpat-[A-Za-z0-9_-]{20,60}", "glpat-"),
  form("npm token", "npm_[A-Za-z0-9]{36}", "npm_"),
  form("PyPI token", "pypi-AgE[A-Za-z0-9_-]{50,250}", "pypi-"),
  form("Slack token", "xox[abeoprs]-[0-9]{8,20}-[A-Za-z0-9-]{20,200}", "xox"),
  {
    name: "Slack webhook",
    hints: ["hooks.slack.com"],
    pattern: /hooks\.slack\.com\/services\/(T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24})/g,
  },
  {
    name: "Discord webhook",
    hints: ["/api/webhooks/"],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/([0-9]{17,20}\/[A-Za-z0-9_-]{60,80})/g,
  },
  form("Anthropic key", "sk-ant-[a-z0-9]{3,8}-[A-Za-z0-9_-]{80,120}", "sk-ant-"),
  form("OpenAI key", "sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}", "sk-"),
  form("OpenAI key", "sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}", "t3blbkfj"),
  form("Google API key", "AIza[A-Za-z0-9_-]{35}", "aiza"),
  form("Google OAuth secret", "GOCSPX-[A-Za-z0-9_-]{28}", "gocspx-"),
  form("Stripe live key", "[sr]k_live_[A-Za-z0-9]{24,100}", "k_live_"),
  form("SendGrid key", String.raw`SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}`, "sg."),
  form("Hugging Face token", "hf_[A-Za-z]{34}", "hf_"),
  form("Vault token", String.raw`hvs\.[A-Za-z0-9_-]{24,120}`, "hvs."),
  form("Docker token", "dckr_pat_[A-Za-z0-9_-]{27}", "dckr_pat_"),
  form("Shopify token", "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}", "shp"),
  form("Databricks token", "dapi[a-f0-9]{32}", "dapi"),
  form("DigitalOcean token", "do[opr]_v1_[a-f0-9]{64}", "_v1_"),
  form("Linear key", "lin_api_[A-Za-z0-9]{40}", "lin_api_"),
  form("Grafana token", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}", "glsa_"),
  form("Groq key", "gsk_[A-Za-z0-9]{52}", "gsk_"),
  { name: "Azure storage key", hints: ["accountkey="], pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  // Recognized by its body, since code that reads keys contains the header too.
  {
    name: PRIVATE_KEY,
    hints: ["private key"],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----[\s\\nr"'+`]{0,40}([A-Za-z0-9+/]{40,80}[A-Za-z0-9+/=\s\\"',]{0,8000})/g,
  },
];

function form(name: string, body: string, ...hints: readonly string[]): SecretForm {
  return { name, hints, pattern: new RegExp(START + body + END, "g"), anywhere: new RegExp(body, "g") };
}

/** The forms that a text may contain. */
export function formsIn(text: string, forms: readonly SecretForm[]): readonly SecretForm[] {
  const small = text.toLowerCase();
  return forms.filter(({ hints }) => hints.some((hint) => small.includes(hint)));
}
