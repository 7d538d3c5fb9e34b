import type { RuledCluster, Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { clusterId } from "#model/ids.ts";
import { SEVERITIES, severityLetter } from "#model/severity.ts";

/**
 * Makes one cluster of each finding, numbered by severity: nothing is merged, re-rated or dropped, except that a reviewer
 * may take back what it said.
 */
export function consolidate(findings: readonly Finding[]): RuledCluster[] {
  const standing = findings.filter(({ withdrawn }) => withdrawn !== true);
  const kept = SEVERITIES.flatMap((severity) =>
    standing
      .filter((finding) => finding.severity === severity)
      .map((finding, at) => keep(finding, `${severityLetter(severity)}${at + 1}`)),
  );
  const dropped = findings
    .filter(({ withdrawn }) => withdrawn === true)
    .map((finding, at) => drop(finding, `X${at + 1}`));
  return [...kept, ...dropped];
}

function keep(finding: Finding, id: string): RuledCluster {
  const because = `raised by ${finding.reviewer} as ${finding.severity}`;
  const ruling = { kind: "keep" as const, severity: finding.severity, because };
  return { ...clusterOf(finding, id), statement: statementOf(finding), ruling };
}

/** The report speaks in the words of the only finding. */
function statementOf({ title, locations, places, body, quotes, repros, fix, class: origin }: Finding): Statement {
  const stated = { title, locations, places, body, quotes, repros, notes: [] };
  return { ...stated, ...(fix === undefined ? {} : { fix }), ...(origin === undefined ? {} : { class: origin }) };
}

function drop(finding: Finding, id: string): RuledCluster {
  const because = "its author takes it back in the text";
  return { ...clusterOf(finding, id), ruling: { kind: "drop", reason: "withdrawn", because } };
}

function clusterOf({ id: finding, reviewer }: Finding, id: string) {
  return {
    id: clusterId(id),
    members: [{ finding, share: "primary" as const, confidence: 1, because: "the only finding about it" }],
    credits: [{ reviewer }],
  };
}
