import type { CheckHit } from "#model/change/analyzer.ts";
import { addedFiles, type AddedFile, type AddedLine, addedPlace } from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** Conflict markers that a merge left behind. */
export const conflictMarker: CheckRunner = {
  check: {
    id: "hazard-lint/conflict-marker",
    title: "Conflict marker left behind",
    about:
      "Looks for the three lines that git writes around a conflict. The file then holds both sides at once. A line of equals signs alone is a heading and is left out, and so are markers inside strings and in documents.",
    severity: "critical",
    catches: "<<<<<<< HEAD\nlimit = 3\n=======\nlimit = 5\n>>>>>>> feature/limits",
    ignores: "Limits\n=======\nThe limit is 5.",
  },
  async find(index, signal) {
    return (await addedFiles(index, signal)).flatMap(conflictsIn);
  },
};

const OPEN = /^<{7}(?: |$)/;
const MIDDLE = /^={7}$/;
const CLOSE = /^>{7}(?: |$)/;

function conflictsIn(file: AddedFile): CheckHit[] {
  if (file.facts.role === "doc") return [];
  const places = [];
  let open: AddedLine | undefined;
  let middle = false;
  for (const line of file.added) {
    if (OPEN.test(line.text)) [open, middle] = [line, false];
    else if (MIDDLE.test(line.text)) middle = open !== undefined;
    else if (CLOSE.test(line.text) && open !== undefined && middle) {
      if (!inString(file, open.line)) places.push(addedPlace(file, open), addedPlace(file, line));
      open = undefined;
    }
  }
  const count = places.length / 2;
  return hitAt(conflictMarker.check, {
    title: `Unresolved merge conflict in ${file.path}`,
    explanation: `${count === 1 ? "One conflict" : `${count} conflicts`} with both sides and the markers of git in the added lines.`,
    fix: "Choose a side or merge them, and remove the markers.",
    places,
    weight: 0.97,
  });
}

function inString({ facts }: AddedFile, line: number): boolean {
  return facts.strings.some(({ start, end }) => start < line && line <= end);
}
