import { tool, type ToolSet } from "ai";
import { z } from "zod";
import type { ReviewTools, ToolAnswer } from "../review-tools.ts";

const path = z.string().describe("as on the desk: review/… for what you were given, else from the repository's root");
const start = z.int().positive().optional().describe("first line, from 1");
const end = z.int().positive().optional().describe("last line, included");

/** Our tools in the form of the SDK. `remember` gets the whole answer, the model only its text. */
export function toolSet(tools: ReviewTools, remember: (id: string, answer: ToolAnswer) => void): ToolSet {
  const run =
    <Ask>(answer: (ask: Ask) => Promise<ToolAnswer>) =>
    async (ask: Ask, { toolCallId }: { toolCallId: string }): Promise<string> => {
      const result = await answer(ask);
      remember(toolCallId, result);
      return result.text;
    };
  return {
    list_files: tool({
      description: "Lists files of the reviewed commit, or of review/, below a folder or by a glob.",
      inputSchema: z.object({ path: path.optional(), glob: z.string().optional().describe("such as src/**/*.ts") }),
      execute: run((ask) => tools.list(ask)),
    }),
    read_file: tool({
      description: "Reads a file of the reviewed commit or of review/, with line numbers.",
      inputSchema: z.object({ path, start, end }),
      execute: run((ask) => tools.read(ask)),
    }),
    search: tool({
      description: "Finds lines of the reviewed commit, or of review/, that hold a text or match a pattern.",
      inputSchema: z.object({
        pattern: z.string().min(1),
        path: path.optional(),
        isRegex: z.boolean().optional().describe("the pattern is a simple regular expression, not a text"),
      }),
      execute: run((ask) => tools.search(ask)),
    }),
    diff: tool({
      description: "Shows how a file was changed, as a patch.",
      inputSchema: z.object({ path }),
      execute: run((ask) => tools.diff(ask)),
    }),
    blame: tool({
      description: "Shows who last changed lines of a file, when and in which commit.",
      inputSchema: z.object({ path, start, end }),
      execute: run((ask) => tools.blame(ask)),
    }),
  };
}
