import { type Severity, SEVERITIES, severityLevel } from "#model/severity.ts";
import { comparableText } from "#util/text/comparable-text.ts";

/** Other tools' words for severities. Looked up with untrusted words, so never a plain object. */
const WORDS = new Map<string, Severity>([
  ...named(
    "critical",
    "critical criticals blocker blockers blocking severe fatal showstopper showstoppers dealbreaker dealbreakers mustfix " +
      "urgent catastrophic p0 sev0",
  ),
  ...named(
    "important",
    "important high major majors serious significant medium moderate error errors shouldfix p1 sev1",
  ),
  ...named("suggestion", "suggestion suggestions minor minors low nit nits nitpick nitpicks trivial optional cosmetic"),
  ...named("suggestion", "warning warnings info informational improvement improvements enhancement enhancements"),
  ...named("suggestion", "nonblocking nicetohave note p2 p3 p4 sev2 sev3"),
  // Reviewers answer in the language of the code they read. Words with another meaning in English are left out.
  ...named(
    "critical",
    "kritisch kritische kritischer kritisches blockierend blockierende schwerwiegend schwerwiegende",
  ),
  ...named("critical", "crítico crítica críticos críticas critico critica critici critiche bloqueante bloqueantes"),
  ...named(
    "critical",
    "critiques bloquant bloquants bloquante bloquantes критично критический критические критическая",
  ),
  ...named(
    "critical",
    "严重 严重问题 致命 致命问题 关键 关键问题 嚴重 嚴重問題 重大 重大な問題 致命的 심각 심각한 치명적",
  ),
  ...named(
    "important",
    "wichtig wichtige wichtiger wichtiges hoch importante importantes importants importanti grave graves",
  ),
  ...named("important", "majeur majeurs majeure majeures élevé élevée alto alta важно важный важные высокий"),
  ...named("important", "重要 重要问题 重要な問題 主要 主要问题 高 中 중요 중요한"),
  ...named(
    "suggestion",
    "vorschlag vorschläge hinweis hinweise gering sugerencia sugerencias sugestões mineur mineurs",
  ),
  ...named("suggestion", "suggerimenti предложения 建议 次要 低 轻微 提案 軽微 제안"),
]);

function named(severity: Severity, words: string): (readonly [string, Severity])[] {
  return words.split(" ").map((word) => [word, severity] as const);
}

/** The severity that a word of any tool or reviewer means; undefined for other words. */
export function severityOfWord(word: string): Severity | undefined {
  return WORDS.get(word.toLowerCase().replaceAll(/[\s_-]/g, ""));
}

/** The worse of two; undefined is the mildest. */
export function worseSeverity(one: Severity | undefined, other: Severity | undefined): Severity | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return severityLevel(one) >= severityLevel(other) ? one : other;
}

/** Words that may accompany a severity in a section heading. */
const COMPANIONS = new Set(
  (
    "issue issues finding findings problem problems bug bugs item items defect defects concern concerns comment comments " +
    "point points risks vulnerability vulnerabilities observations feedback severity severities priority class category " +
    "section part security correctness functional logic potential possible new open remaining other additional further " +
    "known code review found identified detected raised reported total count list of the and or to before merge merging " +
    "fix fixes fixed fixing required needed requested in this change pr one two three four five six seven several some few " +
    "i we that need needs must be very risk fehler probleme problem hinweise problemas errores problèmes erreurs problemi " +
    "проблемы ошибки"
  ).split(" "),
);

const MAX_TITLE_LENGTH = 100;

/**
 * The severity that a title names: `🔴 Critical (2)`, `High severity issues:`, `1. Must fix`, `Critical & Important`.
 * Every word must belong to such a name; of two severities the worse counts.
 */
export function severityInTitle(title: string): Severity | undefined {
  // Runs for every line of a review, so most lines are rejected here.
  if (title.length > MAX_TITLE_LENGTH || !NAMES_ONE.test(title)) return undefined;
  const found = new Set<Severity>();
  for (const [at, word] of wordsOfTitle(title).entries()) {
    const severity = WORDS.get(word);
    // Other tools use "note" as a severity, but "Notes" is a heading of anything.
    if (severity !== undefined && word !== "note") found.add(severity);
    else if (
      !COMPANIONS.has(word) &&
      !/^(?:\d{1,4}|s)$/.test(word) &&
      !(at === 0 && /^(?:[a-z]|[ivx]{1,4})$/.test(word))
    )
      return undefined;
  }
  return SEVERITIES.find((severity) => found.has(severity));
}

