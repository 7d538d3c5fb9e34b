import { resolve } from "node:path";
import { applyRules, isIgnored, type AppliedRule } from "#pipeline/rules/apply-rules.ts";
import {
  gatherProposals,
  saveListing,
  type Proposals,
  readListing,
  describeSources,
} from "#pipeline/rules/propose-rules.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder } from "../archive-folder.ts";
import { plural } from "#util/words.ts";
import { EXIT, type ExitCode, type Io, printJson } from "../io.ts";

/** What `deep-review rules propose` takes. */
export interface RulesProposeOptions {
  readonly apply?: readonly string[];
  readonly json?: boolean;
  readonly archive?: string;
  readonly repo?: string;
}

/** `deep-review rules propose`: proposes rules from past reviews and decisions; writes only what `--apply` names. */
export async function runRulesPropose(options: RulesProposeOptions, io: Io): Promise<ExitCode> {
  const folder = resolve(io.cwd(), options.repo ?? ".");
  const archive = await archiveFolder(options, io);
  const today = new Date().toISOString().slice(0, 10);
  const found = await gatherProposals({ folder, archive, today });
  for (const note of found.notes) io.stderr.write(`${printable(note)}\n`);
  if (options.apply !== undefined) return apply(options, io, { found, archive, today });
  await saveListing(
    archive,
    found.proposals.map(({ id }) => id),
  ).catch(() => {
    io.stderr.write("The order of this list could not be saved; use the ids with --apply.\n");
  });
  if (options.json === true) printJson(found.proposals.map(toJson), io);
  else io.stdout.write(page(found));
  return EXIT.ok;
}

type Proposal = Proposals["proposals"][number];

function toJson(proposal: Proposal, at: number): object {
  const { id, kind, wording, paths, because, sources, until, rule } = proposal;
  const place = rule === undefined ? undefined : { file: rule.file, line: rule.item.start, text: rule.item.text };
  return { number: at + 1, id, kind, wording, paths, because, sources, until, rule: place };
}

function page({ proposals, reviews, decisions }: Proposals): string {
  const read = `${plural(reviews, "review")} and ${plural(decisions, "decision")} were read.`;
  if (proposals.length === 0) return `Nothing to propose. ${read}\n`;
  const blocks = proposals.map((proposal, at) => {
    const { kind, wording, paths, because, sources, until, rule, id } = proposal;
    const place = rule === undefined ? "" : `  ${rule.file}:${rule.item.start}`;
    return [
      `${String(at + 1).padStart(3)}  ${kind}${place}  for ${paths?.join(", ") ?? "all files"}  (${id})`,
      `     ${wording}`,
      ...(kind === "change" ? [`     instead of: ${rule?.item.text ?? ""}`] : []),
      `     because: ${because}`,
      `     from ${describeSources(sources)}${until === undefined ? "" : `; until ${until}`}`,
      "",
    ];
  });
  const end = [
    `${plural(proposals.length, "proposal")}. ${read}`,
    "Nothing was changed. To write the ones you want: deep-review rules propose --apply 1 …",
  ];
  return `${[...blocks.flat(), ...end].map((line) => printable(line)).join("\n")}\n`;
}

interface Application {
  readonly found: Proposals;
  readonly archive: string;
  readonly today: string;
}

async function apply(options: RulesProposeOptions, io: Io, { found, archive, today }: Application): Promise<ExitCode> {
  const listing = (await readListing(archive)) ?? found.proposals.map(({ id }) => id);
  const ids = [
    ...new Set((options.apply ?? []).flatMap((word) => word.split(",")).map((word) => readId(word, listing))),
  ];
  const wanted = found.proposals.filter(({ id }) => ids.includes(id));
  const done = await applyRules(found.listed, wanted, today);
  const settled = ids.filter((id) => !wanted.some((proposal) => proposal.id === id));
  if (options.json === true) {
    const rows = done.map(({ proposal, outcome, diff }) => ({ id: proposal.id, outcome, diff }));
    printJson([...rows, ...settled.map((id) => ({ id, outcome: "settled-already", diff: [] }))], io);
    return EXIT.ok;
  }
  const lines = [
    ...done.flatMap(describeApplied),
    ...settled.map((id) => `${id}: nothing to do; it is no longer proposed.`),
  ];
  io.stdout.write(`${lines.map((line) => printable(line)).join("\n")}\n`);
  if (done.some(({ outcome }) => outcome === "applied")) await printNextSteps(io, found.listed.root);
  return EXIT.ok;
}

/** Numbers refer to the last list, so that they keep their meaning when some proposals are applied. */
function readId(word: string, listing: readonly string[]): string {
  const id = /^P-[0-9a-f]{10}$/.test(word) ? word : /^\d{1,6}$/.test(word) ? listing[Number(word) - 1] : undefined;
  if (id !== undefined) return id;
  throw new UserError({
    what: `there is no proposal "${word}"`,
    why: listing.length === 0 ? "nothing is proposed" : `the last list has the numbers 1 to ${listing.length}`,
    fix: "run `deep-review rules propose` to list them",
  });
}

function describeApplied({ proposal, outcome, diff }: AppliedRule): string[] {
  const { id, rule } = proposal;
  const place = rule === undefined ? "" : `${rule.file}:${rule.item.start}`;
  if (outcome === "applied") return [`${id}: .deep-review/rules.md`, ...diff.map((line) => `  ${line}`), ""];
  if (outcome === "in-another-file") return [`${id}: not applied. The rule is in ${place}, which is yours to edit.`];
  return [`${id}: nothing to do; ${outcome === "gone-already" ? "the rule is gone" : "it is there"} already.`];
}

async function printNextSteps(io: Io, root: string): Promise<void> {
  const add = (await isIgnored(root)) ? "git add -f" : "git add";
  io.stdout.write(`Reviews read this file from the base branch. Run ${add} .deep-review/rules.md, and commit it.\n`);
}
