import type { Language } from "#model/change/change-index.ts";
import { type Block, loopsAround } from "../blocks.ts";
import type { CodeView } from "../code-view.ts";
import { inPlaces, type LineCheck, type LineHit, type TouchedFile } from "../line-check.ts";

/** A loop that asks and sleeps until something happens, and has no limit if it never does. */
export const sleepInLoop: LineCheck = {
  check: {
    id: "hazard-lint/sleep-in-loop",
    title: "Polling without a limit",
    about:
      "A loop sleeps and tries again until a condition holds, with no deadline, no count and no way to cancel. If the condition never holds, it hangs. Loops that are meant to run for ever are left alone.",
    severity: "suggestion",
    languages: ["go", "typescript", "javascript", "python", "bash", "java", "rust", "ruby", "csharp"],
    catches: `func waitForServer(url string) {
	for {
		if ping(url) == nil {
			return
		}
		time.Sleep(time.Second)
	}
}`,
    ignores: `func waitForServer(url string) error {
	for attempt := 0; attempt < 30; attempt++ {
		if ping(url) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errUnreachable
}`,
  },
  roles: ["source", "test", "config"],
  weight: 0.65,
  find: findPolling,
  title: (hits) => `Loop sleeps and tries again without a limit${inPlaces(hits)}`,
  explanation:
    "Nothing in the loop limits the time or the number of tries, and nothing can cancel it. If what it waits for never comes, it waits for ever.",
  fix: "Give it a deadline or a number of tries, and fail with a message that says what did not happen.",
};

const SLEEPS: Partial<Record<Language, RegExp>> = {
  go: /\btime\.Sleep\(/,
  typescript: /\bawait\s+(?:\w+\.)?(?:sleep|delay|setTimeout)\(|\bsetTimeout\(\s*(?:resolve|r|res|done)\b/,
  javascript: /\bawait\s+(?:\w+\.)?(?:sleep|delay|setTimeout)\(|\bsetTimeout\(\s*(?:resolve|r|res|done)\b/,
  python: /\b(?:time|asyncio|gevent|trio|anyio)\.sleep\(|(?<![\w.])sleep\(/,
  bash: /(?:^|[;&|]|\bdo|\bthen|\belse)\s*sleep\s+["$\d.]/,
  java: /\b(?:Thread|TimeUnit\.[A-Z]+)\.sleep\(/,
  rust: /\bthread::sleep\(|\btime::sleep\(|(?<![\w.:])sleep\([^\n]{0,120}\.await/,
  ruby: /(?<![\w.:])sleep[\s(]/,
  csharp: /\bThread\.Sleep\(|\bTask\.Delay\(/,
};

/** Anything that can end the wait: time, count, a signal, or work that runs out. */
const BOUND =
  /timeout|deadline|attempt|retries|\btries\b|max|limit|count|elapsed|remaining|ctx|context|cancel|abort|signal|token|interrupt|stop|shutdown|quit|done|clos(?:e|ing)|running|alive|finished|expire|backoff|budget|\bnow\b|time\.time|monotonic|perf_counter|\bSince\b|Instant|Stopwatch|SECONDS|\bdate\b|\+\+|\+=|-=|--|\(\(|<-|\bselect\b|\bpop\w*|shift\(|dequeue|\bnext|cursor|page|has_?more|queue/i;
const FOREVER = /^(?:for|loop(?:\s+do)?|while\s*\(?\s*(?:true|1|:)\s*\)?\s*:?\s*(?:;?\s*do)?)$/i;
const OVER_ITEMS =
  /^for\b[^\n]{0,200}?(?:\brange\b|\bin\b|\bof\b|:|;[^;\n]{0,100};)|\.(?:times|each\w*|upto|step)\b|\bread\b|:=/;
const LEAVES = /\b(?:break|return|throw|raise|exit|panic|fail)\b|\?;/;

function findPolling({ view, added }: TouchedFile): LineHit[] {
  const sleeps = SLEEPS[view.language];
  if (sleeps === undefined) return [];
  const hits = new Map<number, LineHit>();
  for (const line of added) {
    if (!sleeps.test(view.codeLine(line))) continue;
    const loops = loopsAround(view, line);
    const [inner] = loops;
    if (inner === undefined || !loops.every((loop) => isEndless(view, loop, sleeps))) continue;
    const start = view.lineAt(inner.start);
    if (!inClosure(view, inner, line)) hits.set(start, { start, end: line });
  }
  return [...hits.values()];
}

function isEndless(view: CodeView, loop: Block, sleeps: RegExp): boolean {
  const header = loop.header.replace(/^(\w+)\s+/, "$1 ").trim();
  if (view.language === "python" ? /^(?:async )?for\b|:=/.test(header) : OVER_ITEMS.test(header)) return false;
  const body = view.code
    .slice(loop.open, loop.end)
    .split("\n")
    .filter((line) => !sleeps.test(line))
    .join("\n");
  if (BOUND.test(header) || BOUND.test(body)) return false;
  return !FOREVER.test(header) || LEAVES.test(body);
}

/** A function made inside the loop sleeps when it is called, not in the loop. */
function inClosure(view: CodeView, loop: Block, line: number): boolean {
  return /\bfunc\s*\(|=>\s*\{|\bfunction\b|\bdef\b|\|\w*\|\s*\{/.test(view.code.slice(loop.open, view.offsetOf(line)));
}
