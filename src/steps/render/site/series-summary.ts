import type { ReportDigest, SeriesRound } from "#model/archive.ts";
import { plural } from "#util/words.ts";

/** What happened over the rounds, in one or two plain sentences. Expects at least one round. */
export function summarizeSeries(rounds: readonly SeriesRound[]): string {
  const first = rounds[0]?.digest;
  const last = rounds.at(-1)?.digest;
  if (first === undefined || last === undefined) return "";
  const sentences = [`${severe(first)} in round 1, ${severe(last)} in round ${rounds.length}`];
  if (first.verdict.phrase !== last.verdict.phrase) {
    sentences.push(`from “${first.verdict.phrase}” to “${last.verdict.phrase}”`);
  } else {
    sentences.push(`“${last.verdict.phrase}” in the first and in the last`);
  }
  // The newest ones: the card of each round has its own figures.
  const told = rounds.filter(({ digest }) => digest.history !== undefined).slice(-TOLD_ROUNDS);
  if (told.length > 0) {
    const over = (pick: "latent" | "introduced"): string =>
      told.map(({ digest }) => digest.history?.[pick] ?? 0).join(", ");
    const from = `from round ${told[0]?.position ?? 2} on`;
    sentences.push(`new in unchanged lines ${from}: ${over("latent")}; brought in by fixes: ${over("introduced")}`);
  }
  const decided = decisionsOf(rounds);
  return `${sentences.join("; ")}.${decided === "" ? "" : ` ${decided}`}`;
}

const TOLD_ROUNDS = 6;

function severe({ counts: { kept } }: ReportDigest): string {
  if (kept.all === 0) return "nothing";
  const grave = [
    kept.critical > 0 && `${kept.critical} critical`,
    kept.important > 0 && `${kept.important} important`,
  ].filter((part) => part !== false);
  return `${plural(kept.all, "finding")}${grave.length > 0 ? ` (${grave.join(", ")})` : ""}`;
}

function decisionsOf(rounds: readonly SeriesRound[]): string {
  const told = rounds.filter(({ digest }) => digest.resolution.length > 0);
  if (told.length === 0) return "";
  const total = (kind: string): number =>
    told.reduce((sum, { digest }) => sum + (digest.resolution.find((one) => one.kind === kind)?.count ?? 0), 0);
  const kinds = ["fixed", "declined", "accepted-risk", "commented"].filter((kind) => total(kind) > 0);
  if (kinds.length === 0) return "";
  const words = kinds.map((kind) => `${total(kind)} ${kind.replaceAll("-", " ")}`).join(", ");
  return told.length === rounds.length
    ? `In all ${words}.`
    : `In all ${words}, as far as ${told.length} of ${rounds.length} reports tell.`;
}
