import type { CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { AddedFile } from "./added-file.ts";
import { placeOf } from "./added-file.ts";
import type { NeutralRule } from "./neutral-rule.ts";
import { scriptLines } from "./workflow-scripts.ts";

/** Text that strangers choose, pasted into a shell script of a GitHub workflow. */
export const workflowInjection: NeutralRule = {
  check: {
    id: "hazard-lint/workflow-injection",
    title: "Text of strangers in a workflow script",
    about:
      "Looks for titles, texts, branch names and commit messages of pull requests and issues that an added line pastes into a `run` script or a github-script of a GitHub workflow. Whoever opens the pull request then writes part of the script. Passing the value through `env` is safe and is left out.",
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
  async find(files, index) {
    const hits = [];
    for (const file of files) {
      const { places, names } = await injectionsOf(file, index);
      const [first, ...rest] = places;
      if (first === undefined) continue;
      const quoted = [...names].map((name) => `\`${name}\``).join(", ");
      hits.push({
        check: workflowInjection.check.id,
        severity: workflowInjection.check.severity,
        class: "regression" as const,
        title: `${quoted} is pasted into a script of ${file.path}`,
        explanation: `Workflow expressions are replaced before the shell reads the script. Anyone who can open a pull request or an issue chooses ${quoted}, and with it what the script does.`,
        fix: "Put the value into `env:` of the step and use the variable, quoted, in the script.",
        places: [first, ...rest] as const,
        weight: 0.9,
      });
    }
    return hits;
  },
};

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)action\.ya?ml$/;

/** What strangers choose, as GitHub's own advice lists it. */
const UNTRUSTED =
  /\bgithub\.(?:head_ref|event\.(?:(?:issue|pull_request|discussion)\.(?:title|body)|(?:comment|review|review_comment)\.body|pull_request\.head\.(?:ref|label|repo\.default_branch)|head_commit\.(?:message|author\.(?:name|email))|commits(?:\.\*|\[\d+\])\.(?:message|author\.(?:name|email))|pages(?:\.\*|\[\d+\])\.page_name|workflow_run\.(?:head_branch|display_title|head_commit\.message)))\b/g;

interface Injections {
  readonly places: readonly CheckPlace[];
  readonly names: ReadonlySet<string>;
}

async function injectionsOf(file: AddedFile, index: ChangeIndex): Promise<Injections> {
  const places: CheckPlace[] = [];
  const names = new Set<string>();
  const suspects = WORKFLOW.test(file.path) ? file.every.filter(({ text }) => untrustedIn(text).length > 0) : [];
  const text = suspects.length === 0 ? undefined : await index.head.tree.read(file.path);
  if (text === undefined) return { places, names };
  const scripts = scriptLines(text);
  for (const line of suspects) {
    if (!scripts.has(line.line)) continue;
    for (const name of untrustedIn(line.text)) names.add(name);
    places.push(placeOf(file, line));
  }
  return { places, names };
}

/** The untrusted values that the line's expressions paste. An expression that only compares gives true or false. */
export function untrustedIn(line: string): string[] {
  const names: string[] = [];
  for (const [, expression = ""] of line.matchAll(/\$\{\{([^}]{1,500})\}\}/g)) {
    const pasted = expression.replace(/\b(?:contains|startsWith|endsWith)\([^()]{0,400}\)/gi, "true");
    if (/[=!<>]=|[<>]/.test(pasted) && !/&&|\|\|/.test(pasted)) continue;
    names.push(...[...pasted.matchAll(UNTRUSTED)].map(([name]) => name));
  }
  return names;
}
