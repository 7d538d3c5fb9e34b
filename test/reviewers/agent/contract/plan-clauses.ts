import { isDeepStrictEqual } from "node:util";
import type { AgentAdapter, AgentJob, AgentPlan } from "#reviewers/agent/agent-adapter.ts";
import type { Violation } from "./clauses.ts";
import type { AgentFixture, Demands, PlanDemands } from "./fixture.ts";
import { attempt, fill, fillAll, holdsJson, holdsRun, parse } from "./helpers.ts";

/** Text that any shell, template or prompt syntax would change. */
export const PROMPT =
  'Read @review/INSTRUCTIONS.md, "$@" $(id) `id` {{x}} %s \\n\nand then write <b>the</b> review.\t-- \n';

const CANARY = "canary-of-the-environment";
const DESK = "/places/desk";

/** A job as the pipeline would give it. Frozen, so that a plan that changes it is caught. */
export function jobFor(adapter: AgentAdapter, changes: Partial<AgentJob> = {}): AgentJob {
  const job: AgentJob = {
    desk: DESK,
    home: "/places/home",
    tmp: "/places/tmp",
    program: `/programs/${adapter.program}`,
    version: adapter.tested,
    prompt: PROMPT,
    variables: {},
    retries: 2,
    ...changes,
  };
  Object.freeze(job.variables);
  return Object.freeze(job);
}

/** Checks what an adapter says of itself and how it would start its program. */
export function checkPlan(adapter: AgentAdapter, { demands }: AgentFixture): Violation[] {
  const found: Violation[] = [...checkCard(adapter, demands)];
  for (const demand of demands.plans) {
    const job = jobFor(adapter, { version: demand.version, variables: allVariables(adapter) });
    found.push(...checkOnePlan(adapter, job, demands, demand));
  }
  found.push(...checkSwitches(adapter, demands), ...checkLogins(adapter));
  return found;
}

/** Every variable that the adapter names, and one that it does not. */
function allVariables(adapter: AgentAdapter): Record<string, string> {
  const names = [...adapter.login.variables, ...adapter.login.companions];
  const named = names.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries([...named, ["STRANGERS_TOKEN", "value-of-a-stranger"]]);
}

const valueOf = (name: string): string =>
  /URL|ENDPOINT|HOST/.test(name) ? `http://127.0.0.1:9/${name.toLowerCase()}` : `value-of-${name.toLowerCase()}`;

function checkCard(adapter: AgentAdapter, demands: Demands): Violation[] {
  const found: Violation[] = [];
  const where = "the adapter";
  const texts = { name: adapter.name, product: adapter.product, family: adapter.family, program: adapter.program };
  for (const [field, text] of Object.entries({ ...texts, install: adapter.install, how: adapter.login.how })) {
    if (text.trim() === "") found.push({ clause: "card", where, say: `${field} is empty.` });
    if (text.includes("TODO")) found.push({ clause: "card", where, say: `${field} still says TODO.` });
  }
  if (!/^[a-z][a-z0-9-]*$/.test(adapter.id)) found.push({ clause: "card", where, say: `id is ${adapter.id}.` });
  if (!demands.plans.some(({ version }) => version === adapter.tested)) {
    found.push({ clause: "card", where, say: `The fixture has no plan for the tested version ${adapter.tested}.` });
  }
  for (const [output, version] of Object.entries(demands.versions)) {
    const seen = attempt(() => adapter.readVersion(output));
    if (seen !== version) found.push({ clause: "version", where, say: `${JSON.stringify(output)} gave ${seen}.` });
  }
  for (const output of ["", "not a version", "\0".repeat(99), "9".repeat(100_000), "1.".repeat(50_000)]) {
    const seen = attempt(() => adapter.readVersion(output));
    if (seen !== undefined && seen.length > 100) {
      found.push({ clause: "version", where, say: `${output.slice(0, 20)} gave ${seen.slice(0, 50)}.` });
    }
  }
  return found;
}

