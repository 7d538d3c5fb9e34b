import { createInterface } from "node:readline";
import { parseMember, describeMemberSetting } from "#config/member-setting.ts";
import { readWrittenUserConfig, type WrittenUserConfig, writeUserConfig } from "#config/user-config.ts";
import { type CheckedChoice, checkChoice } from "#pipeline/agents/prepare/check-choice.ts";
import { type FoundAgent, findAgentsHere, isReady, wantsOf } from "#pipeline/agents/find-agents.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { drawSections, wrapText } from "../doctor/lay-out.ts";
import { describeProposal, findGatesHere, proposeGatesHere, writeGates } from "../gates-proposal.ts";
import { EXIT, type ExitCode, type Io, readableWidth, wantsColor } from "../io.ts";
import { formatUserError } from "../output/show-error.ts";

/** What `deep-review init` takes. */
export interface InitOptions {
  readonly reviewers?: string;
  readonly none?: boolean;
  readonly verifier?: string;
  readonly editor?: string;
  readonly force?: boolean;
  /** Writes the recognised gates into the configuration of the repository. */
  readonly gates?: boolean;
}

/** `deep-review init`: sets which agents take part in every review. */
export async function runInit(options: InitOptions, io: Io): Promise<ExitCode> {
  const { gates, ...others } = options;
  // Whoever names only gates has nothing to say about agents.
  if (gates === true && Object.values(others).every((value) => value === undefined)) return addGates(io);
  const before = await readWrittenUserConfig(io.env).catch((error: unknown) => {
    if (options.force === true) return {};
    throw error;
  });
  const checked = await choose(options, before, io);
  if (checked === "left") {
    io.stderr.write("\nNothing was written.\n");
    return EXIT.interrupted;
  }
  if (checked === undefined) {
    io.stdout.write("Nothing was written. Run `deep-review doctor` to see what is missing.\n");
    return EXIT.ok;
  }
  const path = await writeUserConfig(checked.written, io.env);
  printChoice(checked, path, io);
  if (gates === true) return addGates(io);
  await offerGates(io);
  return EXIT.ok;
}

/** Asks a person whether the recognised gates are to be written; elsewhere they are only shown. */
async function offerGates(io: Io): Promise<void> {
  const proposal = await proposeGatesIfNone(io);
  if (proposal === "") return;
  io.stdout.write(`\n${proposal}`);
  if (io.stdin?.isTTY !== true) return;
  const lines = openLines(io);
  try {
    io.stderr.write("Write them into the configuration now? [y/N] > ");
    const answer = await lines.next();
    if (answer !== undefined && /^y(?:es)?$/i.test(answer.trim())) await addGates(io);
  } finally {
    lines.close();
  }
}

/** Writes the recognised gates into the configuration of this repository. */
async function addGates(io: Io): Promise<ExitCode> {
  const root = await findRepositoryRoot(io.cwd());
  const found = await findGatesHere(root);
  if (found === undefined) {
    throw new UserError({
      what: "no gates were recognised",
      why: "no file of this repository suggests how it is tested or checked",
      fix: 'name them in deep-review.config.json: { "gates": { "test": "…" } }',
    });
  }
  const written = await writeGates(root, found);
  if (written === undefined) {
    throw new UserError({
      what: "the gates were not written",
      why: "the configuration of this repository names gates already, or is not a plain deep-review.config.json",
      fix: `put this into it by hand:\n${describeProposal(found)}`,
    });
  }
  const how = written.setup.length === 0 ? HOW_TO_ALLOW : `${HOW_TO_ALLOW}\n${SETUP_NEEDS_TRUST}`;
  io.stdout.write(`Wrote ${written.name}:\n${describeProposal(written)}\n${how}\n`);
  return EXIT.ok;
}

const HOW_TO_ALLOW =
  "Read it. `deep-review --allow-run` runs them once, `deep-review config --trust` in every review until the file changes.";
const SETUP_NEEDS_TRUST =
  "The set-up has the network only with `config --trust`: without it, commands that download packages fail.";

/** The repository's file is written by people: `init` only proposes. Nothing if it names gates, or cannot be read. */
async function proposeGatesIfNone(io: Io): Promise<string> {
  try {
    const root = await findRepositoryRoot(io.cwd());
    const { gates } = await loadConfig({ root, env: io.env, from: "worktree", change: { folder: root } });
    return gates.length === 0 ? await proposeGatesHere(root) : "";
  } catch {
    return "";
  }
}

/** The choice; undefined if there is nothing to choose from, `left` if the user quit. */
async function choose(
  options: InitOptions,
  before: WrittenUserConfig,
  io: Io,
): Promise<CheckedChoice | undefined | "left"> {
  const { reviewers, none, verifier, editor } = options;
  if (none === true && reviewers !== undefined) {
    throw new UserError({
      what: "--reviewers and --none contradict each other",
      why: "both set the panel",
      fix: "use one of them",
    });
  }
  const others = { verifier, editor };
  // No agents means no verifier and no editor, either.
  if (none === true) return checkChoice({ panel: "", ...others }, {}, io.env);
  if (reviewers !== undefined) return checkChoice({ panel: reviewers, ...others }, before, io.env);
  if (verifier !== undefined || editor !== undefined) return checkChoice(others, before, io.env);
  if (io.stdin?.isTTY !== true) {
    throw new UserError({
      what: "init cannot ask you",
      why: "standard input is not a terminal",
      fix: "name the agents: `deep-review init --reviewers claude,codex@high`, or `deep-review init --none`",
    });
  }
  return askPerson(before, io);
}

