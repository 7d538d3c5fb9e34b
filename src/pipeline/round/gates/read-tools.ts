import type { ChangeIndex, SideIndex } from "#model/change/change-index.ts";
import type { Gate } from "#model/panel/gate.ts";
import type { ToolFormat, ToolHit, ToolOutput } from "#model/panel/tool-hit.ts";
import { findLost } from "#reviewers/linter/find-lost.ts";
import { isOnAddedLine } from "#reviewers/linter/find-new-hits.ts";
import { type LocatedHits, locateHits } from "#reviewers/linter/locate-hits.ts";
import { type PrintedOutput, readToolOutput } from "#reviewers/linter/read-tool-output.ts";
import type { GateOutputs } from "./run-gates.ts";

/** What linters of one gate say on both sides. */
export interface GateReading {
  readonly gate: Gate;
  readonly tools: readonly string[];
  readonly head: LocatedHits;
  /** Undefined: nobody needed it, or it is not known at all. */
  readonly base?: LocatedHits | undefined;
  /** Why it is not known, or not wholly, what the base says. A clause. */
  readonly baseUnknown?: string | undefined;
  /** What of the head could not be read and may hide findings, a clause. */
  readonly notUnderstood?: string | undefined;
}

/** Reads what gates print, and keeps what linters say. */
export interface ToolReader extends GateOutputs {
  /** In the order of the gates. */
  readings(): readonly GateReading[];
  /** What should have been read and could not be, with the gate's name. */
  unread(): readonly { readonly gate: string; readonly why: string }[];
}

type Printed = PrintedOutput | string | undefined;

export function openToolReader(index: ChangeIndex): ToolReader {
  const readings = new Map<string, GateReading>();
  const formats = new Map<string, ToolFormat>();
  const unread: { gate: string; why: string }[] = [];
  return {
    async takeHead(gate, printed) {
      if (typeof printed === "string") unread.push({ gate: gate.name, why: printed });
      const output = read(gate, printed, formatOf(gate));
      if (typeof printed !== "object") return false;
      if (output === undefined) {
        if (gate.report !== undefined) unread.push({ gate: gate.name, why: UNKNOWN_REPORT });
        return false;
      }
      formats.set(gate.name, output.format);
      const { tools, hits, notUnderstood } = output;
      const head = await locate(hits, index.head);
      readings.set(gate.name, { gate, tools, head, notUnderstood });
      if (notUnderstood !== undefined) unread.push({ gate: gate.name, why: describeUnread(output) });
      const isOnChange = head.placed.some((one) => isOnAddedLine(one, (path) => index.addedLines(path)));
      // A red gate runs at the base anyway, and then other places may tell why it is red.
      return isOnChange || (!printed.isGreen && hits.length > 0) || findLost(head.elsewhere, index).length > 0;
    },
    async takeBase(gate, printed) {
      const reading = readings.get(gate.name);
      if (reading === undefined) return undefined;
      const output = read(gate, printed, formats.get(gate.name));
      const base = output === undefined ? undefined : await locate(output.hits, index.base);
      const baseUnknown = typeof printed === "string" ? printed : output?.notUnderstood;
      readings.set(gate.name, { ...reading, base, baseUnknown });
      return baseUnknown;
    },
    readings: () => [...readings.values()],
    unread: () => unread,
  };
}

const UNKNOWN_REPORT = 'its report is in no form that is known; name it with "format", or say "none"';

const formatOf = ({ format }: Gate): ToolFormat | undefined => (format === "none" ? undefined : format);

function read({ name }: Gate, printed: Printed, format: ToolFormat | undefined): ToolOutput | undefined {
  if (printed === undefined || typeof printed === "string") return undefined;
  return readToolOutput(printed, { format, tool: name });
}

const describeUnread = ({ format, notUnderstood }: ToolOutput): string =>
  `what it printed could not be read as ${format}: ${notUnderstood}`;

function locate(hits: readonly ToolHit[], { tree }: SideIndex): Promise<LocatedHits> {
  const paths = new Set(tree.files.map(({ path }) => path));
  return locateHits(hits, { paths, read: (path) => tree.read(path), roots: [] });
}
