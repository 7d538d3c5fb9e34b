import { isKept, severityOf } from "./facts.ts";
import type { RulingRow, Sheet } from "./read-sheet.ts";

/** The two tables of the ledger tell the same: each finding once, under the ruling of its cluster. */
export function* checkLedger({ ledger, rulings, panel }: Sheet): Generator<string> {
  const byCluster = new Map(rulings.map((row) => [row.cluster, row]));
  if (byCluster.size < rulings.length) yield "ledger: a cluster is ruled on twice";
  const homes = new Set<string>();
  for (const { finding, reviewer, cluster, became, share } of ledger) {
    const where = `ledger, ${finding}`;
    if (!panel.some(({ id }) => id === reviewer)) yield `${where}: ${reviewer} is not on the panel`;
    const ruling = byCluster.get(cluster);
    if (ruling === undefined) yield `${where}: there is no cluster ${cluster}`;
    else if (share !== "duplicate" && became !== endingOf(ruling)) yield `${where}: ${became}, but ${ruling.ruling}`;
    if (share === "duplicate" && became !== "dropped: duplicate-within-reviewer")
      yield `${where}: a duplicate ${became}`;
    if (share === "secondary") continue;
    if (homes.has(finding)) yield `${where}: accounted for twice`;
    homes.add(finding);
  }
  for (const { finding, share } of ledger) {
    if (share === "secondary" && !homes.has(finding)) yield `ledger, ${finding}: has no place of its own`;
  }
  for (const { cluster, members } of rulings) {
    const rows = ledger.filter((row) => row.cluster === cluster).map(({ finding }) => finding);
    if (rows.toSorted().join() !== members.toSorted().join()) {
      yield `rulings, ${cluster}: members ${members.join(", ") || "none"}, ledger rows ${rows.join(", ") || "none"}`;
    }
  }
}

/** The findings that a reader sees are the kept ones, each where its severity says, under the names that it credits. */
export function* checkListed(sheet: Sheet): Generator<string> {
  const { rulings, listed, panel } = sheet;
  const label = ({ cluster }: RulingRow): string => cluster.replace(/~\d+$/, "");
  const kept = rulings.filter(isKept);
  const shown = listed.filter(({ isStruck }) => !isStruck).map((finding) => finding.label);
  if (shown.toSorted().join() !== kept.map(label).toSorted().join()) {
    yield `findings: listed ${shown.join(", ") || "none"}, kept ${kept.map(label).join(", ") || "none"}`;
  }
  for (const { label: id, isStruck } of listed) {
    const struck = rulings.some((row) => label(row) === id && row.ruling.startsWith("drop as "));
    if (isStruck && !struck) yield `findings, ${id}: struck out, but not dropped`;
  }
  const names = namesOf(sheet);
  for (const row of kept) {
    const found = listed.filter((finding) => finding.label === label(row) && !finding.isStruck);
    const [only] = found;
    // A label that stands twice cannot be told apart on the page.
    if (only === undefined || found.length > 1) continue;
    const heading = /critical|important|suggestion/i.exec(only.section)?.[0].toLowerCase();
    if (heading !== undefined && heading !== severityOf(row))
      yield `findings, ${row.cluster}: stands under ${heading}, ${row.ruling}`;
    if (sheet.isArchitecture) continue;
    const credited = row.credits.length > 0 ? row.credits : row.members.map((member) => member.split(":")[0] ?? "");
    for (const { id } of panel) {
      const name = names.get(id) ?? id;
      const isNamed = only.line.includes(` [${name}]`) || only.line.includes(` [${name} (`);
      if (isNamed !== credited.includes(id))
        yield `findings, ${row.cluster}: ${name} is ${isNamed ? "" : "not "}named on its line`;
    }
  }
}

/** What was left out is listed once, with the ending that it was ruled to have. */
export function* checkAside(sheet: Sheet): Generator<string> {
  const lines = sheet
    .computed("Moved and Dropped Findings")
    .map(({ text }) => text)
    .filter((text) => text.startsWith("- "));
  const left = sheet.rulings.filter((row) => !isKept(row));
  const ids = lines.map((line) => line.split(" ")[1] ?? "");
  if (
    ids.toSorted().join() !==
    left
      .map(({ cluster }) => cluster)
      .toSorted()
      .join()
  ) {
    yield `left out: listed ${ids.join(", ") || "none"}, ruled ${left.map(({ cluster }) => cluster).join(", ") || "none"}`;
  }
  const names = namesOf(sheet);
  for (const { cluster, ruling, members, credits } of left) {
    const line = lines.find((text) => text.startsWith(`- ${cluster} `)) ?? "";
    const ending = ruling.replace("route to", "moved to").replace("drop as", "dropped,");
    if (line !== "" && !line.includes(`: ${ending}. `)) yield `left out, ${cluster}: not ${ending}`;
    const who = sheet.panel.flatMap(({ id }) => {
      const own = members.filter((member) => member.startsWith(`${id}:`));
      return own.length > 0 || credits.includes(id) ? [[names.get(id) ?? id, ...own].join(" ")] : [];
    });
    const isSaid = who.length === 0 || line.includes(`[${who.join(", ")}]`);
    if (line !== "" && !isSaid) yield `left out, ${cluster}: not by ${who.join(", ")}`;
  }
}

function endingOf(row: RulingRow): string {
  if (isKept(row)) return severityOf(row);
  return row.ruling.replace("route to ", "routed: ").replace("drop as ", "dropped: ");
}

/** The names as the report writes them: they stand over the columns of the retro, in the order of the panel. */
function namesOf({ panel, retro }: Sheet): ReadonlyMap<string, string> {
  return new Map(panel.map(({ id, name }, at) => [id, retro?.head[at + 1] ?? name]));
}
