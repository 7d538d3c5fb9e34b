import type { DocumentReader } from "../format-reader.ts";
import { field } from "../values.ts";
import { readSarif } from "../../sarif/read-sarif.ts";
import type { ToolHit } from "#model/panel/tool-hit.ts";

/** SARIF, read as a file of `--sarif` is. */
export const sarifReader: DocumentReader = {
  format: "sarif",
  tool: "",
  isMine: (value) => Array.isArray(field(value, "runs")) && field(value, "version") !== undefined,
  canRead: (value) => Array.isArray(field(value, "runs")),
  read(value) {
    const read = readSarif(JSON.stringify(value), {});
    if (!read.ok) return { hits: [], odd: 0, problem: read.why };
    const problems = read.reviews.flatMap(({ notUnderstood, failure }) => [notUnderstood ?? [], failure ?? []].flat());
    const hits = read.reviews.flatMap(({ tool, hits: found }) =>
      found.map(({ check, severity, explanation, places: [place] }): ToolHit => ({
        tool,
        rule: check.slice(tool.length + 1),
        message: explanation,
        isError: severity !== "suggestion",
        file: place?.location.path,
        start: place?.location.start,
        end: place?.location.end,
      })),
    );
    const problem = problems.length === 0 ? undefined : problems.join("; ");
    return { hits, odd: 0, problem, tools: read.reviews.map(({ tool }) => tool) };
  },
};
