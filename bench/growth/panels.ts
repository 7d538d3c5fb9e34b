import type { Finding } from "#model/finding.ts";
import { findingId, reviewerId } from "#model/ids.ts";
import { pick, type Random, randomFrom } from "./random.ts";
import { GENERIC, specificProblem } from "./texts.ts";

/** What the findings of a panel are made like. */
export interface PanelKind {
  readonly texts: "generic" | "generic, four in a file" | "specific";
  readonly places: "same lines" | "a few lines apart" | "a third without";
}

/** Invented findings of three reviewers, and of each the problem that it is about. */
export interface Panel {
  readonly findings: readonly Finding[];
  readonly truth: readonly number[];
}

const REVIEWERS = ["ada", "brook", "cleo"].map((name) => reviewerId(name));

/** Three reviewers raise the same problems, each in its own words. The same seed makes the same panel. */
export function makePanel(size: number, { texts, places }: PanelKind, seed: number): Panel {
  const random = randomFrom(seed);
  const findings: Finding[] = [];
  const truth: number[] = [];
  for (let problem = 0; findings.length < size; problem++) {
    const wordings = texts === "specific" ? specificProblem(random) : pick(GENERIC, random);
    const at = placeOf(problem, texts === "generic" ? 1 : 4, random);
    for (const [voice, reviewer] of REVIEWERS.entries()) {
      if (findings.length === size) break;
      const label = `I${problem + 1}`;
      const { title, body } = wordings[voice as 0 | 1 | 2];
      findings.push({
        id: findingId(reviewer, label),
        reviewer,
        pass: 1,
        label,
        severity: "important",
        title,
        body,
        locations: places === "a third without" && random() < 1 / 3 ? [] : [cited(at, places, random)],
        places: [],
        quotes: [],
        repros: [],
        lines: { start: 1, end: 1 },
      });
      truth.push(problem);
    }
  }
  return { findings, truth };
}

interface Place {
  readonly path: string;
  readonly line: number;
}

/** Problems of one file stand 60 lines apart, give or take 20. */
function placeOf(problem: number, perFile: number, random: Random): Place {
  const file = Math.floor(problem / perFile);
  return {
    path: `src/part${file % 40}/unit${file}.go`,
    line: 30 + (problem % perFile) * 60 + Math.floor(random() * 20),
  };
}

function cited({ path, line }: Place, places: PanelKind["places"], random: Random): Finding["locations"][number] {
  const start = line + (places === "a few lines apart" ? Math.floor(random() * 9) - 4 : 0);
  return { path, start, end: start + Math.floor(random() * 3) };
}
