import { isCommandLine, onlyReads, runnersIn } from "./programs.ts";
import { type ReviewFence, type Sentence, splitProse } from "./split-prose.ts";

/** Something that a review says was run. */
export interface StatedRun {
  readonly kind: "statement" | "output";
  readonly line: number;
  readonly words: string;
  /** The command lines that it names. May be empty. */
  readonly commands: readonly string[];
  /** It speaks of the tests as a whole. */
  readonly isAboutTests: boolean;
  readonly outcome: "passed" | "failed" | undefined;
  /** Numbers of tests, as said: `214 passed`. */
  readonly counts: readonly { readonly number: number; readonly what: "passed" | "failed" }[];
  /** The script of an output. */
  readonly script?: string | undefined;
  /** What it is said to have printed. */
  readonly output?: string | undefined;
}

/**
 * All statements of a run in a review: sentences in the past tense, states of named commands, and outputs of scripts. What
 * might also be a plan, a condition or a description of the code is left out: a statement that we miss is not checked, but
 * one that we invent would accuse somebody.
 */
export function readStatedRuns(text: string): StatedRun[] {
  const { sentences, fences } = splitProse(text);
  const stated: StatedRun[] = [];
  for (const sentence of sentences) {
    const claim = readSentence(sentence);
    const previous = stated.at(-1);
    const isOpen = previous?.line === sentence.line && previous.outcome === undefined;
    // "I ran the tests. They passed." is one statement.
    if (isOpen && isResult(sentence.text, claim)) {
      const { text } = sentence;
      stated[stated.length - 1] = { ...previous, outcome: outcomeOf(text), counts: countsOf(text) };
    } else if (claim !== undefined) stated.push(claim);
  }
  return [...stated, ...readOutputs(fences)].toSorted((one, other) => one.line - other.line);
}

/** Whether a sentence only says how a run that was named before went. */
function isResult(text: string, claim: StatedRun | undefined): boolean {
  if (claim === undefined) return /^(?:it|they|both|all|which|those|these)\b/i.test(text);
  return claim.isAboutTests && claim.commands.length === 0;
}

/** What a `repro-output` says that the script above it has printed. */
function readOutputs(fences: readonly ReviewFence[]): StatedRun[] {
  return fences.flatMap(({ info, code, line }, at) => {
    if (!/\brepro-output\b/.test(info) || code.trim() === "") return [];
    const before = fences[at - 1];
    const script = before !== undefined && isScript(before) ? before.code : undefined;
    if (script !== undefined && onlyReads(withoutComments(script))) return [];
    const words = code.trim().split("\n", 1)[0] ?? "";
    const base = { kind: "output", line, words, isAboutTests: false, outcome: undefined } as const;
    return [{ ...base, commands: [], counts: [], script, output: code }];
  });
}

const isScript = ({ info }: ReviewFence): boolean => /\brepro\b(?!-)/.test(info);

