import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run new:agent NAME`: writes the skeleton of a new agent below `root` and returns the paths that it wrote. The
 * result passes types and lint. The contract suite fails and lists what is left to do.
 */
export function writeNewAgent(root: string, id: string): string[] {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    throw new Error(`"${id}" is not an id: use small letters, digits and hyphens, for example "my-agent".`);
  }
  const registry = join(root, REGISTRY);
  const folder = join(root, `src/reviewers/agent/${id}`);
  if (existsSync(folder)) throw new Error(`src/reviewers/agent/${id} exists already.`);
  const files = new Map(Object.entries(skeletonOf(id)));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(registry, addToRegistry(readFileSync(registry, "utf8"), id));
  return [...files.keys(), REGISTRY];
}

const REGISTRY = "src/reviewers/agent/registry.ts";

/** The registry with an import and an entry more. */
export function addToRegistry(text: string, id: string): string {
  const name = camelCase(id);
  const line = `import { ${name} } from "./${id}/${id}.ts";`;
  const imports = text.split("\n").filter((one) => one.startsWith("import {"));
  const sorted = [...imports, line].sort().join("\n");
  const added = text.replace(imports.join("\n"), sorted).replace(/(AGENTS[^=]*= \[[^\]]*?),?\s*\];/, `$1, ${name}];`);
  if (!added.includes(sorted) || !added.includes(`, ${name}];`)) {
    throw new Error(`${REGISTRY} does not have the form that this tool knows. Add the agent by hand.`);
  }
  return added;
}

function skeletonOf(id: string): Record<string, string> {
  return {
    [`src/reviewers/agent/${id}/${id}.ts`]: adapterOf(id),
    [`src/reviewers/agent/${id}/${id}-reader.ts`]: readerOf(id),
    [`test/fixtures/agents/${id}/contract.json`]: `${JSON.stringify(contractOf(id), null, 2)}\n`,
    [`test/fixtures/agents/${id}/program.json`]: `${JSON.stringify(programOf(id), null, 2)}\n`,
  };
}

function adapterOf(id: string): string {
  const name = camelCase(id);
  return `import type { AgentAdapter, AgentJob, AgentPlan } from "../agent-adapter.ts";
import { pickVariables } from "../login.ts";
import { create${pascalCase(id)}Reader } from "./${id}-reader.ts";

/** TODO: the product, headless. */
export const ${name}: AgentAdapter = {
  id: "${id}",
  name: "${pascalCase(id)}",
  product: "TODO: the product's name",
  family: "TODO: the vendor whose models it uses",
  program: "${id}",
  install: "TODO: npm install -g …",
  tested: "0.0.0",
  login: {
    variables: ["${constantCase(id)}_API_KEY"],
    companions: ["${constantCase(id)}_BASE_URL"],
    files: [],
    how: "TODO: how people sign in, in one sentence.",
  },
  efforts: [],
  isObservable: true,
  readVersion: (output) => /\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}/.exec(output.slice(0, 2000))?.[0],
  plan: plan${pascalCase(id)},
  createReader: () => create${pascalCase(id)}Reader(),
};

/** TODO: the command line that starts it headless and read-only, and keeps it away from other people's settings. */
function plan${pascalCase(id)}(job: AgentJob): AgentPlan {
  return {
    command: job.program,
    args: job.model === undefined ? [] : [\`--model=\${job.model}\`],
    env: pickVariables(${name}.login, job.variables),
    cwd: job.desk,
    stdin: job.prompt,
    keepsStdin: false,
    files: [],
  };
}
`;
}

function readerOf(id: string): string {
  return `import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { AgentExit, AgentReader } from "../agent-adapter.ts";
import { parseLine, textOf } from "../json-line.ts";

/** Reads the stream of one run. Never throws. */
export function create${pascalCase(id)}Reader(): AgentReader {
  return new ${pascalCase(id)}Reader();
}

class ${pascalCase(id)}Reader implements AgentReader {
  #hasText = false;

  /** TODO: every kind of line that it prints: text, tool calls, usage, the model, retries. */
  line(line: string): AgentEvent[] {
    const text = textOf(parseLine(line)?.["text"]);
    if (text === undefined) return [];
    this.#hasText ||= /\\S/.test(text);
    return [{ type: "text", text }, { type: "text:end" }];
  }

  /** TODO: its own rule of success. An exit code of 0 is not enough: many programs end so after an error. */
  end({ code, complaint }: AgentExit): AgentEnd {
    if (code !== 0) return { ok: false, kind: "crash", message: complaint.slice(-500) || \`exit code \${code}\` };
    if (!this.#hasText) return { ok: false, kind: "empty", message: "It ended without an answer." };
    return { ok: true };
  }
}
`;
}

/** What the contract suite demands of it. */
function contractOf(id: string): object {
  return {
    plans: [
      {
        version: "0.0.0",
        args: [["TODO: the words that keep it read-only and away from other people's settings"]],
        env: {},
      },
    ],
    forbidden: ["TODO: the switches that would let it write or ask nobody"],
    versions: { [`${id} 0.0.0\n`]: "0.0.0" },
    switches: { model: "--model={n}" },
    without: {},
  };
}

/** How tests install it and point it at the model server. */
function programOf(id: string): object {
  return {
    package: "TODO: its npm package",
    paths: [`.bin/${id}`],
    model: "TODO: a model of its vendor",
    variables: { [`${constantCase(id)}_API_KEY`]: "test-key", [`${constantCase(id)}_BASE_URL`]: "{url}" },
    hostile: { "TODO: a file that it takes orders from": "{orders}" },
  };
}

const words = (id: string): string[] => id.split("-");
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const pascalCase = (id: string): string => words(id).map(capital).join("");
const camelCase = (id: string): string => pascalCase(id).replace(/^./, (first) => first.toLowerCase());
const constantCase = (id: string): string => words(id).join("_").toUpperCase();

function main([id = ""]: readonly string[]): void {
  const root = fileURLToPath(new URL("..", import.meta.url));
  console.log(`Written:\n${writeNewAgent(root, id).join("\n")}

Does the program speak the Agent Client Protocol? Then it needs none of this: see docs/acp-agents.md.

Next:
1. Fill in what says TODO in src/reviewers/agent/${id}/ and test/fixtures/agents/${id}/.
2. Record each case from the real program, into test/fixtures/agents/${id}/:
   npx tsx tools/record-agent.ts ${id} /path/to/${id} VERSION [case …]
3. Add its row to the table in docs/guides/agents.md.
4. npx vitest run test/reviewers/agent/contract.test.ts lists what is left. It fails until everything is there.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
