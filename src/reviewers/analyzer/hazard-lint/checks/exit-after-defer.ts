import { goFunctions, ownBody } from "../go-functions.ts";
import { inPlaces, type LineCheck, type LineHit, namesOf, type TouchedFile } from "../line-check.ts";
import { findExitsBeforeFinally } from "./exit-before-finally.ts";

/** os.Exit and its kin end the process before deferred calls and finally blocks run. */
export const exitAfterDefer: LineCheck = {
  check: {
    id: "hazard-lint/exit-after-defer",
    title: "Exit skips clean-up",
    about:
      "os.Exit or log.Fatal after a defer in the same function, or process.exit, System.exit, Environment.Exit inside a try with a finally: the clean-up never runs. What does not matter at the end of a process (cancel, Unlock, timers, spinners) is left alone.",
    severity: "suggestion",
    languages: ["go", "typescript", "javascript", "java", "csharp"],
    catches: `func main() {
	dir := makeScratch()
	defer os.RemoveAll(dir)
	if err := run(dir); err != nil {
		log.Fatal(err)
	}
}`,
    ignores: `func main() {
	dir := makeScratch()
	if err := run(dir); err != nil {
		os.RemoveAll(dir)
		log.Fatal(err)
	}
}`,
  },
  roles: ["source", "test"],
  weight: 0.75,
  find: (file) => (file.language === "go" ? findExits(file) : findExitsBeforeFinally(file)),
  title: (hits) => `${namesOf(hits)} ends the process before clean-up runs${inPlaces(hits)}`,
  explanation:
    "Deferred calls and finally blocks run when the function is left. This call ends the process at once, so that clean-up is skipped.",
  fix: "Return an error or an exit code to a caller that has nothing to clean up, and exit there.",
};

const EXIT = /(?<![\w.])(os\.Exit|(?:log|logrus|klog|glog|logger)\.Fatal(?:f|ln|w)?)\(/g;
const HARMLESS =
  /^defer\s+(?:[\w.]*\.)?(?:\w*[cC]ancel\w*|stop|R?Unlock|Done|close|HandleCrash)\(|^defer\s+\w*(?:[tT]icker|[tT]imer)\.Stop\(/;

function findExits({ view, added }: TouchedFile): LineHit[] {
  const functions = goFunctions(view.code);
  const hits: LineHit[] = [];
  for (const fn of functions) {
    const body = ownBody(view.code, functions, fn);
    const first = [...body.matchAll(/(?<=^|[\n;{}]\s{0,80})defer\s/g)].find(({ index }) => {
      const whole = view.code.slice(fn.open + 1 + index, fn.open + 1 + index + 400);
      return !HARMLESS.test(whole) && !/^defer\s+func\(\)\s*\{[^}]{0,80}recover\(\)/.test(whole);
    });
    if (first === undefined) continue;
    const deferLine = view.lineAt(fn.open + 1 + first.index);
    for (const match of body.matchAll(EXIT)) {
      const line = view.lineAt(fn.open + 1 + match.index);
      if (match.index < first.index || !(added.has(line) || added.has(deferLine))) continue;
      hits.push({ start: line, name: match[1] ?? "", note: `deferred at line ${deferLine}` });
    }
  }
  return hits;
}
