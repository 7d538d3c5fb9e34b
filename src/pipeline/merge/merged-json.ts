import type { RuledCluster } from "#model/cluster.ts";
import type { FindingId } from "#model/ids.ts";
import type { Severity } from "#model/severity.ts";
import { readPlainFindings } from "#steps/read-findings/read-findings.ts";
import { messageOf, UserError } from "#util/errors.ts";
import { mergeFindings } from "./merge-reviews.ts";

/** The result of a merge as other programs read it. */
export interface MergedJson {
  readonly clusters: readonly {
    readonly members: readonly string[];
    readonly representative: string;
    readonly severity: Severity;
    readonly because: string;
  }[];
  readonly dropped: readonly { readonly id: string; readonly reason: string; readonly because: string }[];
  readonly routed: readonly { readonly id: string; readonly to: string; readonly because: string }[];
}

/** Clusters in the order of the report; findings by the ids that their source has for them. */
export function asMerged(clusters: readonly RuledCluster[], nameOf: (id: FindingId) => string): MergedJson {
  const members = ({ members: all }: RuledCluster): string[] =>
    all.filter(({ share }) => share !== "secondary").map(({ finding }) => nameOf(finding));
  const kept = clusters.flatMap((cluster) => {
    const { ruling } = cluster;
    const own = members(cluster);
    const [representative] = own;
    if (ruling.kind !== "keep" || representative === undefined) return [];
    return [{ members: own, representative, severity: ruling.severity, because: ruling.because }];
  });
  return {
    clusters: kept,
    dropped: clusters.flatMap((cluster) => {
      const { ruling } = cluster;
      if (ruling.kind !== "drop") return [];
      return members(cluster).map((id) => ({ id, reason: ruling.reason, because: ruling.because }));
    }),
    routed: clusters.flatMap((cluster) => {
      const { ruling } = cluster;
      if (ruling.kind !== "route") return [];
      return members(cluster).map((id) => ({ id, to: ruling.to, because: ruling.because }));
    }),
  };
}

/** Merges the panels of a file: one of JSON, or one a line of JSON Lines. */
export function* readPanels(text: string, name: string): Generator<MergedJson> {
  for (const { value, line } of valuesIn(text, name)) {
    const read = readPlainFindings(value);
    if (!read.ok) throw badPanel(name, line, read.why);
    const { findings, names } = read.panel;
    yield asMerged(mergeFindings(findings), (id) => names.get(id) ?? id);
  }
}

function valuesIn(text: string, name: string): { readonly value: unknown; readonly line: number }[] {
  const plain = text.replace(/^\ufeff/, "");
  try {
    return [{ value: JSON.parse(plain), line: 1 }];
  } catch (whole) {
    const lines = plain.split(/\r?\n/).map((content, at) => ({ content, line: at + 1 }));
    const filled = lines.filter(({ content }) => content.trim() !== "");
    if (filled.length < 2) throw badPanel(name, 1, messageOf(whole));
    return filled.map(({ content, line }) => {
      try {
        return { value: JSON.parse(content) as unknown, line };
      } catch (error) {
        throw badPanel(name, line, messageOf(error));
      }
    });
  }
}

function badPanel(name: string, line: number, why: string): UserError {
  return new UserError({
    what: `${name}:${line} is no list of findings`,
    why,
    fix: 'write {"findings":[{"id":"1","reviewer":"claude","text":"…"}]}, or one such object a line',
  });
}
