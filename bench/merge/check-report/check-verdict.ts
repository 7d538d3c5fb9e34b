import { unsettledOf, type UnsettledRow } from "./check-rounds.ts";
import { isKept, SEVERITIES, severityOf } from "./facts.ts";
import type { Sheet } from "./read-sheet.ts";

/** What the rule says, wherever it is printed: which findings decide, and how many reviewers failed. */
export function* checkVerdict(sheet: Sheet): Generator<string> {
  const byRule = sheet
    .computed("Verdict by Rule")
    .map(({ text }) => text)
    .filter((text) => text.startsWith("**"));
  for (const text of byRule) yield* checkRule(sheet, { where: "verdict by rule", text });
  const stated = sheet.header.get("Verdict");
  if (stated !== undefined && OURS.test(stated)) yield* checkRule(sheet, { where: "verdict", text: stated });
  for (const { text } of sheet.computed("Gaps in the Source")) {
    const failed = /^- ([a-z0-9][a-z0-9._-]*): failed$/.exec(text)?.[1];
    const at = sheet.panel.filter(({ kind }) => kind !== "person").findIndex(({ id }) => id === failed);
    if (failed !== undefined && outcomes(sheet)[at] !== "failed") yield `gaps: ${failed} did not fail`;
  }
}

/** The wording of the rule; an author of another report would say it otherwise. */
const OURS =
  /(?:static checks: (?:no|\d+) findings?|(?:is|are) (?:critical|important) and (?:stands?|still open|may still be open)|nothing above a suggestion stands|nothing stands|none of \d+ reviewers? ended)\b/;

function* checkRule(sheet: Sheet, { where, text }: { where: string; text: string }): Generator<string> {
  const kept = sheet.rulings.filter(isKept);
  const unsettled = unsettledOf(sheet);
  const worst = SEVERITIES.find(
    (severity) =>
      kept.some((row) => severityOf(row) === severity) || unsettled.some((earlier) => earlier.severity === severity),
  );
  const all = outcomes(sheet);
  const failed = all.filter((outcome) => outcome === "failed").length;
  const [, phrase = "", because = ""] = /^\*\*(.*?)\*\* — (.*)$/.exec(text) ?? [];
  const noneEnded = failed > 0 && failed === all.length;
  const isUnjudged = !noneEnded && all.length > 0 && all.every((outcome, at) => isUnheard(sheet.panel[at], outcome));
  const expected = noneEnded ? "Incomplete" : isUnjudged ? "Checks only" : PHRASES[worst ?? "nothing"];
  if (phrase !== expected && phrase !== "Incomplete") yield `${where}: ${phrase}, by the findings ${expected}`;
  const ids = kept.filter((row) => severityOf(row) === worst).map(({ cluster }) => cluster);
  const decides = worst === "suggestion" || worst === undefined ? [] : ids;
  const stand = because.split("; ").filter((part) => / and stands?\.?$/.test(part));
  const named = stand.join().match(/(?<![.\w])[CISF]\d+(?:~\d+)?\b|and \d+ more/g) ?? [];
  if (named.join() !== folded(decides).join())
    yield `${where}: names ${named.join(", ") || "none"}, ${decides.join(", ") || "none"} decide`;
  const counted = /static checks: (no|\d+) findings?/.exec(because)?.[1];
  const unfinished = Number(/(\d+) findings? of (?:a reviewer|reviewers) that failed/.exec(because)?.[1] ?? 0);
  const ofChecks = kept.length - unfinished;
  if (isUnjudged && counted !== (ofChecks === 0 ? "no" : String(ofChecks)))
    yield `${where}: ${counted ?? "no word on the"} findings of static checks, ${ofChecks} are listed`;
  yield* checkEarlier(
    where,
    because,
    unsettled.filter(({ severity }) => severity === worst),
  );
  const [, some, of] = /(\d+) of (\d+) reviewers? failed/.exec(because) ?? [];
  const none = /none of (\d+) reviewers? ended/.exec(because)?.[1];
  const printed = none === undefined ? `${some ?? 0} of ${of ?? all.length}` : `${none} of ${none}`;
  if (printed !== `${failed} of ${all.length}`)
    yield `${where}: ${printed} failed, in the retro ${failed} of ${all.length}`;
}

/** A long list of names is cut after ten, and the others are counted. */
function folded(names: readonly string[]): string[] {
  return names.length <= 10 ? [...names] : [...names.slice(0, 10), `and ${names.length - 10} more`];
}

/** Earlier findings that decide, those that are open before those that may be. */
function* checkEarlier(where: string, because: string, decide: readonly UnsettledRow[]): Generator<string> {
  for (const [isUnsure, words] of [
    [false, "still open"],
    [true, "may still be open"],
  ] as const) {
    const said = because.split("; ").filter((part) => part.endsWith(` and ${words}`));
    const named = said.flatMap((part) => part.slice(0, part.search(/ (?:is|are) /)).split(/, | (?=and \d+ more$)/));
    const expected = folded(decide.filter((row) => row.isUnsure === isUnsure).map(({ ref }) => ref));
    if (named.toSorted().join() !== expected.toSorted().join())
      yield `${where}: ${words} ${named.join(", ") || "none"}, by the table ${expected.join(", ") || "none"}`;
  }
}

/** A set of checks, or one that failed: neither has judged the change. */
const isUnheard = (member: Sheet["panel"][number] | undefined, outcome: string): boolean =>
  outcome === "failed" || ["analyzer", "gate", "import"].includes(member?.kind ?? "");

const PHRASES: Readonly<Record<string, string>> = {
  critical: "Rework",
  important: "Merge with fixes",
  suggestion: "Merge with optional fixes",
  nothing: "Merge",
};

/** How each reviewer ended. People only commented: they were not asked, and cannot fail. */
function outcomes({ retro, panel }: Sheet): readonly string[] {
  const all = retro?.rows.find(([label]) => label === "Outcome")?.slice(1) ?? [];
  return all.filter((_, at) => panel[at]?.kind !== "person");
}

/** The sentences with which a round of our own begins. */
export function* checkSummary(
  sheet: Sheet,
  rows: { readonly files: readonly { readonly claims: ReadonlyMap<string, string> }[] },
): Generator<string> {
  const kept = sheet.rulings.filter(isKept).length;
  const raised = /^The panel raises (\d+) findings?\.$/m.exec(sheet.summary)?.[1];
  if (raised !== undefined && Number(raised) !== kept) yield `summary: ${raised} findings, ${kept} are listed`;
  if (/^No findings\.$/m.test(sheet.summary) && kept > 0) yield `summary: no findings, but ${kept} are listed`;
  const [, read, listed = "0"] =
    /^Reviewed: .*\. (\d+) files? read line by line(?:, (\d+) only listed .*)?\.$/m.exec(sheet.summary) ?? [];
  if (read === undefined) return;
  if (Number(read) + Number(listed) !== rows.files.length)
    yield `summary: ${read} and ${listed} files, ${rows.files.length} are in the table`;
  const claimed = rows.files.filter(({ claims }) => [...claims.values()].some((claim) => claim !== "—")).length;
  if (outcomes(sheet).includes("completed") && claimed !== Number(read))
    yield `summary: ${read} files read, the table has ${claimed}`;
}
