import type { Feature } from "./features.ts";
import type { FindingStanding } from "./stand-probability.ts";

/** What a feature means to a reader, when it speaks for a finding and when it speaks against it. */
const WORDS: Readonly<Record<Feature, readonly [up: string, down: string]>> = {
  secondVoice: ["another reviewer says it too", "nobody else says it"],
  thirdVoice: ["three reviewers say it", "fewer than three reviewers say it"],
  nearest: ["another reviewer says something like it", "no other reviewer says anything like it"],
  nearestRoot: ["another reviewer says something like it", "no other reviewer says anything like it"],
  secondNearest: ["a second other reviewer comes near it", "no second other reviewer comes near it"],
  first: ["its reviewer puts it first", "its reviewer does not put it first"],
  position: ["it stands high in its reviewer's list", "it stands low in its reviewer's list"],
  volume: ["its reviewer raises little", "its reviewer raises much"],
  panelVolume: ["the panel raises little on this change", "the panel raises much on this change"],
  ownNearest: ["its reviewer says it once", "its reviewer says much the same elsewhere"],
  saidBefore: ["its reviewer says it once", "its reviewer said much the same before"],
  definite: ["it says what happens and why", "it does not say what happens and why"],
  contrast: ["it sets what is against what should be", "it does not set what is against what should be"],
  errorHandling: ["it is not about error handling in general", "it is about error handling in general"],
  style: ["it is not about style", "it is about style"],
  documentation: ["it is not about documents or wording", "it is about documents or wording"],
  performance: ["it is not about performance", "it is about performance"],
  values: ["it names the value or condition", "it names no value or condition"],
  crash: ["it names a crash or a missing value", "it names no crash or missing value"],
  compatibility: ["it is not about compatibility", "it is about compatibility"],
  length: ["it goes into detail", "it is short"],
  record: ["its reviewer is often right", "its reviewer is seldom right"],
};

/** A contribution below this is not worth a reader's time. */
const FAINT = 0.1;
const MOST = 3;

/** Why a finding has the confidence that it has: at most three plain clauses, the strongest first. */
export function reasonOf({ contributions }: FindingStanding): string {
  const clauses = contributions
    .filter(({ amount }) => Math.abs(amount) >= FAINT)
    .map(({ feature, amount }) => WORDS[feature][amount > 0 ? 0 : 1]);
  const told = [...new Set(clauses)].slice(0, MOST);
  return told.length === 0 ? "nothing speaks for or against it" : told.join("; ");
}
