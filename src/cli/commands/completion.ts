import type { Command } from "commander";
import { knownReviewers } from "#pipeline/agents/choose-panel.ts";
import { builtInAnalyzers } from "#pipeline/panel.ts";
import { UserError } from "#util/errors.ts";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { describeProgram, type Shell, SHELLS } from "../completion/spec.ts";
import { zshScript } from "../completion/zsh.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

const SCRIPTS: Readonly<Record<Shell, typeof bashScript>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `deep-review completion <shell>`: prints a script that completes commands, options, values and stored reviews. */
export function runCompletion(name: string, program: Command, io: Io): ExitCode {
  const shell = SHELLS.find((known) => known === name);
  if (shell === undefined) {
    throw new UserError({
      what: `there is no completion for "${name}"`,
      why: `there are scripts for ${SHELLS.join(", ")}`,
      fix: 'name one of them, for example: eval "$(deep-review completion bash)"',
    });
  }
  const checks = builtInAnalyzers().flatMap(({ id, checks: own }) => [id, ...own.map((check) => check.id)]);
  const reviewers = knownReviewers().filter((id) => id !== "acp");
  const agents = reviewers.filter((id) => !checks.includes(id));
  io.stdout.write(SCRIPTS[shell](describeProgram(program, { checks, reviewers, agents })));
  return EXIT.ok;
}