async function askPerson(before: WrittenUserConfig, io: Io): Promise<CheckedChoice | undefined | "left"> {
  const found = await findAgentsHere(io.env);
  const ready = found.filter((one) => isReady(one)).map(({ adapter }) => adapter.id);
  const width = readableWidth(io.stderr);
  const title = "Which agents should take part in every review?";
  const now = before.panel === undefined ? [] : [`Now: ${describePanel(before) || "none"}.`];
  const rows = found.map((one, at) => ({ label: `${at + 1}  ${one.adapter.product}`, ...stateOf(one) }));
  const screen = { width, color: wantsColor(io, io.stderr) };
  const words = [...now, COSTS, ANSWERS].flatMap((line) => wrapText(printable(line), width));
  io.stderr.write(`${drawSections([{ title, rows }], screen)}\n${words.join("\n")}\n`);
  const lines = openLines(io);
  try {
    for (;;) {
      io.stderr.write(`[${ready.join(",") || "no change"}] > `);
      const answer = await lines.next();
      if (answer === undefined) return "left";
      if (answer.trim() === "" && ready.length === 0) return undefined;
      const panel = readAnswer(answer, ready, found);
      const checked = await checkChoice({ panel }, before, io.env).catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
        io.stderr.write(`${formatUserError(error)}\n`);
        return undefined;
      });
      if (checked !== undefined) return checked;
    }
  } finally {
    lines.close();
  }
}

const COSTS =
  "Agents send code to their vendors and cost what your accounts there cost. Only your choice starts them; no repository can.";
const ANSWERS =
  "Press Enter for those in brackets, or type numbers or names with commas (1,2 or claude,codex@high), or none. Ctrl-C quits.";

function stateOf(found: FoundAgent) {
  const { adapter, program, login, version = "" } = found;
  const wants = wantsOf(adapter);
  if (program === undefined) return row("not installed", "dim", [adapter.install]);
  if (login.by === undefined) return row("not signed in, as far as we can see", "yellow", [adapter.login.how]);
  if (wants !== undefined) return row("needs a model", "yellow", [wants]);
  return row(`ready ${version}`.trim(), "green", [
    `signed in by ${login.by.kind === "file" ? "~/" : ""}${login.by.name}`,
  ]);
}

const row = <S extends "dim" | "yellow" | "green">(text: string, style: S, lines: readonly string[]) => ({
  state: { text, style },
  lines,
});

function readAnswer(answer: string, ready: readonly string[], found: readonly FoundAgent[]): string {
  const text = answer.trim();
  if (text === "") return ready.join(",");
  if (text.toLowerCase() === "none") return "";
  const parts = text.split(/[,\s]+/).filter((part) => part !== "");
  return parts.map((part) => (/^\d+$/.test(part) ? (found[Number(part) - 1]?.adapter.id ?? part) : part)).join(",");
}

/** Lines that a person types; undefined after the last one or Ctrl-C. Works on any terminal. */
function openLines({ stdin }: Io) {
  const reader = createInterface({ input: stdin!, terminal: false });
  const waiting: ((line: string | undefined) => void)[] = [];
  const written: string[] = [];
  let isOver = false;
  const end = (): void => {
    isOver = true;
    for (const give of waiting.splice(0)) give(undefined);
  };
  reader.on("line", (line) => {
    const give = waiting.shift();
    if (give === undefined) written.push(line);
    else give(line);
  });
  reader.on("close", end);
  process.once("SIGINT", end);
  return {
    next(): Promise<string | undefined> {
      const line = written.shift();
      if (line !== undefined || isOver) return Promise.resolve(line);
      return new Promise((resolve) => waiting.push(resolve));
    },
    close(): void {
      process.removeListener("SIGINT", end);
      reader.close();
      // An open terminal would keep the process alive.
      stdin?.pause();
    },
  };
}

function describePanel({ panel = [] }: WrittenUserConfig): string {
  return panel
    .map((written) => {
      const member = parseMember(written);
      return member === undefined ? "" : describeMemberSetting(member);
    })
    .join(", ");
}

function printChoice({ written, notes }: CheckedChoice, path: string, io: Io): void {
  const { verifier, editor } = written;
  const names = describePanel(written);
  const others = [
    ...(verifier === undefined ? [] : [`Verifier: ${describePanel({ panel: [verifier] })}.`]),
    ...(editor === undefined ? [] : [`Editor: ${describePanel({ panel: [editor] })}.`]),
  ];
  const asked =
    names === ""
      ? ["No agent takes part unless you name one with --reviewers or --panel."]
      : [
          `Every review now asks ${names}, besides the built-in reviewers.`,
          "Each review costs what your accounts with them cost. Nothing else starts them; `--panel quick` leaves them out once.",
        ];
  const lines = [`Wrote ${path}.`, ...asked, ...others, ...notes];
  io.stdout.write(`${lines.map((line) => printable(line)).join("\n")}\n`);
}
