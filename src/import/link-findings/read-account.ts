import type { SectionKey } from "#model/assessment.ts";
import type { DropReason } from "#model/cluster.ts";
import type { ClusterId, ReviewerId } from "#model/ids.ts";
import type { Reconciliation } from "#model/panel/retro.ts";

/** The report's account of one finding of a reviewer. */
export interface Account {
  readonly reviewer: ReviewerId;
  /** The raw label, if given: `I1`. */
  readonly label?: string;
  /** The finding's name, if there is no label. */
  readonly name: string;
  readonly text: string;
  readonly fate: AccountFate;
}

/** What became of it, in the report's words. */
export type AccountFate =
  | { readonly kind: "kept"; readonly targets: readonly ClusterId[] }
  | { readonly kind: "routed"; readonly to: RouteTarget }
  | { readonly kind: "dropped"; readonly reason: DropReason }
  | { readonly kind: "unclear" };

export type RouteTarget = Exclude<SectionKey, "summary">;

interface Known {
  readonly reviewers: readonly ReviewerId[];
  readonly clusters: readonly ClusterId[];
}

/** Reads a reconciliation: bullets, or sentences that begin with a reviewer's name. */
export function readAccounts({ text, notes }: Reconciliation, known: Known): Account[] {
  const accounts = statementsOf(text, known.reviewers).flatMap((statement) => accountsIn(statement, known));
  const stated = new Set(accounts.map(({ reviewer, label }) => `${reviewer}:${label ?? ""}`));
  for (const { reviewer, label, text, targets } of notes) {
    if (label === "" || stated.has(`${reviewer}:${label}`)) continue;
    const fate = fateOf(text, { targets });
    accounts.push({ reviewer, label, name: text, text, fate });
  }
  return accounts;
}

/** The reason by which a sentence dismisses a finding; undefined if it does not. */
export function dropReasonIn(sentence: string): DropReason | undefined {
  const said = sentence.replace(/\b(?:no|zero|without(?: any)?|not a|never a|nor) false[- ]positives?/gi, " ");
  for (const [reason, words] of REASONS) if (words.test(said)) return reason;
  return undefined;
}

const REASONS: readonly (readonly [DropReason, RegExp])[] = [
  ["declined-earlier", /\bdeclined\b|\bskipped in round|\bprior[- ]round (?:decision|resolution)/i],
  [
    "refuted",
    /\bfalse[- ]positives?\b|\brejected\b|\bhallucinat|\bnon-issue\b|\brefuted\b|\b(?:is|was|were) (?:incorrect|wrong|invalid)\b|\bfabricated\b|\binvented\b/i,
  ],
  ["withdrawn", /\bwithdrawn\b|\bwithdrew\b|\bretracted\b/i],
  ["out-of-scope", /\bout[- ]of[- ]scope\b|\bpre-?dates?\b|\bpre-?existing\b/i],
  [
    "judged-minor",
    /\btheoretical\b|\bno fix needed\b|\blow[- ](?:risk|value)\b|\boverweighted\b|\bcosmetic\b|\bnit\b|\btoo minor\b|\bspeculative\b/i,
  ],
];

function statementsOf(text: string, reviewers: readonly ReviewerId[]): string[] {
  const names = reviewers.map(nameOf).join("|");
  const statements: string[] = [];
  let bullets = false;
  for (const line of text.split("\n")) {
    const bullet = /^\s*(?:[-*+]|\d{1,2}[.)])\s+(.*)$/.exec(line)?.[1];
    if (bullet !== undefined) {
      statements.push(bullet);
      bullets = true;
    } else if (line.trim() === "") bullets = false;
    else if (bullets && /^\s/.test(line)) statements.push(`${statements.pop() ?? ""} ${line.trim()}`);
    else statements.push(line.trim());
  }
  const joined = joinProse(statements);
  const boundary = new RegExp(`(?<=[.;)]["*]{0,2})\\s+(?=[*"]{0,2}(?:${names})\\b)`, "i");
  return joined.flatMap((statement) => statement.slice(0, 20_000).split(boundary));
}