const NAMES_ONE =
  /crit|block|sever|fatal|show|deal|must|urgent|catas|p\W?\d|sev|import|high|major|serious|signif|medium|moderate|error|should|sugg|minor|low|nit|trivial|option|cosmetic|warn|info|improve|enhance|nice|[^\0-\x7f]|krit|schwer|wichtig|hoch|alt[oa]|grave|blo[qc]|mineur|vorschl|hinweis|gering|suger|majeur/i;

/** The words of a title in lower case, without punctuation; multi-word terms become one word. */
export function wordsOfTitle(title: string): string[] {
  const plain = comparableText(title)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const joined = plain
    .replaceAll(/\bmust (?:be )?(?:fix|fixed)\b/g, "mustfix")
    .replaceAll(/\bshould (?:be )?(?:fix|fixed)\b/g, "shouldfix")
    .replaceAll(/\bnice to haves?\b/g, "nicetohave")
    .replaceAll(/\b(show|deal) (stoppers?|breakers?)\b/g, "$1$2")
    .replaceAll(
      /\bnon? (?:critical|blocking|blocker|important)\b|\bnot (?:critical|blocking|important)\b/g,
      "nonblocking",
    )
    .replaceAll(/\b(p|sev) (\d)\b/g, "$1$2");
  return joined === "" ? [] : joined.split(" ");
}

/** The severity that a text begins with, and the rest of the text. */
export interface SeverityTag {
  readonly severity: Severity;
  readonly rest: string;
}

const NAME = String.raw`(?:(?:severity|priority)\s{0,2}[:=]\s{0,2}[*_\x60]{0,3}\s{0,2})?(critical|blocker|blocking|severe|fatal|must[ -]fix|high|major|important|serious|medium|moderate|error|should[ -]fix|minor|low|nit|nitpick|trivial|optional|suggestion|warning|info|p[0-4]|sev[ -]?[0-3]|kritische?[rs]?|wichtige?[rs]?|cr[ií]tic[oa]|importante|bloquant|严重|致命|重要)(?:[ -](?:severity|priority|issue|bug|finding|problem|fehler)){0,2}`;
// In brackets or emphasis, or before a colon or dash: not in running text.
const TAGGED = new RegExp(
  [
    String.raw`^[([{]\s{0,2}${NAME}\s{0,2}[)\]}]`,
    String.raw`^(?:\*\*|__|\x60)[[(]?\s{0,2}${NAME}\s{0,2}[\])]?\s{0,2}:?(?:\*\*|__|\x60)`,
    String.raw`^${NAME}(?=\s{0,2}[:：|]|\s[—–-]\s|:?\s*$)`,
  ].join("|"),
  "iu",
);
/** Signs with one common meaning; others (`❌`, `⚠️`) are used for anything. */
const COLOURS = new Map<string, Severity>([
  ["🔴", "critical"],
  ["🚨", "critical"],
  ["⛔", "critical"],
  ["🛑", "critical"],
  ["🟠", "important"],
]);
const SIGNS = /^[^\p{L}\p{N}\s([{*_`]{1,8}\s{0,3}/u;

/** `[critical] …`, `**High**: …`, `🔴 P0 — …`, `Severity: critical`; undefined if the text begins otherwise. */
export function readSeverityTag(text: string): SeverityTag | undefined {
  const start = text.slice(0, 200).trimStart().replace(SIGNS, "");
  const match = TAGGED.exec(start);
  const word = match?.slice(1).find((group) => group !== undefined);
  const severity = word === undefined ? undefined : severityOfWord(word);
  if (match === null || severity === undefined) return readColour(text);
  const skipped = text.trimStart().length - text.trimStart().replace(SIGNS, "").length + match[0].length;
  const rest = text.trimStart().slice(skipped);
  return { severity, rest: rest.replace(/^[\s:：|,*_–—-]{1,8}/, "") };
}

function readColour(text: string): SeverityTag | undefined {
  const start = text.trimStart();
  const [sign = ""] = start;
  const severity = COLOURS.get(sign);
  const rest = start.slice(sign.length).replace(/^\uFE0F?[\s:|,–—-]{0,8}/, "");
  return severity === undefined || !/\p{L}{2}/u.test(rest) ? undefined : { severity, rest };
}

const FIELD =
  /^[\s>*_#+|-]{0,12}(?:severity|priority|sev)\b[*_\s]{0,4}[:|=—–-][*_\s\x60[(]{0,6}([\p{L}\p{N} -]{2,20})/iu;

/** The severity on a line of its own: `**Severity:** High`, `| Priority | P1 |`. */
export function readSeverityField(line: string): Severity | undefined {
  const words = FIELD.exec(line.slice(0, 200))?.[1]?.trim() ?? "";
  const [first = "", second = ""] = words.split(/\s+/);
  return severityOfWord(`${first}${second}`) ?? severityOfWord(first);
}
