import { wrapCode } from "#grammar/spans.ts";
import type { Finding } from "#model/finding.ts";
import type { GateResult } from "#model/panel/gate.ts";
import type { Reviewer, ReviewerRun } from "#model/panel/reviewer.ts";
import type { RunClaim } from "#model/panel/run-claim.ts";
import { joinAnd, oneLine, truncate } from "#util/words.ts";
import { type Audited, auditStatement } from "./audit-statement.ts";
import { prepareLog, type PreparedLog } from "./prepare-log.ts";
import { readStatedRuns, type StatedRun } from "./read-stated-runs.ts";

/** The reviews of a round, and what is known of how they were made. */
export interface AuditInput {
  readonly reviewers: readonly Reviewer[];
  readonly runs: readonly ReviewerRun[];
  readonly findings: readonly Finding[];
  /** The gates of the round. Reviewers are given their results, and may report them. */
  readonly gates?: readonly GateResult[] | undefined;
}

/**
 * Compares every statement of a run with the log of the reviewer that makes it. Reviewers that are programs run by us, and
 * people, make none that could be compared.
 */
export function auditClaims({ reviewers, runs, findings, gates = [] }: AuditInput): RunClaim[] {
  const authors = new Map(reviewers.filter(mayClaim).map((reviewer) => [reviewer.id, reviewer]));
  return runs.flatMap((run) => {
    const author = authors.get(run.reviewer);
    if (author === undefined || run.text === undefined) return [];
    const own = findings.filter(({ reviewer, pass }) => reviewer === run.reviewer && pass === run.pass);
    const log = run.commandLog && prepareLog(run.commandLog);
    return readStatedRuns(run.text).map((stated, at): RunClaim => {
      const finding = own.find(({ lines }) => lines.start <= stated.line && stated.line <= lines.end);
      return {
        reviewer: run.reviewer,
        pass: run.pass,
        ...(finding === undefined ? {} : { finding: finding.id }),
        line: stated.line,
        kind: stated.kind,
        words: truncate(oneLine(stated.words), MAX_WORDS),
        ...(at < MAX_COMPARED ? auditOne(stated, { log, author, gates }) : TOO_MANY),
      };
    });
  });
}

const MAX_WORDS = 300;
/** Real reviews have a few. */
const MAX_COMPARED = 200;
const TOO_MANY: Audited = { audit: "not-available", why: "it states more runs than are compared" };

const mayClaim = ({ kind }: Reviewer): boolean => kind === "agent" || kind === "model" || kind === "scripted";

interface AuditFacts {
  readonly log: PreparedLog | undefined;
  readonly author: Reviewer;
  readonly gates: readonly GateResult[];
}

function auditOne(stated: StatedRun, { log, author, gates }: AuditFacts): Audited {
  const known = fromGates(stated, gates);
  if (known !== undefined) return known;
  if (author.recorded === true) return { audit: "not-available", why: "its words were recorded earlier" };
  if (log === undefined) return { audit: "not-available", why: "what its tools ran is not known" };
  return auditStatement(stated, log);
}

/** A reviewer may repeat what the gates showed, because it was told. */
function fromGates(
  { kind, commands, isAboutTests, outcome }: StatedRun,
  gates: readonly GateResult[],
): Audited | undefined {
  if (kind !== "statement" || outcome === undefined) return undefined;
  const about = gates.filter(
    ({ command, runs }) =>
      runs.length > 0 &&
      (commands.length === 0 ? isAboutTests : commands.every((named) => command.includes(named.trim()))),
  );
  const agrees = about.every(({ state }) => (outcome === "passed") === (state === "green"));
  if (about.length === 0 || !agrees) return undefined;
  return { audit: "in-log", why: `the gates show it: ${joinAnd(about.map(({ name }) => wrapCode(name)))}` };
}
