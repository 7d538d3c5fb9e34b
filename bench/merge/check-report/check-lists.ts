import { tablesOf } from "./markdown.ts";
import type { Sheet } from "./read-sheet.ts";

/** Lists that are numbered are numbered through, and a reviewer has one name everywhere. */
export function* checkLists(sheet: Sheet): Generator<string> {
  for (const [at, { id, name }] of sheet.panel.entries()) {
    const over = sheet.retro?.head[at + 1];
    if (over !== undefined && over !== name && over !== id) yield `panel: ${name} is called ${over} in the retro`;
  }
  const decisions = tablesOf(sheet.computed("Resolution")).find(({ head }) => head[0] === "#");
  for (const [at, [number]] of (decisions?.rows ?? []).entries()) {
    if (number !== String(at + 1)) yield `resolution: row ${at + 1} has the number ${number}`;
  }
  const clusters = new Set(sheet.rulings.map(({ cluster }) => cluster));
  for (const { text } of sheet.computed("Evidence Checked")) {
    const id = /^- (\S+): /.exec(text)?.[1];
    if (id !== undefined && !clusters.has(id)) yield `evidence: there is no ${id}`;
  }
  yield* checkUnproven(sheet);
  yield* checkMerged(sheet);
  const findings = new Set(sheet.ledger.map(({ finding }) => finding));
  for (const [finding = ""] of tablesOf(sheet.computed("Places and Quotes Checked"))[0]?.rows ?? []) {
    if (!findings.has(finding)) yield `places: nobody raised ${finding}`;
  }
  const last = new Map<string, number>();
  for (const [id = ""] of tablesOf(sheet.computed("Observations Raised"))[0]?.rows ?? []) {
    const [, who = "", number] = /^(.*\D)(\d+)$/.exec(id) ?? [];
    if (Number(number) !== (last.get(who) ?? 0) + 1)
      yield `observations: ${id} does not follow ${who}${last.get(who) ?? 0}`;
    last.set(who, Number(number));
  }
}

/** `2 of 3 important findings are unproven`, by the lines below it. */
function* checkUnproven(sheet: Sheet): Generator<string> {
  const lines = sheet.computed("Evidence Checked").map(({ text }) => text);
  const said = lines.find((text) => text.endsWith(" unproven.") && !text.startsWith("- ")) ?? "";
  const listed = new Set(
    lines.flatMap((text) => (/\bunproven: /.test(text) ? (/^- (\S+): /.exec(text)?.[1] ?? []) : [])),
  );
  for (const severity of ["critical", "important", "suggestion"]) {
    const own = sheet.rulings.filter(({ ruling }) => ruling === `keep as ${severity}`);
    const unproven = own.filter(({ cluster }) => listed.has(cluster)).length;
    const [, count = "0", all = String(own.length)] = new RegExp(`(\\d+) of (\\d+) ${severity}`).exec(said) ?? [];
    if (Number(count) !== unproven || Number(all) !== own.length)
      yield `evidence: ${count} of ${all} ${severity} unproven, by the lines ${unproven} of ${own.length}`;
  }
}

/** Each merged finding is listed with as many members as the ledger has. */
function* checkMerged(sheet: Sheet): Generator<string> {
  const listed = new Map<string, number>();
  let cluster = "";
  for (const { text } of sheet.computed("Merged Findings")) {
    cluster = /^- (\S+)$/.exec(text)?.[1] ?? cluster;
    if (text.startsWith("  - ")) listed.set(cluster, (listed.get(cluster) ?? 0) + 1);
  }
  for (const { cluster: id, members } of sheet.rulings) {
    const expected = members.length > 1 ? members.length : 0;
    if ((listed.get(id) ?? 0) !== expected) yield `merged: ${id} lists ${listed.get(id) ?? 0} of ${expected} members`;
  }
}
