// How far the estimate of unseen problems can be trusted: against made-up panels of which the truth is known, and, as a
// weak check, against what later rounds of published reviews found.
import { requireCorpus } from "./lib/corpus.ts";
import { median, printTable, writeResults } from "./lib/results.ts";
import { compareLaterRounds } from "./unseen/later-rounds.ts";
import { type Score, scoreWorld, seeded } from "./unseen/simulate.ts";

const PANELS = 4000;
const random = seeded(18);
const scores: Score[] = [];
for (const reviewers of [2, 3, 4, 6])
  for (const problems of [8, 16, 32])
    for (const chance of [0.25, 0.5])
      for (const spread of [0, 1, 2]) scores.push(scoreWorld({ reviewers, problems, chance, spread }, PANELS, random));

const percent = (share: number): string => (Number.isNaN(share) ? "–" : `${Math.round(share * 100)} %`);
const tenth = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(1));

console.log(`Made-up panels, ${PANELS} for each line; the interval is meant to hold in 95 %.\n`);
printTable([
  [
    "reviewers",
    "problems",
    "chance",
    "spread",
    "told",
    "holds",
    "too low",
    "too high",
    "truth",
    "estimate",
    "error",
    "jackknife",
  ],
  ...scores.map(({ world, ...score }) => [
    world.reviewers,
    world.problems,
    percent(world.chance),
    world.spread,
    ...[score.told, score.holds, score.tooLow, score.tooHigh].map(percent),
    ...[score.truth, score.estimate, score.error, score.jackknife].map(tenth),
  ]),
]);

console.log(
  "\nBy how much problems differ in difficulty, three reviewers and more, each panel with an estimate once:\n",
);
const bySpread = [0, 1, 2].map((spread) => {
  const own = scores.filter(({ world, told }) => world.spread === spread && world.reviewers > 2 && told > 0);
  const all = own.reduce((sum, { told }) => sum + told, 0);
  const mean = (pick: (score: Score) => number): number =>
    own.reduce((sum, one) => sum + pick(one) * one.told, 0) / all;
  return {
    spread,
    holds: mean(({ holds }) => holds),
    tooLow: mean(({ tooLow }) => tooLow),
    tooHigh: mean(({ tooHigh }) => tooHigh),
    truth: mean(({ truth }) => truth),
    estimate: mean(({ estimate }) => estimate),
  };
});
printTable([
  ["spread", "holds", "too low", "too high", "truth", "estimate"],
  ...bySpread.map((row) => [
    row.spread,
    ...[row.holds, row.tooLow, row.tooHigh].map(percent),
    ...[row.truth, row.estimate].map(tenth),
  ]),
]);

const { rounds, told, compared, refused } = compareLaterRounds(requireCorpus());
const containsCommit = compared.filter(({ estimate, later }) => estimate.low <= later && later <= estimate.high).length;
const above = compared.filter(({ estimate, later }) => later > estimate.high).length;

console.log(`\nPublished reviews: ${told} of ${rounds} rounds carry an estimate.`);
for (const [why, count] of refused) console.log(`  ${count} without: ${why}`);
console.log(`
A weak check: whether a problem of a later round was there before is not known without the code, and later rounds do not
find everything either. ${compared.length} rounds with an estimate have a later one: what later rounds raise first lies in the
interval in ${containsCommit}, above it in ${above}, below it in ${compared.length - containsCommit - above}. Middle estimate ${median(compared.map(({ estimate }) => estimate.unseen))}, middle number
raised first later ${median(compared.map(({ later }) => later))}.
`);
writeResults("unseen", { simulated: scores, bySpread, corpus: { rounds, told, compared, refused: [...refused] } });
