import { wrapCode } from "#grammar/spans.ts";
import type { ToolReview } from "#adapters/store/journal-entry.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Switches } from "#model/change/settings.ts";
import type { Finding } from "#model/finding.ts";
import { reviewerId } from "#model/ids.ts";
import type { GateResult } from "#model/panel/gate.ts";
import type { Incident, Reviewer } from "#model/panel/reviewer.ts";
import type { ToolHit } from "#model/panel/tool-hit.ts";
import { switchOff } from "#reviewers/analyzer/switches/switch-off.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { describeToolHits, nameHit, type RatedHit, toolCheck, toolId } from "#reviewers/linter/describe-hits.ts";
import { findLost, mayHide } from "#reviewers/linter/find-lost.ts";
import { findNewHits } from "#reviewers/linter/find-new-hits.ts";
import type { LocatedHit } from "#reviewers/linter/locate-hits.ts";
import type { GateCause } from "#steps/judge-gates/describe-gates.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { freeName } from "#util/names.ts";
import { listSome, oneLine, plural } from "#util/words.ts";
import { runOf } from "../../panel.ts";
import type { GateReading } from "./read-tools.ts";

interface ToolsRound {
  readonly index: ChangeIndex;
  readonly switches: Switches;
  readonly pass: number;
  /** Ids that are taken. */
  readonly panel: readonly string[];
  readonly results: readonly GateResult[];
}

/** The reviews of the linters among the gates, and what they say about newly red gates. */
export interface ToolReviews {
  readonly reviews: readonly ToolReview[];
  readonly causes: ReadonlyMap<string, GateCause>;
}

/** Makes each linter a reviewer of its own, one for all gates that run it. */
export async function reviewTools(readings: readonly GateReading[], round: ToolsRound): Promise<ToolReviews> {
  const taken = new Set(round.panel);
  const tools = new Map(readings.flatMap((one) => one.tools.map((tool) => [toolId(tool), tool] as const)));
  const compared = readings.map((reading) => compare(reading, round.index));
  const reviews: ToolReview[] = [];
  for (const [family, name] of tools) {
    const id = freeName(family, (one) => taken.has(one));
    taken.add(id);
    const reviewer: Reviewer = { id: reviewerId(id), name: oneLine(name), kind: "gate", family };
    reviews.push(await reviewTool(reviewer, compared, round));
  }
  return { reviews, causes: findCauses(compared, reviews, round.results) };
}

/** A gate's hits, compared with its base. */
interface ComparedReading extends GateReading {
  readonly onChange: readonly LocatedHit[];
  readonly elsewhere: readonly ToolHit[];
  readonly unplaced: readonly ToolHit[];
  readonly old: number;
}

const compare = (reading: GateReading, index: ChangeIndex): ComparedReading => ({
  ...reading,
  ...findNewHits(reading.head, reading.base, (path) => index.addedLines(path)),
});

async function reviewTool(
  reviewer: Reviewer,
  compared: readonly ComparedReading[],
  { index, switches, pass, results }: ToolsRound,
): Promise<ToolReview> {
  const isOwn = ({ tool }: ToolHit): boolean => toolId(tool) === reviewer.family;
  const own = compared.filter(({ tools }) => tools.some((tool) => toolId(tool) === reviewer.family));
  const rated = await rate(own, { isOwn, index, results });
  const { hits, off } = await switchOff(describeToolHits(rated), { reviewer: reviewer.id, index, switches });
  const { text, findings } = writeAnalysis({
    reviewer: reviewer.id,
    name: reviewer.name,
    question: "What does this tool say of the added lines that it did not say before?",
    hits,
    paths: [],
  });
  const incidents: Incident[] = own.flatMap(({ gate, notUnderstood }) =>
    notUnderstood === undefined ? [] : [{ kind: "odd", text: `in the gate ${gate.name}: ${notUnderstood}` }],
  );
  const lost = own.flatMap((reading) => describeLost(reading, { isOwn, index }));
  const isKnown = own.every(
    ({ notUnderstood, head }) => notUnderstood === undefined && !mayHide(head.elsewhere.filter(isOwn), index),
  );
  return {
    reviewer,
    run: runOf(reviewer, pass, {
      text,
      message: describeCounts(own, isOwn),
      incidents: incidents.length + lost.length === 0 ? undefined : [...incidents, ...lost],
    }),
    findings,
    ...omitUndefined({ switchedOff: off.length === 0 ? undefined : off }),
    ...(isKnown && { saidChecks: listChecks(own, isOwn) }),
  };
}

