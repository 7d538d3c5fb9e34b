import { decodeCell, readTable } from "#grammar/tables.ts";
import { LEDGER_COLUMNS, RULING_COLUMNS } from "#grammar/report/own-parts.ts";
import { isBlank, type ScannedLine } from "#grammar/lines.ts";
import { type Credit, type Member, memberSchema, type Ruling, rulingSchema } from "#model/cluster.ts";
import { type ClusterId, clusterIdSchema, reviewerIdSchema } from "#model/ids.ts";
import type { Unplaced } from "#model/panel/reviewer.ts";

/** One cluster as our own report states it: its members and its ruling. */
export interface StatedCluster {
  readonly id: ClusterId;
  readonly credits: readonly Credit[];
  readonly members: readonly Member[];
  readonly ruling: Ruling;
}

/** Reads the ledger of a report that we rendered; undefined if it is missing or does not add up. */
export function readLedger(lines: readonly ScannedLine[]): StatedCluster[] | undefined {
  const texts = lines.map(({ text }) => text);
  let members: Map<string, Member> | undefined;
  let clusters: StatedCluster[] | undefined;
  for (let at = 0; at < texts.length; at += 1) {
    const table = readTable(texts, at);
    if (table === undefined) continue;
    if (isHead(table.head, LEDGER_COLUMNS)) members = new Map(table.rows.flatMap(readMember));
    if (isHead(table.head, RULING_COLUMNS))
      clusters = table.rows.map((row) => readCluster(row, members)).filter((one) => one !== undefined);
    if (isHead(table.head, RULING_COLUMNS) && (clusters ?? []).length < table.rows.length) return undefined;
    at += table.length - 1;
  }
  return clusters;
}

/** Reads the passages that a report of ours lists as unplaced: `### Line 12`, the reason, the text in a fence. */
export function readUnplaced(lines: readonly ScannedLine[]): Unplaced[] {
  const passages: { line: number; why: string[]; text: string[] }[] = [];
  for (const { text, inFence, fence } of lines) {
    const start = inFence ? null : /^### Line (\d{1,9})$/.exec(text);
    const current = passages.at(-1);
    if (start !== null) passages.push({ line: Math.max(1, Number(start[1])), why: [], text: [] });
    else if (current === undefined || fence !== undefined) continue;
    else if (inFence) current.text.push(text);
    else if (!isBlank(text)) current.why.push(text.trim());
  }
  return passages.map(({ line, why, text }) => ({ line, text: text.join("\n"), why: why.join(" ") }));
}

function isHead(head: readonly string[], columns: readonly string[]): boolean {
  return head.length === columns.length && columns.every((column, at) => head[at] === column);
}

function readMember(row: readonly string[]): [string, Member][] {
  const [finding, , , cluster, share, confidence, because = ""] = row;
  const member = memberSchema.safeParse({
    finding,
    share,
    confidence: Number(confidence),
    because: decodeCell(because),
  });
  return member.success ? [[`${cluster} ${finding}`, member.data]] : [];
}

function readCluster(
  row: readonly string[],
  members: ReadonlyMap<string, Member> | undefined,
): StatedCluster | undefined {
  const [label, fate = "", names = "", credited = "", because = ""] = row;
  const id = clusterIdSchema.safeParse(label);
  const ruling = rulingSchema.safeParse(readRuling(fate, decodeCell(because)));
  const found = splitList(names).map((name) => members?.get(`${label} ${name}`));
  const known = found.filter((member) => member !== undefined);
  if (!id.success || !ruling.success || known.length < found.length) return undefined;
  return { id: id.data, credits: splitList(credited).flatMap(readCredit), members: known, ruling: ruling.data };
}

/** `keep as important`, `route to design`, `drop as refuted`. */
function readRuling(text: string, because: string): unknown {
  const [kind, , word] = text.split(" ");
  if (kind === "keep") return { kind, severity: word, because };
  return kind === "route" ? { kind, to: word, because } : { kind, reason: word, because };
}

function readCredit(text: string): Credit[] {
  const open = text.indexOf(" (");
  const reviewer = reviewerIdSchema.safeParse(open < 0 ? text : text.slice(0, open));
  if (!reviewer.success) return [];
  return [{ reviewer: reviewer.data, ...(open < 0 ? {} : { note: decodeCell(text.slice(open + 2, -1)) }) }];
}

const splitList = (cell: string): string[] => cell.split("; ").filter((part) => part !== "" && part !== "—");
