import type { SecretForm } from "./secret-forms.ts";

/** Forms that are recognized by their context. Their value must not look like a name or a plain word. */
export const ASSIGNED = "assigned to a secret name";
export const UNQUOTED = "assigned without quotes";
export const TOKEN_ADDRESS = "token in an address";
export const ADDRESS = "password in an address";
export const CUT = "cut short";
export const CODE_LIKE: ReadonlySet<string> = new Set(["authorization", "bearer token", "key header"]);

/**
 * Where a word begins: not inside a longer one, but after an escaped line end of JSON, an encoded character of a URL,
 * or a color code.
 */
const FRESH = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m))`;
/** How far FRESH looks back. */
export const LOOKBACK = 14;

const BLANK = String.raw`(?:[ \t]|\\{1,8}t|%20)`;
const EQUALS = String.raw`(?:=>|:=|[:=]|%3[AaDd])`;
const QUOTE = String.raw`\\{0,8}["'${"`"}]`;
const WORD = "[A-Za-z0-9._~+/=-]";
/** What may follow an unquoted value; a full stop only at the end of a sentence. */
const WORD_END = "(?=$|[\\s\"'`&,;:?!#*)}\\]|<\\\\]|[.](?:$|[^A-Za-z0-9_]))";
const SECRET_WORDS = "passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?";
const SECRET_HINTS = ["passw", "passphrase", "secret", "token", "key", "credential"];

const anyCase = (body: string): RegExp => new RegExp(body, "gi");

/** Prefixes of the keys of further vendors. */
const PREFIXES: readonly string[] = [
  ..."sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or-v1- github_pat_ xai- nvapi- pplx- whsec_ sk_test_ rk_test_".split(
    " ",
  ),
  ..."ya29. ATATT3 ATCTT3 sq0atp- sq0csp- PMAK- figd_ sbp_ pscale_tkn_ pscale_pw_ rubygems_ dp.pt. dp.st.".split(" "),
  ..."sntrys_ sntryu_ NRAK- tskey- glptt- gldt- glrt- glcbt- glsoat- EAACEdEose0cBA AGE-SECRET-KEY-1 1//0".split(" "),
];

const oneOf = (prefixes: readonly string[]): string => prefixes.join("|").replaceAll(".", "[.]");
const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());

/** Prefixes of keys that are recognized even if they are truncated. */
const CUT_SHORT =
  "ghp_ gho_ ghu_ ghs_ ghr_ AKIA ASIA AIza xoxb- xoxp- glpat- npm_ hf_ gsk_ sk_live_ rk_live_ hvs.".split(" ");

/** Further forms, for output rather than committed code: here masking too much is better than too little. */
export const CONTEXT_FORMS: readonly SecretForm[] = [
  {
    name: "vendor key",
    hints: lower(PREFIXES),
    pattern: new RegExp(`(?:${oneOf(PREFIXES)})[A-Za-z0-9_-]{20,300}`, "g"),
  },
  { name: "API key", hints: ["sk-"], pattern: new RegExp(`${FRESH}sk-[A-Za-z0-9]{32,200}(?![A-Za-z0-9_-])`, "g") },
  { name: "Slack token", hints: ["xox"], pattern: /xox[abeoprs]-[A-Za-z0-9-]{20,250}/g },
  { name: "Telegram token", hints: [":aa"], pattern: /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33}/g },
  {
    name: "JSON web token",
    hints: ["eyj"],
    pattern: /eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
  },
  {
    name: CUT,
    hints: lower([...CUT_SHORT, ...PREFIXES]),
    // At the end of the text, or of one of several texts that are masked together.
    pattern: new RegExp(
      `(?:${oneOf([...CUT_SHORT, ...PREFIXES])})[A-Za-z0-9_-]{8,300}(?=[…"]|[.]{3}|\\n\\0\\n|$)`,
      "g",
    ),
  },
  {
    name: "authorization",
    hints: ["authorization"],
    pattern: anyCase(
      `authorization${QUOTE}?${BLANK}{0,4}${EQUALS}${BLANK}{0,4}${QUOTE}?(?:bearer|basic|token)${BLANK}{1,4}(${WORD}{8,4000})`,
    ),
  },
  { name: "bearer token", hints: ["bearer"], pattern: anyCase(`bearer${BLANK}{1,4}(${WORD}{24,4000})`) },
  {
    name: "key header",
    hints: ["api-key"],
    pattern: anyCase(`api-key${QUOTE}?${BLANK}{0,4}${EQUALS}${BLANK}{0,4}${QUOTE}?(${WORD}{16,400})`),
  },
  {
    name: ASSIGNED,
    hints: SECRET_HINTS,
    pattern: anyCase(
      `(?:${SECRET_WORDS})${QUOTE}?${BLANK}{0,4}${EQUALS}${BLANK}{0,4}${QUOTE}([^\\s"'\`\\\\<>{}()]{12,200})${QUOTE}`,
    ),
  },
  {
    name: UNQUOTED,
    hints: [...SECRET_HINTS, "auth", "sig="],
    pattern: anyCase(
      `(?:(?:${SECRET_WORDS}|authorization|auth|[?&]sig)${QUOTE}?${BLANK}{0,4}${EQUALS}${BLANK}{0,4}${QUOTE}?|(?:passw(?:or)?d|--[a-z-]{0,24}(?:token|secret|key))${BLANK}{1,4})([A-Za-z0-9+/_~=%-]{16,400})${WORD_END}`,
    ),
  },
  {
    name: ADDRESS,
    hints: ["://"],
    // Up to the last @ before the path, since a password may contain one.
    pattern: /:\/\/[^\s/:@"'<>\\]{0,200}:([^\s/"'<>\\]{3,400})@/g,
  },
  {
    name: ADDRESS,
    hints: ["%3a%2f%2f"],
    pattern: /%3A%2F%2F[^\s%:/]{0,200}(?:%3A|:)((?:[^\s%/"'<>\\]|%(?!40|2F)[0-9A-F]{2}){3,400})(?:%40|@)/gi,
  },
  { name: TOKEN_ADDRESS, hints: ["://"], pattern: /:\/\/([A-Za-z0-9_~.-]{20,400})(?::[A-Za-z0-9-]{0,20})?@/g },
];
