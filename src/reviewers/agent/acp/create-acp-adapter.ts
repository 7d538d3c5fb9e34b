import type { AgentAdapter, AgentJob, AgentLogin, AgentPlan } from "../agent-adapter.ts";
import { pickVariables } from "../login.ts";
import { AcpReader, INITIALIZE_ID, PROTOCOL_VERSION } from "./acp-reader.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { requestLine } from "./json-rpc.ts";

/** The adapter for an agent that supports the Agent Client Protocol over standard input and output. */
export function createAcpAdapter(setup: AcpSetup): AgentAdapter {
  const [program] = setup.command;
  const how = `Sign in with ${program} itself, or list its variables in the configuration.`;
  const login = setup.login ?? { variables: [], companions: [], files: [], how };
  return {
    id: setup.id,
    name: setup.name,
    product: setup.product ?? setup.name,
    family: setup.family,
    program,
    install: setup.install ?? `install the program ${program}`,
    tested: setup.tested ?? "untested",
    login,
    efforts: setup.efforts ?? [],
    isObservable: setup.isUnobservable !== true,
    readVersion: (output) => /\d{1,6}\.\d{1,6}(?:\.\d{1,6})?(?:-[\w.]{1,40})?/.exec(output.slice(0, 2000))?.[0],
    needs: setup.needs,
    plan: (job) => planRun(setup, login, job),
    createReader: (job) => new AcpReader(setup, job),
  };
}

/** We offer no file system and no terminal, so the agent can neither write nor run anything through us. */
const CAPABILITIES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
const CLIENT = { name: "deep-review", title: "Deep Review", version: "1" };

function planRun(setup: AcpSetup, login: AgentLogin, job: AgentJob): AgentPlan {
  const { args = [], env = {}, files = [], cwd = job.desk } = setup.prepare?.(job) ?? {};
  const initialize = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: CAPABILITIES, clientInfo: CLIENT };
  return {
    command: job.program,
    args: [...setup.command.slice(1), ...args],
    env: { ...pickVariables(login, job.variables), ...env },
    cwd,
    stdin: requestLine(INITIALIZE_ID, "initialize", initialize),
    keepsStdin: true,
    files,
  };
}
