import { checkContradictions } from "./check-report/check-contradictions.ts";
import { checkCoverage, readCoverage } from "./check-report/check-coverage.ts";
import { checkAside, checkLedger, checkListed } from "./check-report/check-ledger.ts";
import { checkLists } from "./check-report/check-lists.ts";
import { checkRetroTable } from "./check-report/check-retro-table.ts";
import { checkRetroWords } from "./check-report/check-retro-words.ts";
import { checkRounds } from "./check-report/check-rounds.ts";
import { checkUnseen } from "./check-report/check-unseen.ts";
import { checkSummary, checkVerdict } from "./check-report/check-verdict.ts";
import { factsOf } from "./check-report/facts.ts";
import { readSheet } from "./check-report/read-sheet.ts";

/**
 * Counts a rendered report again, from its text alone: every number that we compute and print must follow from the rows
 * and lines that it prints. Gives each difference as a sentence. It shares no code with what it checks. Words and
 * numbers of an imported report's author are not ours and are left alone; so are times, tool calls and confidences, of which
 * the report lists no parts.
 */
export function checkReport(markdown: string): string[] {
  const sheet = readSheet(markdown);
  const facts = factsOf(sheet);
  return [
    ...checkLedger(sheet),
    ...checkListed(sheet),
    ...checkLists(sheet),
    ...checkAside(sheet),
    ...checkCoverage(sheet),
    ...checkRetroTable(sheet, facts),
    ...checkRetroWords(sheet, facts),
    ...checkContradictions(sheet, facts),
    ...checkRounds(sheet),
    ...checkUnseen(sheet),
    ...checkVerdict(sheet),
    ...checkSummary(sheet, readCoverage(sheet)),
  ];
}
