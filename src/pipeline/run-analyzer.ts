import type { Analyzer } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Finding } from "#model/finding.ts";
import { reviewerId } from "#model/ids.ts";
import type { ReviewerRun } from "#model/reviewer.ts";
import { limitHits } from "#reviewers/analyzer/limit-hits.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { messageOf } from "#util/errors.ts";

/** The most that one built-in reviewer raises on a change; three of them make at most eight. */
const MOST: Readonly<Record<string, number>> = { "test-scout": 1, "hazard-lint": 3 };
const MOST_OTHERWISE = 4;
/** Another tool was chosen by the user, who wants to hear it. */
const MOST_OF_ANOTHER_TOOL = 50;

/** The only catch on the review path: what one reviewer throws must not cost the others their findings. */
export async function runAnalyzer(
  analyzer: Analyzer,
  index: ChangeIndex,
  { signal, off }: { readonly signal: AbortSignal; readonly off: ReadonlySet<string> },
): Promise<{ readonly run: ReviewerRun; readonly findings: readonly Finding[] }> {
  const reviewer = reviewerId(analyzer.id);
  try {
    const found = (await analyzer.review(index, signal)).filter(({ check }) => !off.has(check));
    const hits = limitHits(found, mostOf(analyzer));
    const paths = index.change.diffs.filter(({ hunks }) => hunks.length > 0).map(({ file }) => file.path);
    const { text, findings } = writeAnalysis({
      reviewer,
      name: analyzer.name,
      question: analyzer.question,
      hits,
      paths,
    });
    return { run: { reviewer, pass: 1, outcome: "completed", text, textStatus: "verbatim" }, findings };
  } catch (error) {
    // The user stopped the round; that is not the reviewer's failure.
    if (signal.aborted) throw error;
    return {
      run: { reviewer, pass: 1, outcome: "failed", message: messageOf(error), textStatus: "absent" },
      findings: [],
    };
  }
}

function mostOf({ id, checks }: Analyzer): number {
  return checks.length === 0 ? MOST_OF_ANOTHER_TOOL : (MOST[id] ?? MOST_OTHERWISE);
}
