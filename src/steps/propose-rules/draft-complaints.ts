import { isPattern } from "#grammar/rules/read-scope.ts";
import { oneLine, plural } from "#util/words.ts";
import { type Complaint, onePerSeries } from "./complaints/complaint.ts";
import { groupComplaints } from "./complaints/group-complaints.ts";
import type { DraftProposal, ProposalSource } from "./proposal.ts";

/** Rules that would have avoided what people repeatedly declined or reviews repeatedly dropped. */
export function draftComplaints(complaints: readonly Complaint[], until: string): DraftProposal[] {
  return groupComplaints(complaints).flatMap((group) => draftGroup(group, until));
}

const ENOUGH_DECLINES = 2;
const ENOUGH_DROPS = 3;

function draftGroup(group: readonly Complaint[], until: string): DraftProposal[] {
  const sorted = group.toSorted((one, other) => (one.date ?? "").localeCompare(other.date ?? "", "en"));
  const last = sorted.findLast(({ fate }) => fate !== "dropped");
  // Somebody who fixed or reopened it wants to know about it.
  if (last?.fate === "fixed" || last?.fate === "reopened") return [];
  if (group.some(({ severity }) => severity === "critical")) return [];
  const declined = onePerSeries(sorted.filter(({ fate }) => fate === "declined"));
  const dropped = onePerSeries(sorted.filter(({ fate }) => fate === "dropped"));
  const all = onePerSeries(sorted.filter(({ fate }) => fate === "declined" || fate === "dropped"));
  const isDeclined = declined.length >= ENOUGH_DECLINES;
  if (!isDeclined && all.length < ENOUGH_DROPS) return [];
  const paths = scopeOf(group);
  if (paths === "odd") return [];
  const words = isDeclined ? describeDeclined(declined) : describeDropped(all);
  const counted = [
    ...(declined.length === 0 ? [] : [`declined in ${plural(declined.length, "review")}`]),
    ...(dropped.length === 0 ? [] : [`dropped in ${plural(dropped.length, "review")}`]),
  ];
  return [
    {
      kind: "add",
      wording: words,
      paths,
      because: `${counted.join(", ")}${describeCheckComplaint(group)}`,
      sources: sourcesOf([...declined, ...dropped]),
      until: lastDay(
        sorted.filter(({ fate }) => fate === "declined"),
        until,
      ),
    },
  ];
}

/** A rule does not outlive a decision that it is based on. */
function lastDay(declined: readonly Complaint[], until: string): string {
  return declined.reduce((first, one) => (one.until !== undefined && one.until < first ? one.until : first), until);
}

function describeDeclined(declined: readonly Complaint[]): string {
  const { title, check } = declined.at(-1) ?? {};
  const subject = check === undefined ? `“${clip(title)}”` : `what the check ${check} finds (“${clip(title)}”)`;
  const reason = declined.findLast((one) => one.reason !== undefined)?.reason;
  const why = reason === undefined ? "People declined it, without a reason" : `People declined it: ${clip(reason)}`;
  return `Do not raise ${subject} again. ${why}. Raise it only with new evidence, or where its code has changed.`;
}

function describeDropped(dropped: readonly Complaint[]): string {
  const { title, reason = "no reason is given" } = dropped.at(-1) ?? {};
  return `Do not raise “${clip(title)}” without evidence from the code: reviews dropped it again and again. ${sentence(reason)}`;
}

const MAX_COUNT = 300;
/** A person's address: a rule is about code, and is read by many. */
const ADDRESS = /<?(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}>?/g;

function clip(text = ""): string {
  const line = oneLine(text.replaceAll(ADDRESS, ""));
  const cut = line.length <= MAX_COUNT ? line : `${line.slice(0, line.lastIndexOf(" ", MAX_COUNT))} …`;
  return cut.replace(/[.\s]+$/, "");
}

const sentence = (text: string): string => `${clip(text).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}.`;

function describeCheckComplaint(group: readonly Complaint[]): string {
  const check = group[0]?.check;
  return check === undefined ? "" : `; \`deep-review rules ${check}\` says how to switch the check off`;
}

function sourcesOf(complaints: readonly Complaint[]): ProposalSource[] {
  return complaints.map(({ fate, ref }) => ({ kind: fate === "declined" ? "decision" : "drop", ref }));
}

/**
 * Few files are named, many are represented by their common folder. Undefined: all files; `odd`: a path that cannot be
 * written.
 */
function scopeOf(group: readonly Complaint[]): readonly string[] | undefined | "odd" {
  const paths = [...new Set(group.flatMap(({ path }) => (path === undefined ? [] : [path])))].sort();
  if (paths.length === 0) return undefined;
  if (paths.some((path) => !isPattern(path))) return "odd";
  if (paths.length <= MAX_FILES) return paths;
  const folders = paths.map((path) => path.split("/").slice(0, -1));
  const [first = []] = folders;
  const deep = first.findIndex((name, at) => folders.some((other) => other[at] !== name));
  const common = deep < 0 ? first : first.slice(0, deep);
  return common.length === 0 ? undefined : [`${common.join("/")}/**`];
}

const MAX_FILES = 3;
