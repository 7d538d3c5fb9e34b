import { countBy, type Facts, SEVERITIES } from "./facts.ts";
import { probeRules } from "./probe-rules.ts";
import { type Phrase, rough, type Rule, uncounted, words } from "./rules.ts";
import { accountValues, severityValues, stateValues } from "./site-rules.ts";

/** What one report is rendered to, beside its record: the Markdown, whose numbers its own checker has recounted. */
export interface Rendered {
  readonly facts: Facts;
  readonly markdown: string;
  readonly contested: number;
}

/** The rules of the terminal summary, the summary on GitHub and the HTML report of one record. */
export function reportRules({ facts, markdown, contested }: Rendered): Rule[] {
  const { review, panel, commenters, kept } = facts;
  const earlier = countBy(review.previous.map(({ status }) => status.replaceAll("-", " ")));
  const noun = (word: string, count: number): Record<string, number> => ({ [word]: count, [`${word}s`]: count });
  const outcomes = {
    completed: panel.completed,
    failed: panel.failed,
    "outcome unknown": panel.all - panel.completed - panel.failed,
    ...noun("commenter", commenters),
  };
  const remarks = review.sections.reduce((sum, section) => sum + (section.remarks ?? []).length, 0);
  const resolved = review.decisions.filter(({ source }) => source === "resolution").length;
  const unplaced = review.unplaced.length;
  return [
    sameAsMarkdown(markdown),
    // Names of findings, also of earlier rounds: I1, X2, R1.C2, codex:S1.
    uncounted("", /(?<![\w.])(?:R\d+\.)?[CISFRX]\d+(?:~\d+)?(?!\w)/),
    ...["terminal verdict", "github", "html verdict"].map((where): Rule => ({
      where,
      pattern: /(\d+) of (\d+) (reviewers?) (completed|failed)/,
      expect: ([, , , word, end]) => [end === "failed" ? panel.failed : panel.completed, panel.all, word, end],
    })),
    { where: "", pattern: /none of (\d+) reviewers? ended/i, expect: () => [panel.all] },
    { where: "html verdict", pattern: /\((\d+) of (\d+) reviewers?\)/, expect: () => [panel.failed, panel.all] },
    { where: "terminal verdict", pattern: /(\d+) commenters? considered/, expect: () => [commenters] },
    { where: "github", pattern: /(\d+) commenters? considered/, expect: () => [commenters] },
    ...["terminal verdict", "github", "html verdict"].map((where): Rule => ({
      where,
      pattern: /(\d+) of (\d+) (critical|important)(?= (?:and|finding))/,
      expect: ([, , , severity = ""]) => [unproven(facts, severity), deciding(facts, severity, true), severity],
    })),
    { where: "terminal verdict", pattern: /(\d+) remarks? besides/, expect: () => [remarks] },
    words("terminal verdict", () => ({ ...accountValues(facts), ...stateValues(facts) })),
    {
      where: "terminal header",
      pattern: /(\d+) (commits?|files?)/,
      expect: ([, , word = ""]) => [
        word.startsWith("commit") ? review.scope.commits.length : review.scope.files.length,
        word,
      ],
    },
    { where: "terminal header", pattern: /round (\d+)/, expect: () => [review.round.number] },
    {
      where: "github",
      pattern: /(\d+) changed files? looked at/,
      expect: () => [
        review.scope.files.filter(({ listed, unread }) => listed === undefined && unread === undefined).length,
      ],
    },
    {
      where: "github",
      pattern: /(\d+) findings are (critical|important|suggestions)/,
      expect: ([, , severity = ""]) => [deciding(facts, severity.replace(/s$/, "")), severity],
    },
    { where: "github details", pattern: /\((\d+)\)/, expect: (_, { items }) => [items] },
    { where: "github findings", pattern: /^(\d+)$/, expect: () => [kept.all] },
    words("github", () => severityValues(kept)),
    // The HTML report.
    {
      where: "html reviewers",
      pattern: /^, (.*): the report says (.*), the ledger says (.*)$/,
      expect: ([, row = "", written = "", computed = ""]) => {
        const isSaid = flatten(markdown).includes(`, ${row}: written ${written}, computed ${computed}`);
        return isSaid ? [row, written, computed] : ["nothing like that"];
      },
    },
    {
      where: "html unseen head",
      pattern: /^(\d+)$/,
      expect: () => [/at least about (\d+) more/.exec(markdown)?.[1] ?? 0],
    },
    { where: "html list head", pattern: /(\d+) contested/, expect: () => [contested] },
    { where: "html list head", pattern: /^Findings (\d+)$/, expect: () => [kept.all] },
    { where: "html list head", pattern: /^(\d+) more of /, expect: (match) => [match[1]] },
    words("html list head", () => severityValues(kept)),
    {
      where: "html list option",
      pattern: /\((\d+)\)$/,
      expect: (_, phrase) => [optionCount(facts, contested, phrase)],
    },
    {
      where: "html verdict",
      pattern: /of (\d+) findings: ([^.]*)\./,
      expect: ([, , list = ""]) => {
        const values = stateValues(facts);
        const wanted = [...list.matchAll(/\d+ ([a-z ]+)/g)].map(([, word = ""]) => `${values[word]} ${word}`);
        return [kept.all, wanted.join(", ")];
      },
    },
    {
      where: "html verdict",
      pattern: /(\d+) earlier findings?: ([^.]*)\./,
      expect: ([, , list = ""]) => [review.previous.length, tallied(list, earlier)],
    },
    {
      where: "html earlier head",
      pattern: /^(.*\d.*)$/,
      expect: ([, text = ""]) => [
        text.startsWith("Earlier") ? `Earlier findings ${review.previous.length}` : tallied(text, earlier),
      ],
    },
    { where: "html verdict", pattern: /(\d+) passages? could not be placed/, expect: () => [unplaced] },
    {
      where: "html verdict",
      pattern: /(\d+) of (\d+) files? mentioned by no reviewer/,
      expect: () => {
        const files = filesOf(facts);
        return [files.all - files.mentioned, files.all];
      },
    },
    uncounted("html verdict", /and \d+ more/),
    { where: "html dropped head", pattern: /^Dropped (\d+)$/, expect: () => [facts.dropped] },
    { where: "html moved head", pattern: /^Moved to a section (\d+)$/, expect: () => [facts.moved] },
    {
      where: "html dropped head",
      pattern: /^(\d.*)$/,
      expect: ([, text = ""]) => [sumOf(text) === facts.dropped ? text : `${facts.dropped} in all`],
    },
    {
      where: "html moved head",
      pattern: /^(\d.*)$/,
      expect: ([, text = ""]) => [sumOf(text) === facts.moved ? text : `${facts.moved} in all`],
    },
    words("html account head", () => accountValues(facts)),
    { where: "html reviewers head", pattern: /^Reviewers (\d+)$/, expect: () => [panel.all] },
    words("html reviewers head", () => outcomes),
    { where: "html raw head", pattern: /^Raw reviews (\d+)$/, expect: () => [review.runs.length] },
    {
      where: "html raw head",
      pattern: /^(\d+ .*)$/,
      expect: ([, text = ""]) => {
        const wholes = review.runs.filter(({ textStatus }) => textStatus === "verbatim").length;
        const says = Number(/(\d+) verbatim/.exec(text)?.[1] ?? 0);
        return [
          sumOf(text) === review.runs.length && says === wholes ? text : `${wholes} verbatim of ${review.runs.length}`,
        ];
      },
    },
    {
      where: "html read head",
      pattern: /(\d+) of (\d+) files? mentioned/,
      expect: () => [filesOf(facts).mentioned, filesOf(facts).all],
    },
    { where: "html read head", pattern: /^(\d+) files?, no reviewer/, expect: () => [filesOf(facts).all] },
    {
      where: "html gates",
      pattern: /^([\d.]+ (?:s|min))$/,
      expect: (_, { row, column }) => {
        const gate = (review.gates ?? []).find(({ name }) => name === row);
        return column === "Took"
          ? [rough((gate?.runs ?? []).reduce((sum, { seconds }) => sum + seconds, 0))]
          : undefined;
      },
    },
    ...probeRules(review),
    { where: "html resolution head", pattern: /^Resolution (\d+)$/, expect: () => [resolved] },
    {
      where: "html declined head",
      pattern: /(\d+)$/,
      expect: () => [review.decisions.filter(({ source }) => source === "earlier-rounds").length],
    },
    { where: "html gaps head", pattern: /(\d+) gaps?/, expect: () => [review.gaps.length] },
    { where: "html gaps head", pattern: /(\d+) passages?/, expect: () => [unplaced] },
    // A short gap or the fields of a resolution in place of a count: words of the record.
    uncounted("html gaps head", /.*/),
    uncounted("html resolution head", /^(?!Resolution).*/),
    { where: "html assessment head", pattern: /^Assessment (\d+)$/, expect: (match) => [match[1]] },
    uncounted("html assessment head", /.*/),
    uncounted("html about head", /.*/),
    {
      where: "html reviewers",
      pattern: /^Where the written table disagrees (\d+)$/,
      expect: () => [disagreements(markdown)],
    },
    ...retroRules(facts),
  ];
}

