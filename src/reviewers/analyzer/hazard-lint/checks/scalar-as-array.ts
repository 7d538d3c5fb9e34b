import { inPlaces, type LineCheck, type LineHit, namesOf, type TouchedFile } from "../line-check.ts";

/** A shell variable that only ever holds one text is expanded as if it were a list. */
export const scalarAsArray: LineCheck = {
  check: {
    id: "hazard-lint/scalar-as-array",
    title: "Scalar used as an array",
    about:
      "The script assigns plain text to a variable and then expands it with [@]. The text stays in one piece: a loop over it runs once, a command gets one argument.",
    severity: "suggestion",
    languages: ["bash"],
    catches: `hosts="alpha beta gamma"
for host in "\${hosts[@]}"; do
  ping -c 1 "$host"
done`,
    ignores: `hosts=(alpha beta gamma)
for host in "\${hosts[@]}"; do
  ping -c 1 "$host"
done`,
  },
  roles: ["source", "test", "config"],
  weight: 0.85,
  find: findScalars,
  title: (hits) => `${namesOf(hits)} holds one text but is expanded as an array${inPlaces(hits)}`,
  explanation:
    "All assignments in this file give the variable plain text. `[@]` then expands to that one text, spaces included, not to its words.",
  fix: "Assign a list, `name=(one two)`, or expand the text itself.",
};

function findScalars({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  const kinds = new Map<string, "scalar" | "array" | "unknown">();
  for (const line of added) {
    for (const match of view.codeLine(line).matchAll(/\$\{[#!]?([A-Za-z_]\w*)\[[@*]\]/g)) {
      const name = match[1] ?? "";
      const kind = kinds.get(name) ?? kindOf(view.code, name);
      kinds.set(name, kind);
      if (kind === "scalar") hits.push({ start: line, name });
    }
  }
  return hits;
}

/** What the file makes of a variable; unknown when it is never assigned here or may be set by a command or by reference. */
function kindOf(code: string, name: string): "scalar" | "array" | "unknown" {
  const array = [
    `\\b${name}\\+?=\\(`,
    `\\b${name}\\[[^\\]\\n]{0,80}\\]\\+?=`,
    `\\b(?:declare|local|typeset|readonly|export)\\s+(?:-\\w+\\s+)*-\\w*[aAn]\\w*\\s[^\\n;]{0,200}\\b${name}\\b`,
    `\\b(?:readarray|mapfile)\\b[^\\n]{0,200}\\b${name}\\b`,
    `\\bread\\b[^\\n]{0,80}-\\w*a\\w*\\s+${name}\\b`,
    `\\b(?:eval|printf\\s+-v)\\b[^\\n]{0,200}\\b${name}\\b`,
  ];
  if (new RegExp(array.join("|")).test(code)) return "array";
  // A bare name as an argument may be filled by the function that is called.
  if (isPassedByName(code, name)) return "unknown";
  if (/\bsource\b|^\s*\.\s/m.test(code) && !new RegExp(`\\blocal\\b[^\\n]{0,120}\\b${name}=`).test(code))
    return "unknown";
  return new RegExp(`(?<![\\w$\\{])${name}=(?!\\()`).test(code) ? "scalar" : "unknown";
}

const DECLARES = /^(?:local|declare|export|readonly|typeset|unset|for)$/;

function isPassedByName(code: string, name: string): boolean {
  return code.split("\n").some((line) => {
    const words = line.trim().split(/[\s;]+/);
    return words.indexOf(name) > 0 && !DECLARES.test(words[0] ?? "");
  });
}