/** Comments of a script run nothing. */
const withoutComments = (script: string): string => script.replaceAll(/^\s*#.*$/gm, "");

function readSentence({ text, line, fence }: Sentence): StatedRun | undefined {
  const plain = text
    .replaceAll(/`[^`]*`/g, "`x`")
    .replaceAll(/[*_]/g, "")
    .replaceAll(/\bwithout (?:any )?(?:errors?|failures?|warnings?|issues?|problems?)\b/gi, "cleanly");
  if (NOT_RUN.test(plain)) return undefined;
  const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  const commands = [...spans.filter(isCommandLine), ...commandsBelow(fence)];
  const runs = commands.filter((command) => !onlyReads(command));
  if (commands.length > 0 && runs.length === 0) return undefined;
  const isAboutTests = SUITE.test(plain) || LOCALLY.test(plain);
  if (!statesRun(plain, runs, isAboutTests)) return undefined;
  const output = fence !== undefined && isOutput(fence) ? fence.code : undefined;
  return {
    kind: "statement",
    line,
    words: text,
    commands: runs,
    isAboutTests,
    outcome: outcomeOf(plain),
    counts: countsOf(plain),
    output,
  };
}

function commandsBelow(fence: ReviewFence | undefined): string[] {
  if (fence === undefined || !/^(?:ba|z)?sh\b|^console\b|^shell/.test(fence.info)) return [];
  return fence.code.split("\n").flatMap((line) => (isCommandLine(line) ? [line.trim().replace(/^\$ /, "")] : []));
}

const isOutput = ({ info }: ReviewFence): boolean => /^(?:text|txt|console|output|log)?$/.test(info.trim());

/** Negations, plans, conditions and hearsay. */
const NOT_RUN =
  /\b(?:not|n't|never|cannot|unable|without|would|should|could|might|may|must|will|shall|if|unless|until|whether|when|whenever|once|suppose|imagine|expect|ensure|make sure|needs? to|so that|in order|before|instead of|author|maintainer|commit message|description says|claims?|in CI|CI (?:ran|runs|passes|passed)|user|(?:job|workflow|pipeline)s?|gates?\.md|because|although|even)\b|n't\b/i;

const RAN =
  /\b(?:I|we)(?: (?:also|then|first|just|have|had|\w+ly))? (?:re-?)?(?:ran|run|executed|rebuilt|built|compiled|tested)\b/i;
const I_RUN = /\b(?:I|we) (?:re-?)?run\b/i;
const OBJECT =
  /\b(?:tests?|suite|build|lint(?:er)?|script|probe|repro|program|experiment|benchmark|spec|snippet|harness)\b/i;
const OPENING =
  /^(?:(?:re-?)?ran|executed|(?:verification|validation|test) run\b|(?:local|focused|targeted) (?:verification|validation|checks?|tests?)\b)/i;
const VERIFIED =
  /\b(?:verified|confirmed|reproduced|validated)\b[^`]{0,40}?\b(?:by (?:running|executing|building|compiling|experiment)|empirically|locally)\b/i;
const VERIFIED_WITH =
  /\b(?:verified|confirmed|reproduced|validated|tested)(?: (?:this|it|that))? (?:with|using|via|by) `x`/i;
const STATE =
  /`x`[^.`]{0,60}\b(?:passed|passes|pass|succeeded|succeeds|completed|failed|is green|are green|was green|were green|both pass|all pass)\b(?! (?:a|an|the|it|this|that|`x`|on|to|through|by|into|as|over)\b)/i;
const PASSED_WITH =
  /\b(?:tests?|suite|verification|checks?|build|lint) (?:all )?(?:passed|passes|pass|succeeded)\b[^`]{0,12}[(:]? ?`x`/i;
const RUNNING = /^running `x`.{0,120}\b(?:passed|failed|fails|reproduces|on this branch|locally|in this checkout)\b/i;
const SUITE =
  /\b(?:(?:all|the)(?: (?:whole|full|entire|unit|existing|package|new|other|integration|\d[\d,]*))*) (?:tests?|test suite|suite|unit tests|gates|checks)\b[^.`]{0,25}\b(?:passed|pass|passes|(?:is|are|was|were) (?:all )?green)(?= *(?:$|[.,;:)(]| locally| here| at | on (?:this|the) (?:branch|commit|head)))|^(?:all|everything)(?: is| was| are| were)? (?:passed|green)\b/i;

const LOCALLY = /\b(?:tests?|suite|specs?)\b[^.]{0,80}\bpass(?:ed|es)? locally\b/i;

function statesRun(plain: string, runs: readonly string[], isAboutTests: boolean): boolean {
  const hasRunner = runs.some((command) => runnersIn(command).size > 0);
  if (isAboutTests || RUNNING.test(plain) || VERIFIED.test(plain)) return !(RUNNING.test(plain) && !hasRunner);
  if (RAN.test(plain) && !I_RUN.test(plain)) return runs.length > 0 || OBJECT.test(plain);
  if (runs.length === 0) return false;
  if (OPENING.test(plain) || VERIFIED_WITH.test(plain)) return true;
  return hasRunner && (STATE.test(plain) || PASSED_WITH.test(plain));
}

function outcomeOf(text: string): StatedRun["outcome"] {
  const passed = /\b(?:passed|passes|pass|succeeded|succeeds|green|completed successfully)\b/i.test(text);
  const failed =
    /\b(?:failed|fails|failing|fail|not ok|red)\b/i.test(text) && !/\b(?:0|no|none) (?:\w+ )?fail/i.test(text);
  return passed === failed ? undefined : passed ? "passed" : "failed";
}

function countsOf(text: string): StatedRun["counts"] {
  return [...text.matchAll(/\b(\d[\d,]{0,8}) (?:tests? |specs? |examples? )?(passed|passing|failed|failing)\b/gi)].map(
    ([, number = "", word = ""]) => ({
      number: Number(number.replaceAll(",", "")),
      what: /^pass/i.test(word) ? ("passed" as const) : ("failed" as const),
    }),
  );
}