/** A sentence that stands word for word in the Markdown, where it was recounted. */
function sameAsMarkdown(markdown: string): Rule {
  const flat = flatten(markdown);
  return {
    where: "",
    pattern: /^(\w.{24,})$/,
    expect: ([, text = ""], { column }) => {
      const said = flatten(text).trim();
      // After a name a sentence goes on with a small letter.
      const both = [said, `${said.charAt(0).toLowerCase()}${said.slice(1)}`];
      return column === "" && both.some((one) => flat.includes(one)) ? [text] : undefined;
    },
  };
}

const flatten = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/[`*\\]/g, "");

const sumOf = (text: string): number =>
  [...text.matchAll(/(?:^|, )(\d+) /g)].reduce((sum, [, count]) => sum + Number(count), 0);

function tallied(list: string, counts: ReadonlyMap<string, number>): string {
  return list
    .split(", ")
    .map((part) => {
      const word = part.replace(/^\d+ /, "");
      const alias = { "gone with its code": "gone", "accepted as a risk": "accepted risk" }[word] ?? word;
      return `${counts.get(alias) ?? 0} ${word}`;
    })
    .join(", ");
}

/** Kept findings of a severity that no check raises, that nothing we ran shows, and whose author's log shows no output. */
function unproven({ review }: Facts, severity: string): number {
  const checks = new Set<string>(
    review.reviewers.filter(({ kind }) => /^(?:analyzer|gate|import)$/.test(kind)).map(({ id }) => id),
  );
  const run = new Set<string>([
    ...(review.demonstrations ?? []).filter(({ outcome }) => outcome === "shown").map(({ finding }) => finding),
    ...(review.runClaims ?? []).flatMap(({ finding, kind, audit }) =>
      kind === "output" && audit === "in-log" && finding !== undefined ? [finding] : [],
    ),
  ]);
  return review.clusters.filter(
    ({ ruling, members }) =>
      review.groundings !== undefined &&
      ruling.kind === "keep" &&
      ruling.severity === severity &&
      members.length > 0 &&
      !members.some(({ finding }) => run.has(finding) || checks.has(finding.split(":")[0] ?? "")),
  ).length;
}

/** Kept findings of a severity; those that only commenters raise only if wanted. */
function deciding({ review }: Facts, severity: string, isWhole = false): number {
  const commenters = new Set<string>(
    review.reviewers.filter(({ kind, commented }) => commented === true || kind === "person").map(({ id }) => id),
  );
  return review.clusters.filter(
    ({ ruling, credits }) =>
      ruling.kind === "keep" &&
      ruling.severity === severity &&
      (isWhole || !(credits.length > 0 && credits.every(({ reviewer }) => commenters.has(reviewer)))),
  ).length;
}

function disagreements(markdown: string): number {
  const [, part = ""] = markdown.split("### Where the written table differs from the ledger\n");
  return part.split("\n#")[0]?.match(/^- /gm)?.length ?? 0;
}

/** The files of the table of files, which the Markdown shows too, and those that some reviewer mentions. */
function filesOf({ review }: Facts): { all: number; mentioned: number } {
  const claimed = new Set(review.receipt.claims.map(({ path }) => path));
  const paths = new Set([...review.scope.files.map(({ path }) => path), ...claimed]);
  return { all: paths.size, mentioned: claimed.size };
}

function optionCount(facts: Facts, contested: number, { column, row }: Phrase): number | undefined {
  const { review, own, states, kept } = facts;
  if (column === "severity") return kept[row as (typeof SEVERITIES)[number]];
  if (column === "state") return row === "contested" ? contested : states.get(row);
  if (column === "reviewer") return own.find(({ id }) => id === row)?.behind.all;
  if (column !== "class") return undefined;
  return review.clusters.filter((cluster) => {
    if (cluster.ruling.kind !== "keep") return false;
    const classes = cluster.members.map(({ finding }) => review.findings.find(({ id }) => id === finding)?.class);
    const agreed = new Set(classes).size === 1 ? classes[0] : undefined;
    const first = cluster.members.find(({ share }) => share === "primary") ?? cluster.members[0];
    const stated =
      cluster.statement === undefined ? review.findings.find(({ id }) => id === first?.finding) : cluster.statement;
    return (stated?.class ?? agreed) === row;
  }).length;
}

/** The table of figures of each reviewer. */
function retroRules({ own }: Facts): Rule[] {
  const sever = ({ critical, important, suggestion, all }: (typeof own)[number]["raised"]): string => {
    const parts = [
      critical > 0 && `${critical} critical`,
      important > 0 && `${important} important`,
      suggestion > 0 && `${suggestion} suggestion${suggestion === 1 ? "" : "s"}`,
    ].filter(Boolean);
    return all === 0 ? "0" : `${all} (${parts.join(", ")})`;
  };
  const rows: Readonly<Record<string, (one: (typeof own)[number]) => string | number | undefined>> = {
    Raised: ({ raised }) => sever(raised),
    "Raised and kept": ({ kept }) => kept.all,
    "Contributed to": ({ behind }) => sever(behind),
    "Contributed to alone": ({ behindAlone }) => sever(behindAlone),
    "Merged with others": ({ kept, alone }) => kept.all - alone.all,
    "Raised by nobody else": ({ alone }) => alone.all,
    "False positives": ({ refuted }) => refuted,
  };
  const sums: Readonly<Record<string, (one: (typeof own)[number]) => number>> = {
    Dropped: ({ dropped }) => dropped,
    "Moved to a section": ({ moved }) => moved,
    Downgraded: ({ fates }) => changed(fates, 1),
    Promoted: ({ fates }) => changed(fates, -1),
  };
  // Rows that the Markdown has with the same numbers, or that a clock measured.
  const elsewhere =
    /^(?:Duration|Tool calls|Design observations|Files|Called clean or trivial|Coverage misses|Cited places that exist|Quotes found)$/;
  const where = "html reviewers";
  return [
    {
      where,
      pattern: /^(.*)$/,
      expect: ([, text = ""], { column, row }) => {
        if (elsewhere.test(row)) return [text];
        const one = own.find(({ name }) => name === column);
        if (one === undefined) return undefined;
        const wanted = rows[row]?.(one);
        if (wanted !== undefined) return [wanted];
        const sum = sums[row]?.(one);
        if (sum === undefined) return undefined;
        const printed = [...text.matchAll(/\d+/g)].reduce((total, [count]) => total + Number(count), 0);
        return [printed === sum ? text : `${sum} in all`];
      },
    },
    {
      where: `${where} svg`,
      pattern: /([\p{L}\p{N} ._-]+?) (\d+) of (\d+) kept/u,
      expect: ([, name = ""]) => {
        const one = own.find((each) => name.trim() === each.name.slice(0, 14).trim());
        return one && [name, one.kept.all, one.raised.all];
      },
    },
    {
      where: `${where} svg`,
      pattern: /([\p{L}\p{N} ._-]+?) (\d+), (\d+) alone/u,
      expect: ([, name = ""]) => {
        const one = own.find((each) => name.trim() === each.name.slice(0, 14).trim());
        return one && [name, one.behind.all, one.behindAlone.all];
      },
    },
    uncounted(`${where} svg`, /\d+ (?:h|min|s)\b/),
    // How each worked, and what the author of the report wrote about it.
    uncounted(`${where}`, /^(?:.* · .*|\d[^.]*)$/),
  ];
}

function changed(fates: ReadonlyMap<string, number>, by: number): number {
  const rank = (severity: string): number => SEVERITIES.findIndex((one) => one === severity);
  return [...fates].reduce((total, [fate, count]) => {
    const [from = "", to = ""] = fate.split(" ");
    return rank(to) >= 0 && Math.sign(rank(to) - rank(from)) === by ? total + count : total;
  }, 0);
}