/** What may be about the change although its file was not found. Nothing of it is a finding, so the reader must know. */
function describeLost(
  { gate, unplaced }: ComparedReading,
  { isOwn, index }: Pick<RatingFacts, "isOwn" | "index">,
): Incident[] {
  const lost = findLost(unplaced.filter(isOwn), index);
  if (lost.length === 0) return [];
  const places = lost.map(({ file = "", start }) => wrapCode(start === undefined ? file : `${file}:${start}`));
  const text = `in the gate ${gate.name}: it is not known which file is meant by ${listSome(places)}`;
  return [{ kind: "unlooked", text }];
}

interface RatingFacts {
  readonly isOwn: (hit: ToolHit) => boolean;
  readonly index: ChangeIndex;
  readonly results: readonly GateResult[];
}

/** The new hits of one tool. Two gates may run it over the same files; the graver rating counts. */
async function rate(own: readonly ComparedReading[], { isOwn, index, results }: RatingFacts): Promise<RatedHit[]> {
  const rated = new Map<string, RatedHit>();
  for (const { gate, onChange, baseUnknown } of own) {
    const isNewlyRed = results.some(({ name, state }) => name === gate.name && state === "newly-red");
    for (const one of onChange.filter(({ hit }) => isOwn(hit))) {
      const key = [one.path, one.hit.start, one.hit.rule, one.hit.message].join("\0");
      const severity = one.hit.isError && isNewlyRed ? "important" : "suggestion";
      if (severity === "suggestion" && rated.has(key)) continue;
      rated.set(key, { ...one, severity, baseUnknown, quote: await quoteOf(one, index) });
    }
  }
  return [...rated.values()];
}

const MAX_QUOTED = 5;

async function quoteOf({ hit: { start, end }, path }: LocatedHit, { head }: ChangeIndex): Promise<string> {
  if (start === undefined) return "";
  const lines = ((await head.tree.read(path)) ?? "").split("\n");
  return lines.slice(start - 1, Math.min(end ?? start, start + MAX_QUOTED - 1)).join("\n");
}

/** What it said and what became of that, so that no reader takes a filter for silence. */
function describeCounts(own: readonly ComparedReading[], isOwn: (hit: ToolHit) => boolean): string {
  const all = own.flatMap(({ head }) => [...head.placed.map(({ hit }) => hit), ...head.elsewhere]).filter(isOwn);
  const fresh = own.flatMap(({ onChange }) => onChange).filter(({ hit }) => isOwn(hit));
  const others = own.flatMap(({ elsewhere }) => elsewhere).filter(isOwn);
  const unknown = own.flatMap(({ gate, baseUnknown }) =>
    baseUnknown === undefined ? [] : [`what it says of the base is not known in the gate ${gate.name}: ${baseUnknown}`],
  );
  return [
    `${plural(all.length, "hit")} at the head, ${fresh.length} of them new on lines of the change`,
    ...(others.length === 0 ? [] : [`${others.length} new in other places, which are not listed`]),
    ...unknown,
  ].join("; ");
}

/** More than this is not kept: the tool's silence about a file then shows nothing. */
const MAX_SAID = 5000;

function listChecks(own: readonly ComparedReading[], isOwn: (hit: ToolHit) => boolean): ToolReview["saidChecks"] {
  const said = new Map<string, Set<string>>();
  for (const { hit, path } of own.flatMap(({ head }) => head.placed)) {
    if (!isOwn(hit)) continue;
    const paths = said.get(toolCheck(hit)) ?? new Set();
    said.set(toolCheck(hit), paths.add(path));
  }
  const count = [...said.values()].reduce((sum, paths) => sum + paths.size, 0);
  return count > MAX_SAID ? undefined : [...said].map(([check, paths]) => ({ check, paths: [...paths] }));
}

const MAX_NAMED = 10;

/** What the tools of newly red gates say about why they are red: findings, and new hits in other places. */
function findCauses(
  compared: readonly ComparedReading[],
  reviews: readonly ToolReview[],
  results: readonly GateResult[],
): ReadonlyMap<string, GateCause> {
  const red = compared.filter(({ gate }) => results.some((one) => one.name === gate.name && one.state === "newly-red"));
  return new Map(
    red.map((reading): [string, GateCause] => {
      const own = reviews.filter(({ reviewer }) => reading.tools.some((tool) => toolId(tool) === reviewer.family));
      const places = new Set(reading.onChange.map(({ hit, path }) => `${path}:${hit.start ?? ""}`));
      const isHere = ({ locations }: Finding): boolean =>
        locations.some(({ path, start }) => places.has(`${path}:${start ?? ""}`));
      const findings = own.flatMap((review) => review.findings.filter(isHere));
      const errors = reading.elsewhere.filter(({ isError }) => isError);
      return [
        reading.gate.name,
        {
          tools: own.map(({ reviewer }) => reviewer.name),
          findings: findings.map(({ id, title }) => ({ id, title })),
          elsewhere: errors.slice(0, MAX_NAMED).map(nameHit),
          more: Math.max(0, errors.length - MAX_NAMED),
        },
      ];
    }),
  );
}
