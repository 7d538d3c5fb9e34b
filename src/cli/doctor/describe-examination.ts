import type { AgentState, DeskState, Examination, ModelState } from "#pipeline/agents/prepare/examination.ts";
import type { Style } from "#util/terminal.ts";
import { shortDuration } from "#util/words.ts";
import type { DoctorSection, DoctorRow } from "./lay-out.ts";

/** The result of an examination, as rows of text. */
export function describeExamination(found: Examination, home: string | undefined): DoctorSection[] {
  const short = (path: string): string => shortPath(path, home);
  return [
    ...(found.problems.length === 0 ? [] : [{ title: "Fix these first", rows: found.problems.map(problemRow) }]),
    { title: `deep-review ${found.deepReview}`, rows: machineRows(found, short) },
    { title: "Agents", rows: found.agents.map((agent) => agentRow(agent, short)) },
    { title: "Models", rows: modelRows(found.models) },
    { title: "Panel", rows: panelRows(found, short) },
  ];
}

function shortPath(path: string, home: string | undefined): string {
  return home !== undefined && home.length > 1 && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

const problemRow = ({ what, why, fix }: Examination["problems"][number]): DoctorRow => ({
  label: "error",
  lines: [what, `why: ${why}`, `fix: ${fix}`],
});

function machineRows(
  { node, git, ripgrep, sandbox, desks }: Examination,
  short: (path: string) => string,
): DoctorRow[] {
  return [
    {
      label: "Node",
      lines: [node.isSupported ? node.version : `${node.version}; ${node.needed} or later is required`],
    },
    { label: "git", lines: [git.version ?? "not found"] },
    {
      label: "ripgrep",
      lines: [
        ripgrep.program === undefined ? "not found; agents that search with it say so below" : short(ripgrep.program),
      ],
    },
    { label: "Sandbox", state: sandboxState(sandbox), lines: [`${sandbox.says}.`] },
    { label: "Agents' working copies", lines: deskLines(desks, short) },
  ];
}

function sandboxState({ level }: Examination["sandbox"]): NonNullable<DoctorRow["state"]> {
  return level === "none" ? { text: "none", style: "yellow" } : { text: level, style: "green" };
}

function deskLines({ folder, isWritable, freeBytes, leftovers, problem }: DeskState, short: (path: string) => string) {
  const free = freeBytes === undefined ? "" : `, ${describeBytes(freeBytes)} free`;
  return [
    ...(folder === undefined ? [] : [`${short(folder)}${isWritable ? `, writable${free}` : ""}`]),
    ...(problem === undefined
      ? []
      : [`Agents cannot work here: ${problem}. Set DEEP_REVIEW_DESKS to a folder that can be written.`]),
    ...(leftovers === 0
      ? []
      : [`${leftovers} left behind by reviews that were killed; the next review with agents removes them.`]),
  ];
}

/** Bytes for people: 3.4 GB. */
function describeBytes(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes >= 1 ? `${gigabytes.toFixed(gigabytes < 10 ? 1 : 0)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

const STATES: Readonly<Record<AgentState["state"], { readonly text: string; readonly style: Style }>> = {
  ready: { text: "ready", style: "green" },
  "needs-model": { text: "needs a model", style: "yellow" },
  "not-signed-in": { text: "not signed in, as far as we can see", style: "yellow" },
  "not-installed": { text: "not installed", style: "dim" },
};

function agentRow(agent: AgentState, short: (path: string) => string): DoctorRow {
  const { program, login, todo, efforts, isObservable, readOnlyBy } = agent;
  const seen = isObservable
    ? "we can see what it reads"
    : "we cannot see what it reads, so nothing that it read is proven";
  const abilities = [
    `Read-only by ${readOnlyBy.join(" and ") || "nothing that we know of"}; ${seen}.`,
    `Efforts: ${efforts.join(", ") || "none"}.`,
  ];
  const lines = [
    ...(program === undefined ? [] : [`${versionWords(agent)}, ${short(program)}`]),
    ...(login === undefined ? [] : [`Signed in by ${login.kind === "file" ? `~/${login.name}` : login.name}.`]),
    ...todo,
    ...(program === undefined ? [] : abilities),
    ...trialLines(agent),
  ];
  return { label: agent.product, state: STATES[agent.state], lines };
}

function versionWords({ version, versionIs, tested }: AgentState): string {
  if (version === undefined) return `version unknown (tested with ${tested})`;
  if (version === tested) return `${version} (as tested)`;
  return versionIs === undefined
    ? `${version} (tested with ${tested})`
    : `${version} (${versionIs} than the tested ${tested})`;
}

function trialLines({ trial }: AgentState): string[] {
  if (trial === undefined) return [];
  const { ok, says, seconds, model, costUsd } = trial;
  const facts = [
    shortDuration(seconds),
    ...(model === undefined ? [] : [model]),
    costUsd === undefined ? "cost unknown" : `$${costUsd.toFixed(4)}`,
  ].join(", ");
  return [`Tried: ${ok ? "answered" : "failed"} (${facts}): ${says || "nothing"}`];
}

function modelRows(models: readonly ModelState[]): DoctorRow[] {
  return models.map(({ id, name, keyVariable, variables, isOpen }) => {
    if (keyVariable !== undefined) return { label: name, lines: [`${keyVariable} is set: ${id}/<model>`] };
    const key = isOpen
      ? "No key needed; name its address with baseUrl in a panel."
      : `No key: set ${variables.join(" or ")}.`;
    return { label: name, lines: [key] };
  });
}

function panelRows({ panel, repository, agents: all }: Examination, short: (path: string) => string): DoctorRow[] {
  const ready = all.filter(({ state }) => state === "ready").map(({ id }) => id);
  const builtIn = repository?.builtIn.join(", ") ?? "the built-in reviewers";
  const agents = panel.isChosen
    ? `Agents: ${panel.agents.join(", ") || "none"} (${short(panel.file)}).`
    : "No agent chosen yet; run `deep-review init` to choose.";
  const others = [
    ...(panel.verifier === undefined ? [] : [`Verifier: ${panel.verifier}.`]),
    ...(panel.editor === undefined ? [] : [`Editor: ${panel.editor}.`]),
  ];
  const panels = Object.entries(repository?.panels ?? {}).map(([name, members]) => ({
    label: `--panel ${name}`,
    lines: [members.join(", ") || "nobody"],
  }));
  const usual = [
    ...(repository?.panels["deep"] === undefined
      ? [
          {
            label: "--panel deep",
            lines: [`the built-in reviewers, ${ready.join(", ") || "and no agent: none is ready"}`],
          },
        ]
      : []),
    ...(repository?.panels["quick"] === undefined
      ? [{ label: "--panel quick", lines: ["only the built-in reviewers"] }]
      : []),
  ];
  const untrusted = (repository?.needsTrust ?? []).length > 0 && repository?.isTrusted === false;
  return [
    { label: "Every review", lines: [`Built in: ${builtIn}.`, agents, ...others] },
    ...panels,
    ...usual,
    ...(untrusted ? [{ label: "Trust", lines: [trustLine(repository.needsTrust)] }] : []),
    ...(repository === undefined ? [{ label: "Repository", lines: ["this folder is not in a repository"] }] : []),
  ];
}

const trustLine = (parts: readonly string[]): string =>
  `The configuration names ${parts.join(", ")}. Read it, then run \`deep-review config --trust\`.`;