function checkOnePlan(adapter: AgentAdapter, job: AgentJob, demands: Demands, demand: PlanDemands): Violation[] {
  const where = `the plan for ${demand.version}`;
  const found: Violation[] = [];
  const plan = planPurely(adapter, job, (say) => found.push({ clause: "pure-plan", where, say }));
  if (plan === undefined) return found;
  const add = (clause: Violation["clause"], say: string): unknown => found.push({ clause, where, say });
  checkPrompt(plan, escaped(job.prompt, demands), (say) => add("prompt", say));
  checkEnvironment(plan, { adapter, job, demand }, (say) => add("environment", say));
  for (const name of adapter.login.variables) {
    const value = job.variables[name] ?? "";
    if ([...plan.args, plan.stdin, ...plan.files.map(({ text }) => text)].some((text) => text.includes(value))) {
      add("secret", `The value of ${name} stands outside the environment.`);
    }
  }
  for (const words of demand.args) {
    if (
      !holdsRun(
        plan.args,
        words.map((word) => fill(word, job)),
      )
    )
      add("guard", `${words.join(" ")} is missing.`);
  }
  for (const [name, part] of Object.entries(demand.json ?? {})) {
    const text = plan.env[name] ?? plan.files.find(({ path }) => path === name)?.text;
    if (!holdsJson(parse(text), fillAll(part, job))) add("guard", `${name} does not hold ${JSON.stringify(part)}.`);
  }
  for (const word of demands.forbidden) {
    if (plan.args.some((arg) => arg === word || arg.startsWith(`${word}=`))) add("forbidden", `${word} is there.`);
  }
  const isAtHome = plan.cwd.startsWith(`${job.home}/`) && !plan.cwd.includes("..");
  if (!isAtHome && ![job.desk, job.tmp].includes(plan.cwd)) add("cwd", `It would work in ${plan.cwd}.`);
  for (const { path } of plan.files) {
    if (path === "" || /^[/\\]|^\w:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) add("files", `It would write ${path}.`);
  }
  return found;
}