/** Prose may be wrapped: a line that does not begin a statement continues the preceding one. */
function joinProse(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.length - 1;
    if (last >= 0 && /^[a-z(`*]/.test(line)) joined[last] += ` ${line}`;
    else joined.push(line);
  }
  return joined;
}

function accountsIn(statement: string, known: Known): Account[] {
  const names = known.reviewers.map(nameOf).join("|");
  const subject = new RegExp(
    `\\b(${names})(?:['’]s)?(?:\\s+(?:P\\d|pass[- ]?\\d))?\\s+(?:raised (?:its |the )?)?(?:([CIS]\\d{1,3})\\b)?`,
    "i",
  ).exec(statement.slice(0, 400));
  const reviewer = known.reviewers.find((id) => new RegExp(`^${nameOf(id)}$`, "i").test(subject?.[1] ?? ""));
  if (subject === null || reviewer === undefined) return [];
  const rest = statement.slice(subject.index + subject[0].length);
  const label = subject[2] ?? /\(([CIS]\d{1,3}) (?:raw|in its review)/.exec(rest)?.[1];
  const end =
    /:\s|→|\bwas\b|\bwere\b|\bdowngraded\b|\bdropped\b|\brejected\b|\bdemoted\b/.exec(rest)?.index ?? rest.length;
  const verdict = rest.slice(end);
  const foreign = new RegExp(
    `\\b(?:${names})(?:['’]s)?\\s+(?:P\\d\\s+)?[CIS]\\d+|\\b(?:Round|R)\\s?\\d+(?:['’]s)?\\s+(?:declined\\s+)?[CIS]\\d+|\\([CIS]\\d+ (?:raw|in its review)`,
    "gi",
  );
  const targets = targetsIn(verdict.replace(foreign, " "), known.clusters);
  const name = rest.slice(0, end).replace(/\b(?:critical|important|suggestion)\b/gi, " ");
  return [
    {
      reviewer,
      name,
      text: statement.trim(),
      fate: fateOf(verdict, { targets }),
      ...(label !== undefined && { label: label.toUpperCase() }),
    },
  ];
}

function targetsIn(text: string, clusters: readonly ClusterId[]): ClusterId[] {
  const found = new Set<string>();
  for (const [id] of text.matchAll(/\b[CIS]\d{1,3}\b/g)) found.add(id);
  return clusters.filter((id) => found.has(id));
}

function fateOf(text: string, { targets }: { targets: readonly ClusterId[] }): AccountFate {
  const dropped =
    /\bdropped\b|\brejected\b|\bfalse[- ]positive\b/i.test(text) && !/\bno(?:t| findings were) dropped\b/i.test(text);
  const to = routeIn(text);
  if (to !== undefined && (targets.length === 0 || dropped)) return { kind: "routed", to };
  if (dropped) return { kind: "dropped", reason: dropReasonIn(text) ?? "judged-minor" };
  if (targets.length > 0) return { kind: "kept", targets };
  return /\bwithdrawn\b/i.test(text) ? { kind: "dropped", reason: "withdrawn" } : { kind: "unclear" };
}

const ROUTES: readonly (readonly [RouteTarget, RegExp])[] = [
  ["design", /design (?:observation|concern)/i],
  ["limitations", /acknowledged[- ]limitation/i],
  ["unresolved", /unresolved feedback/i],
  ["testing", /(?:to|→|into) (?:the )?testing (?:assessment|gap)/i],
  ["documentation", /(?:to|→|into) (?:the )?documentation (?:assessment|gap)/i],
  ["commits", /(?:to|→|into) (?:the )?commit structure/i],
];

/** The part of the report that it moved to, if the text names one before its reasons. */
function routeIn(text: string): RouteTarget | undefined {
  const head = text.slice(0, 120);
  return ROUTES.find(([, words]) => words.test(head))?.[0];
}

/** `claude-code` may be written "Claude Code" or "Claude": the first word is enough. */
function nameOf(id: ReviewerId): string {
  return id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[-_]/g, "[-_ ]");
}
