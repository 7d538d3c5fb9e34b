import type { AgentAdapter, AgentJob, AgentLogin, AgentPlan } from "../agent-adapter.ts";
import { pickVariables } from "../pick-variables.ts";
import { AcpReader, INITIALIZE_ID, PROTOCOL_VERSION } from "./acp-reader.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { requestLine } from "./json-rpc.ts";

/** An adapter for one agent that speaks the Agent Client Protocol over its standard input and output. */
export function createAcpAdapter(setup: AcpSetup): AgentAdapter {
  const [program] = setup.command;
  const how = `sign in with ${program} itself, or name its variables in the configuration`;
  const login = setup.login ?? { variables: [], companions: [], files: [], how };
  return {
    id: setup.id,
    name: setup.name,
    product: setup.product ?? setup.name,
    family: setup.family,
    program,
    install: setup.install ?? `install the program ${program}`,
    tested: setup.tested ?? "untried",
    login,
    efforts: setup.efforts ?? [],
    isObservable: setup.isUnobservable !== true,
    readVersion: (output) => /\d{1,6}\.\d{1,6}(?:\.\d{1,6})?(?:-[\w.]{1,40})?/.exec(output.slice(0, 2000))?.[0],
    needs: setup.needs,
    plan: (job) => planRun(setup, login, job),
    createReader: (job) => new AcpReader(setup, job),
  };
}

/** It can neither write nor run anything through us: no file system and no terminal is offered. */
const CAPABILITIES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
const CLIENT = { name: "deep-review", title: "Deep Review", version: "1" };

function planRun(setup: AcpSetup, login: AgentLogin, job: AgentJob): AgentPlan {
  const { args = [], env = {}, files = [], cwd = job.desk } = setup.prepare?.(job) ?? {};
  const hello = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: CAPABILITIES, clientInfo: CLIENT };
  return {
    command: job.program,
    args: [...setup.command.slice(1), ...args],
    env: { ...pickVariables(login, job.variables), ...env },
    cwd,
    stdin: requestLine(INITIALIZE_ID, "initialize", hello),
    keepsStdin: true,
    files,
  };
}