/** Plans twice, once with another environment around it. */
function planPurely(adapter: AgentAdapter, job: AgentJob, add: (say: string) => void): AgentPlan | undefined {
  const before = { ...process.env };
  try {
    const first = adapter.plan(job);
    for (const name of [...adapter.login.variables, ...adapter.login.companions, "HOME"]) process.env[name] = CANARY;
    const second = adapter.plan(job);
    if (!isDeepStrictEqual(first, second)) add("Two plans of one job differ.");
    if (JSON.stringify([first, second]).includes(CANARY)) add("It reads the environment of the process.");
    return first;
  } catch (error) {
    add(`It throws: ${String(error)}`);
    return undefined;
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

const escaped = (prompt: string, { escapes }: Demands): string =>
  (escapes ?? []).reduce((text, [plain, safe]) => text.replaceAll(plain, safe), prompt);

function checkPrompt(plan: AgentPlan, prompt: string, add: (say: string) => void): void {
  const inArgs = plan.args.filter((arg) => arg === prompt).length;
  const inInput = plan.stdin === prompt ? 1 : 0;
  if (inArgs + inInput !== 1 && !plan.keepsStdin)
    add(`It stands ${inArgs + inInput} times where it should stand once.`);
  // Any piece of it elsewhere would be a second way in.
  const piece = 'INSTRUCTIONS.md, "$@" $(id)';
  const pieces = [JSON.stringify(piece).slice(1, -1), piece];
  const elsewhere = [
    ...plan.args.filter((arg) => arg !== prompt),
    ...(inInput === 1 || plan.keepsStdin ? [] : [plan.stdin]),
    ...Object.values(plan.env),
    ...plan.files.map(({ text }) => text),
  ];
  if (elsewhere.some((text) => pieces.some((one) => text.includes(one)))) add("It stands somewhere else too.");
}

function checkEnvironment(
  plan: AgentPlan,
  { adapter, job, demand }: { adapter: AgentAdapter; job: AgentJob; demand: PlanDemands },
  add: (say: string) => void,
): void {
  const known = new Set([...adapter.login.variables, ...adapter.login.companions]);
  const given = new Set([...known].map((name) => job.variables[name]));
  for (const [name, value] of Object.entries(plan.env)) {
    const wanted = demand.env[name];
    if (wanted === undefined && known.has(name) && given.has(value)) continue;
    if (wanted === undefined) add(`${name} is set, which nobody gave and the fixture does not list.`);
    else if (wanted !== "*" && value !== fill(wanted, job)) add(`${name} is ${value}, not ${wanted}.`);
  }
  for (const name of Object.keys(demand.env)) if (plan.env[name] === undefined) add(`${name} is not set.`);
  const everything = JSON.stringify(plan);
  if (everything.includes("value-of-a-stranger")) add("A variable that it does not name is passed on.");
  const lost = adapter.login.companions.filter((name) => !everything.includes(job.variables[name] ?? ""));
  if (lost.length > 0) add(`${lost.join(", ")} is given and not passed on.`);
}

/** Each way to sign in alone must reach the program. */
function checkLogins(adapter: AgentAdapter): Violation[] {
  return adapter.login.variables.flatMap((name): Violation[] => {
    const value = valueOf(name);
    const plan = attempt(() => adapter.plan(jobFor(adapter, { variables: { [name]: value } })));
    if (Object.values(plan?.env ?? {}).includes(value)) return [];
    return [{ clause: "environment", where: `signed in by ${name}`, say: `${name} is given and not passed on.` }];
  });
}

function checkSwitches(adapter: AgentAdapter, { switches, without, modelOtherwise }: Demands): Violation[] {
  const found: Violation[] = [];
  const where = "the plan";
  const check = (name: keyof Demands["switches"], values: readonly (readonly [string, Partial<AgentJob>])[]): void => {
    const template = switches[name];
    if (template === undefined) {
      if (without[name] === undefined) {
        found.push({ clause: `${name}-switch`, where, say: "The fixture says neither how nor why not." });
      }
      return;
    }
    for (const [value, changes] of values) {
      const text = planText(adapter, changes);
      if (!text.includes(template.replace("{n}", value))) {
        found.push({ clause: `${name}-switch`, where, say: `${template.replace("{n}", value)} is not there.` });
      }
    }
    // Retries are always told; the rest only when it was asked for.
    const [fixed = ""] = template.split("{n}");
    const otherwise = name === "model" && modelOtherwise !== undefined ? template.replace("{n}", modelOtherwise) : "";
    const said = planText(adapter, {});
    if (otherwise !== "" && !said.includes(otherwise)) {
      found.push({ clause: `${name}-switch`, where, say: `${otherwise} is not there although nothing was asked for.` });
    }
    if (name !== "retries" && (otherwise === "" ? said : said.replace(otherwise, "")).includes(fixed)) {
      found.push({ clause: `${name}-switch`, where, say: `${fixed} is there although nothing was asked for.` });
    }
  };
  check("model", [["model-of-choice-7", { model: "model-of-choice-7" }]]);
  if (adapter.efforts.length > 0 || switches.effort !== undefined) {
    check(
      "effort",
      adapter.efforts.map((effort) => [effort, { effort }] as const),
    );
  }
  check("retries", [
    ["0", { retries: 0 }],
    ["3", { retries: 3 }],
  ]);
  check("budget", [["2.5", { budgetUsd: 2.5 }]]);
  if ((adapter.takesBudget === true) !== (switches.budget !== undefined)) {
    found.push({ clause: "budget-switch", where, say: "takesBudget and the fixture do not say the same." });
  }
  return found;
}

/** Command line, environment and files as text, to look for a switch in. */
function planText(adapter: AgentAdapter, changes: Partial<AgentJob>): string {
  const plan = attempt(() => adapter.plan(jobFor(adapter, changes)));
  const env = Object.entries(plan?.env ?? {}).map(([name, value]) => `${name}=${value}`);
  return [(plan?.args ?? []).join(" "), ...env, ...(plan?.files ?? []).map(({ text }) => text)].join("\n");
}
