import type { Location } from "#model/location.ts";
import type { CodeAt } from "#model/history/code-facts.ts";
import type { CodeState } from "./code-state.ts";
import { codeOf } from "./code-words.ts";
import type { TracedCode } from "./traced-code.ts";

/** The state of code whose commit is unavailable: whether the recorded code is at the new head. Commits are unknown. */
export async function followByText(traced: TracedCode, now: CodeAt): Promise<CodeState> {
  const blocks = blocksOf(traced);
  const found: Location[] = [];
  const lost: Location[] = [];
  let isFileThere = false;
  for (const { paths, lines } of blocks) {
    const [at] = await findAt(now, lines, paths);
    if (at !== undefined) found.push(at);
    else lost.push({ path: paths[0] ?? "?" });
    for (const path of paths) isFileThere ||= (await now.readLines(path)) !== undefined;
  }
  const note = "only its text was looked for, without the commit that last saw it";
  const state = {
    commits: [],
    nearby: [],
    note,
    unchanged: lost.length > 0 ? found : [],
    locations: [...found, ...lost],
  };
  if (blocks.length === 0) return unknown(traced);
  if (lost.length === 0)
    return { ...state, kind: found.some(isElsewhere(traced)) ? "moved" : "unchanged", isMaterial: false };
  if (found.length > 0) return { ...state, kind: "partly", isMaterial: true };
  // Quotes are often edited: their absence proves nothing unless the code itself was recorded.
  if (traced.code.length === 0 && isFileThere) return { ...unknown(traced), locations: traced.locations };
  return { ...state, kind: isFileThere ? "changed" : "gone", isMaterial: true };
}

interface Block {
  readonly paths: readonly string[];
  readonly lines: readonly string[];
}

function blocksOf({ code, quotes, locations }: TracedCode): Block[] {
  const kept = code.filter(({ lines }) => lines.some((line) => line.trim() !== ""));
  if (kept.length > 0) return kept.map(({ path, lines }) => ({ paths: [path], lines }));
  const paths = [...new Set(locations.map(({ path }) => path))];
  return quotes.slice(0, MAX_SEARCHED).map((lines) => ({ paths, lines }));
}

/** Each may be searched in the whole tree. */
const MAX_SEARCHED = 5;

async function findAt(now: CodeAt, lines: readonly string[], paths: readonly string[]): Promise<readonly Location[]> {
  const exact = await now.find(lines, paths);
  const found = exact.length > 0 ? exact : await now.findAnywhere(lines);
  if (found.length > 0) return found;
  for (const path of paths) {
    const code = codeOf(path, lines);
    const all = code === "" ? undefined : await now.readLines(path);
    if (all !== undefined && codeOf(path, all).includes(code)) return [{ path }];
  }
  return [];
}

const isElsewhere =
  ({ code, locations }: TracedCode) =>
  ({ path }: Location): boolean =>
    ![...code, ...locations].some((one) => one.path === path);

function unknown({ locations }: TracedCode): CodeState {
  const note = "what it was about cannot be found again";
  return { kind: "unknown", isMaterial: false, locations, unchanged: [], commits: [], nearby: [], note };
}
