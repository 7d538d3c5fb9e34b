import type { TextReader } from "../format-reader.ts";
import { readEntries, sumOf } from "../format-reader.ts";
import { toHit } from "../values.ts";

/** `src/(shop)/a.ts(1,2): error TS2322: …`, the same with `--pretty`, and errors without a place. */
const LINE = /^(?:(\S.*?)\((\d+),\d+\): |(\S.*?):(\d+):\d+ - )?(error|warning) (TS\d+): (.+)$/gm;

/** The text of the TypeScript compiler, which prints nothing if it finds nothing. */
export const tscReader: TextReader = {
  format: "tsc",
  tool: "TypeScript",
  isMine: (text) => /\(\d+,\d+\): error TS\d+: /.test(text) || /:\d+:\d+ - error TS\d+: /.test(text),
  isSilentWhenClean: true,
  // Only with `--pretty`.
  countSaid: (text) => sumOf(text, /^Found (\d{1,9}) errors? in /gm),
  read: (text, tool) =>
    readEntries(text.matchAll(LINE), ([, file, start, prettyFile, prettyStart, level, rule, message]) =>
      toHit({
        tool,
        file: file ?? prettyFile,
        rule,
        message,
        isError: level === "error",
        start: start ?? prettyStart,
      }),
    ),
};
