import type { CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { type AddedFile, addedPlace, writtenFiles } from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** Text from strangers, inserted into a shell script of a GitHub workflow. */
export const workflowInjection: CheckRunner = {
  check: {
    id: "hazard-lint/workflow-injection",
    title: "Text from strangers in a workflow script",
    about:
      "Looks for titles, texts, branch names and commit messages of pull requests and issues that an added line inserts into a `run` script or a github-script of a GitHub workflow. The author of the pull request then writes part of the script. Passing the value through `env` is safe and is left out.",
    severity: "important",
    languages: ["yaml"],
    catches: [
      "on: pull_request_target",
      "jobs:",
      "  greet:",
      "    steps:",
      '      - run: echo "New: ${{ github.event.pull_request.title }}"',
    ].join("\n"),
    ignores: [
      "on: pull_request_target",
      "jobs:",
      "  greet:",
      "    steps:",
      "      - env:",
      "          TITLE: ${{ github.event.pull_request.title }}",
      '        run: echo "New: $TITLE"',
    ].join("\n"),
  },
  async find(index, signal) {
    const hits: CheckHit[] = [];
    for (const file of await writtenFiles(index, signal)) {
      const { places, names } = await injectionsOf(file, index);
      const quoted = [...names].map((name) => `\`${name}\``).join(", ");
      hits.push(
        ...hitAt(workflowInjection.check, {
          title: `${quoted} is inserted into a script of ${file.path}`,
          explanation: `Workflow expressions are replaced before the shell reads the script. Anyone who can open a pull request or an issue chooses ${quoted}, and with it what the script does.`,
          fix: "Put the value into `env:` of the step and use the variable, quoted, in the script.",
          places,
          weight: 0.9,
        }),
      );
    }
    return hits;
  },
};

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)action\.ya?ml$/;

/** What strangers choose, according to GitHub's own advice. */
const UNTRUSTED =
  /\bgithub\.(?:head_ref|event\.(?:(?:issue|pull_request|discussion)\.(?:title|body)|(?:comment|review|review_comment)\.body|pull_request\.head\.(?:ref|label|repo\.default_branch)|head_commit\.(?:message|author\.(?:name|email))|commits(?:\.\*|\[\d+\])\.(?:message|author\.(?:name|email))|pages(?:\.\*|\[\d+\])\.page_name|workflow_run\.(?:head_branch|display_title|head_commit\.message)))\b/g;

interface Injections {
  readonly places: readonly CheckPlace[];
  readonly names: ReadonlySet<string>;
}

async function injectionsOf(file: AddedFile, index: ChangeIndex): Promise<Injections> {
  const places: CheckPlace[] = [];
  const names = new Set<string>();
  const text = WORKFLOW.test(file.path) ? await index.head.tree.read(file.path) : undefined;
  if (text === undefined) return { places, names };
  const added = new Map(file.added.map((line) => [line.line, line]));
  const scripts = scriptLines(text);
  for (const { expression, lines } of expressionsIn(text)) {
    const line = lines.map((number) => added.get(number)).find((one) => one !== undefined);
    const inserted = line !== undefined && scripts.has(line.line) ? insertedBy(expression) : [];
    if (line === undefined || inserted.length === 0) continue;
    for (const name of inserted) names.add(name);
    if (places.at(-1)?.location.start !== line.line) places.push(addedPlace(file, line, line.text.indexOf("${{")));
  }
  return { places, names };
}

interface Expression {
  /** Between `${{` and `}}`. */
  readonly expression: string;
  /** The lines that it spans. */
  readonly lines: readonly number[];
}

/** The expressions of a workflow, also over several lines. A quoted text may contain `}}`. */
function expressionsIn(text: string): Expression[] {
  const parts = text.split("${{");
  let line = (parts[0] ?? "").split("\n").length;
  return parts.slice(1).flatMap((part) => {
    const first = line;
    line += part.split("\n").length - 1;
    const end = endOf(part);
    if (end < 0) return [];
    const expression = part.slice(0, end);
    return [{ expression, lines: expression.split("\n").map((_, at) => first + at) }];
  });
}

/** The end of an expression, or -1. An unclosed quote is ignored. */
function endOf(part: string): number {
  let inText = false;
  for (let at = 0; at < part.length; at += 1) {
    if (part[at] === "'") inText = !inText;
    else if (!inText && part.startsWith("}}", at)) return at;
  }
  return part.indexOf("}}");
}

/** The values from strangers that the expressions of a text insert. */
export function untrustedIn(text: string): string[] {
  return expressionsIn(text).flatMap(({ expression }) => insertedBy(expression));
}

/** An expression that only compares yields true or false. */
function insertedBy(expression: string): string[] {
  const plain = expression.replaceAll(/\[\s*'([\w-]+)'\s*\]/g, ".$1").replaceAll(/'[^']*'/g, "''");
  const inserted = plain.replace(/\b(?:contains|startsWith|endsWith)\([^()]{0,400}\)/gi, "true");
  if (/[=!<>]=|[<>]/.test(inserted) && !/&&|\|\|/.test(inserted)) return [];
  return [...inserted.matchAll(UNTRUSTED)].map(([name]) => name);
}

/** The lines of a workflow that belong to a script: values of `run`, and of `script` below actions/github-script. */
export function scriptLines(yaml: string): ReadonlySet<number> {
  const lines = yaml.split(/\r?\n/);
  const scripts = new Set<number>();
  let depth: number | undefined;
  let uses = "";
  for (const [at, text] of lines.entries()) {
    if (text.trim() === "") continue;
    if (depth !== undefined && indentOf(text) > depth) {
      scripts.add(at + 1);
      continue;
    }
    depth = undefined;
    const key = KEY.exec(text);
    if (key === null) continue;
    const { dash, name, value = "" } = key.groups ?? {};
    // A list item may be a new step, whose `uses` is not known yet.
    if (dash !== undefined) uses = "";
    if (name === "uses") uses = value;
    if (name !== "run" && !(name === "script" && /actions\/github-script\b/.test(uses))) continue;
    depth = indentOf(text) + (dash?.length ?? 0);
    scripts.add(at + 1);
  }
  return scripts;
}

const KEY = /^\s*(?<dash>- +)?["']?(?<name>run|script|uses|[\w-]+)["']?:(?:\s+(?<value>.*))?$/;

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
