import { goFunctionAt, goFunctions } from "../go-functions.ts";
import { inPlaces, type LineCheck, type LineHit, namesOf, type TouchedFile } from "../line-check.ts";

/** `err == ErrGone` misses an error that was wrapped on its way. */
export const sentinelComparison: LineCheck = {
  check: {
    id: "hazard-lint/sentinel-comparison",
    title: "Error compared with ==",
    about:
      "An error is compared with a named one by == or !=. Once somebody wraps it with %w the comparison is false; errors.Is sees through. Calls that promise the bare error (readers and io.EOF, servers and http.ErrServerClosed) are left alone.",
    severity: "suggestion",
    languages: ["go"],
    catches: `func load(id string) (*Order, error) {
	order, err := store.Find(id)
	if err == store.ErrNotFound {
		return nil, nil
	}
	return order, err
}`,
    ignores: `func load(id string) (*Order, error) {
	order, err := store.Find(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return order, err
}`,
  },
  roles: ["source"],
  weight: 0.7,
  find: findComparisons,
  title: (hits) => `Error is compared with ${namesOf(hits)} by identity${inPlaces(hits)}`,
  explanation:
    '`==` and `!=` see only the error itself. When a function in between wraps it (`fmt.Errorf("…: %w", err)`), the comparison is false and the case is missed without a word.',
  fix: "Use `errors.Is(err, …)`.",
};

const COMPARISON =
  /(?<![\w.])(?:\w+\.)?(\w*[eE]rr)\s*[!=]=\s*((?:\w+\.)?Err[A-Z]\w*|(?:\w+\.)?err[A-Z]\w*|io\.EOF|io\.ErrUnexpectedEOF|context\.(?:Canceled|DeadlineExceeded))(?![\w(.])/g;

function findComparisons({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  const functions = goFunctions(view.code);
  for (const line of added) {
    for (const match of view.codeLine(line).matchAll(COMPARISON)) {
      const [, variable = "err", sentinel = ""] = match;
      const fn = goFunctionAt(functions, view.offsetOf(line) + match.index);
      if (fn === undefined || fn.name === "Is" || variable === sentinel) continue;
      const before = view.code.slice(fn.open, view.offsetOf(line) + match.index);
      if (isLocal(`${fn.params}\n${before}`, sentinel) || returnsBare(before, variable, sentinel)) continue;
      hits.push({ start: line, name: sentinel });
    }
  }
  return hits;
}

/** `err == prevErr`: two variables, not an error with a name of its own. */
function isLocal(text: string, sentinel: string): boolean {
  if (sentinel.includes(".") || !sentinel.startsWith("err")) return false;
  return new RegExp(
    `\\b${sentinel}\\b\\s*(?:,[^\\n=]{0,80})?:?=|\\b${sentinel}\\s+error\\b|,\\s*${sentinel}\\s*:?=`,
  ).test(text);
}

/** Methods whose contract is to return io.EOF and its like unwrapped. */
const BARE =
  /\b(?:Read\w*|Next\w*|Recv\w*|Decode|Token|RawToken|Peek\w*|Scan\w*|Fscan\w*|Sscan\w*|Copy\w*|Receive\w*|Parse\w*Header)\(/;

function returnsBare(before: string, variable: string, sentinel: string): boolean {
  // net/http promises this one itself, and so does what is built upon it.
  if (sentinel === "http.ErrServerClosed") return true;
  const assignment = new RegExp(`\\b${variable}\\b\\s*:?=([^=\\n][^\\n]{0,300})`, "g");
  const calls = [...before.matchAll(assignment)].map((match) => match[1] ?? "");
  // Any of them: an inner block may have an `err` of its own.
  if (sentinel.startsWith("io.")) return calls.some((call) => BARE.test(call));
  // ctx.Err() is one of these two, never wrapped.
  return sentinel.startsWith("context.") && /\.Err\(\)/.test(calls.at(-1) ?? "");
}
