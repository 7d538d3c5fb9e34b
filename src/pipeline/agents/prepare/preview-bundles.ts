import { join } from "node:path";
import type { Archive } from "#adapters/store/archive.ts";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { Config } from "#config/config.ts";
import type { BundleSet } from "#model/agent/bundle.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Finding } from "#model/finding.ts";
import type { AgentPlan } from "#reviewers/agent/agent-adapter.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { describeBudget, describeBundle } from "#steps/build-context/describe-bundle.ts";
import { promptFor } from "#steps/build-context/prompt-for.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { UserError } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { OwnDecisions } from "../../decisions/own-decisions.ts";
import { ignoreFiles } from "../../round/ignore-files.ts";
import { loadHistory, openHistory } from "../../history.ts";
import { settingsOf } from "../../load-config.ts";
import { analyzerMember, builtInAnalyzers } from "../../panel.ts";
import { readReviewers } from "../choose-panel.ts";
import { makeBundles } from "../make-bundles.ts";
import { lookUp } from "#util/look-up.ts";

/** The change to preview, and for whom. */
export interface PreviewRequest {
  readonly change: ScopeRequest;
  readonly pull?: PullRequest;
  readonly config: Config;
  /** As in `--reviewers`. Absent: any reviewer. */
  readonly reviewer?: string;
  readonly isBlind: boolean;
  readonly archive: Archive;
  /** The repository's root. */
  readonly root: string;
  /** In CI a change must not decide about itself. */
  readonly isCi: boolean;
  readonly ownDecisions?: OwnDecisions;
  readonly continues?: string;
  readonly signal: AbortSignal;
}

/** What a reviewer would get. */
export interface Preview {
  readonly set: BundleSet;
  /** One for each bundle. */
  readonly prompts: readonly string[];
  /** How the program of an agent would be started, with placeholders for folders and without the values of variables. */
  readonly plan?: AgentPlan;
  readonly isBlind: boolean;
}

/** Builds what a reviewer would get, with the findings of the built-in reviewers. Sends nothing and keeps nothing. */
export async function previewBundles(request: PreviewRequest): Promise<Preview> {
  const { change, config, signal, pull } = request;
  const { isBlind, plan } = readAddressee(request);
  const opened = await openChange({ ...change, signal }, classifyFile);
  try {
    const wanted = { ...opened, change: ignoreFiles(opened.change, config.ignore) };
    const { base, head, history } = wanted;
    const index = buildChangeIndex({ change: wanted.change, base, head, log: () => history.log(), signal });
    const evidence = () => findEvidence({ index, opened: wanted, config, signal });
    const past = openHistory(await loadHistory(opened, request), {
      opened: wanted,
      index,
      source: sourceFromIndex(index),
      panel: [],
      today: new Date().toISOString().slice(0, 10),
    });
    const earlier = () => past.earlier();
    const settings = { ...config.agents.bundle, blind: isBlind };
    const set = await makeBundles({ index, opened: wanted, evidence, gates: NO_GATES, earlier, pull }, settings);
    const prompts = set.bundles.map((bundle) => promptFor("review", bundle));
    return { set, prompts, isBlind, plan };
  } finally {
    await opened.close();
  }
}

interface Addressee {
  readonly isBlind: boolean;
  readonly plan?: AgentPlan;
}

function readAddressee({ reviewer, isBlind, config }: PreviewRequest): Addressee {
  if (reviewer === undefined) return { isBlind };
  const [setting, ...more] = readReviewers(reviewer, config.agents);
  if (setting === undefined || more.length > 0 || builtInAnalyzers().some(({ id }) => id === setting.use)) {
    throw new UserError({
      what: `there is no prompt for "${reviewer}"`,
      why: more.length > 0 ? "these are several reviewers" : "a built-in reviewer reads the change itself",
      fix: `name one agent or model: ${AGENTS.map(({ id }) => id).join(", ")}, or anthropic/claude-opus-5`,
    });
  }
  const adapter = AGENTS.find(({ id }) => id === setting.use);
  const { model, effort } = {
    ...lookUp(config.agents.defaults, setting.use),
    ...omitUndefined({ model: setting.model, effort: setting.effort }),
  };
  const plan = adapter?.plan({
    desk: "<desk>",
    home: "<home>",
    tmp: "<tmp>",
    program: adapter.program,
    version: adapter.tested,
    prompt: "",
    variables: {},
    retries: 2,
    model,
    effort,
  });
  return { isBlind: isBlind || setting.isBlind, plan };
}

interface Evidence {
  readonly index: ChangeIndex;
  readonly opened: OpenedChange;
  readonly config: Config;
  readonly signal: AbortSignal;
}

/** The findings of the built-in reviewers, in the order of the panel. One that fails finds nothing, as in a round. */
async function findEvidence({ index, opened, config, signal }: Evidence): Promise<readonly Finding[]> {
  const members = builtInAnalyzers().filter(({ id }) => !config.off.includes(id));
  const assignment = {
    index,
    opened,
    signal,
    switches: settingsOf(config),
    pass: 1,
    folder: "",
    progress: () => undefined,
    output: { write: () => Promise.resolve() },
    secrets: [],
    evidence: () => Promise.resolve([]),
    gates: NO_GATES,
    earlier: () => Promise.resolve([]),
  };
  const reviews = members.map(async (analyzer) => {
    try {
      return (await analyzerMember(analyzer).review(assignment)).findings;
    } catch (error) {
      if (signal.aborted) throw error;
      return [];
    }
  });
  return (await Promise.all(reviews)).flat();
}

/** One part of a preview as text. */
export function describePreview({ set, prompts, plan }: Preview, part: number): string {
  const bundle = set.bundles[part - 1]!;
  const words =
    plan === undefined ? [] : [`Started as`, "", `  ${[plan.command, ...plan.args].map(quoted).join(" ")}`, ""];
  return [...words, describeBundle(bundle, prompts[part - 1] ?? ""), describeBudget(set), ""].join("\n");
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Writes the files of a bundle and the prompt. Returns their paths. */
export async function writePreview({ set, prompts }: Preview, part: number, folder: string): Promise<string[]> {
  const files = [{ path: "prompt.txt", text: prompts[part - 1] ?? "" }, ...(set.bundles[part - 1]?.files ?? [])];
  for (const { path, text } of files) await writeFileWhole(join(folder, path), text);
  return files.map(({ path }) => path);
}

/** A preview runs nothing of the repository. */
const NO_GATES = () => Promise.resolve(undefined);
