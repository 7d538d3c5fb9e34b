import { anySignal } from "#util/concurrency/any-signal.ts";
import type { Repository } from "../repository.ts";

/** A search in the files of a commit. */
interface GrepQuestion {
  readonly pattern: string;
  /** The text is a POSIX extended regular expression. */
  readonly isRegex: boolean;
  /** A file or folder, from the repository's root. */
  readonly path?: string;
  readonly most: number;
}

/** A matching line. */
interface GrepHit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The matches, and why there may be more. */
interface GrepAnswer {
  readonly hits: readonly GrepHit[];
  readonly unfinished?: "many" | "slow";
  /** Git's message about an invalid pattern. */
  readonly complaint?: string;
}

export type Grep = (question: GrepQuestion) => Promise<GrepAnswer>;

/**
 * Searches the text files of one commit. Git runs in a separate process, which is ended when it has found enough or
 * takes too long, so that no pattern can block us.
 */
export function createGrep(repository: Repository, commit: string): Grep {
  return async ({ pattern, isRegex, path, most }) => {
    const kind = isRegex ? "--extended-regexp" : "--fixed-strings";
    const args = [
      "grep",
      "-z",
      "-n",
      "-I",
      "--no-textconv",
      "--no-color",
      "--full-name",
      kind,
      "-e",
      pattern,
      commit,
      "--",
    ];
    const places = path === undefined || path === "" ? [] : [`:(top,literal)${path}`];
    const enough = new AbortController();
    const slow = AbortSignal.timeout(MAX_MS);
    const found = new HitReader(commit, most, () => enough.abort());
    const signal = anySignal([enough.signal, slow]);
    try {
      const onOutput = (chunk: Buffer): void => found.take(chunk);
      const { code, stderr } = await repository.run([...args, ...places], { signal, onOutput });
      if (code !== 0 && code !== 1) return { hits: [], complaint: stderr.split("\n")[0] ?? "" };
      return { hits: found.hits };
    } catch (error) {
      if (enough.signal.aborted) return { hits: found.hits, unfinished: "many" };
      if (slow.aborted) return { hits: found.hits, unfinished: "slow" };
      throw error;
    }
  };
}

const MAX_MS = 20_000;
/** Longer rows are dropped: minified code has them. */
const MAX_ROW = 100_000;

/** Rows are `<commit>:<path> NUL <line> NUL <text>`. */
class HitReader {
  readonly hits: GrepHit[] = [];
  readonly #prefix: string;
  readonly #most: number;
  readonly #stop: () => void;
  #rest: Buffer = Buffer.alloc(0);
  #isTooLong = false;

  constructor(commit: string, most: number, stop: () => void) {
    this.#prefix = `${commit}:`;
    this.#most = most;
    this.#stop = stop;
  }

  take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#row(Buffer.concat([this.#rest, chunk.subarray(from, end)]));
      this.#rest = Buffer.alloc(0);
      this.#isTooLong = false;
      from = end + 1;
    }
    if (this.#isTooLong) return;
    this.#rest = Buffer.concat([this.#rest, chunk.subarray(from)]);
    if (this.#rest.length <= MAX_ROW) return;
    this.#row(this.#rest.subarray(0, MAX_ROW));
    this.#rest = Buffer.alloc(0);
    this.#isTooLong = true;
  }

  #row(row: Buffer): void {
    if (this.#isTooLong) return;
    const [place = "", line = "", ...text] = row.toString("utf8").split("\0");
    if (!place.startsWith(this.#prefix) || !/^\d+$/.test(line)) return;
    if (this.hits.length >= this.#most) return this.#stop();
    const path = place.slice(this.#prefix.length);
    this.hits.push({ path, line: Number(line), text: text.join("\0").replace(/\r$/, "") });
  }
}
