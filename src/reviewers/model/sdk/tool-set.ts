import { tool, type ToolSet } from "ai";
import { z } from "zod";
import type { ReviewTools, ToolAnswer } from "../review-tools.ts";

const path = z.string().describe("as on the desk: review/… for what you were given, else from the repository's root");
const start = z.int().positive().optional().describe("first line, from 1");
const end = z.int().positive().optional().describe("last line, included");

/** Our tools in the form of the SDK. `remember` gets the whole answer, the model only its text. */
export function toolSet(tools: ReviewTools, remember: (id: string, answer: ToolAnswer) => void): ToolSet {
  const run =
    <Request>(answer: (request: Request) => Promise<ToolAnswer>) =>
    async (request: Request, { toolCallId }: { toolCallId: string }): Promise<string> => {
      const result = await answer(request);
      remember(toolCallId, result);
      return result.text;
    };
  return {
    list_files: tool({
      description: "Lists files of the reviewed commit, or of review/, below a folder or by a glob.",
      inputSchema: z.object({ path: path.optional(), glob: z.string().optional().describe("such as src/**/*.ts") }),
      execute: run((request) => tools.list(request)),
    }),
    read_file: tool({
      description: "Reads a file of the reviewed commit or of review/, with line numbers.",
      inputSchema: z.object({ path, start, end }),
      execute: run((request) => tools.read(request)),
    }),
    search: tool({
      description: "Finds lines of the reviewed commit, or of review/, that hold a text or match a pattern.",
      inputSchema: z.object({
        pattern: z.string().min(1),
        path: path.optional(),
        isRegex: z.boolean().optional().describe("the pattern is a simple regular expression, not a text"),
      }),
      execute: run((request) => tools.search(request)),
    }),
    diff: tool({
      description: "Shows how a file was changed, as a patch.",
      inputSchema: z.object({ path }),
      execute: run((request) => tools.diff(request)),
    }),
    blame: tool({
      description: "Shows who last changed lines of a file, when and in which commit.",
      inputSchema: z.object({ path, start, end }),
      execute: run((request) => tools.blame(request)),
    }),
  };
}
