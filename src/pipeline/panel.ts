import type { Analyzer } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { ANALYZERS } from "#reviewers/registry.ts";
import { readSarif } from "#reviewers/sarif/read-sarif.ts";
import { UserError } from "#util/errors.ts";

/** The reviewers that need no key. */
export function builtInAnalyzers(): readonly Analyzer[] {
  return ANALYZERS;
}

/** A SARIF file that somebody else's tool wrote: its name for messages, and its text. */
export interface SarifFile {
  readonly name: string;
  readonly text: string;
}

/** Each tool in the files becomes a member of the panel, restricted to the change. Throws a UserError for a bad file. */
export function sarifAnalyzers(files: readonly SarifFile[], root: string): Analyzer[] {
  const members: Analyzer[] = [];
  for (const { name, text } of files) {
    const read = readSarif(text, { addedLines: () => new Set(), root });
    if (!read.ok) {
      throw new UserError({
        what: `${name} is no SARIF file`,
        why: read.why,
        fix: "name a SARIF 2.1.0 file, as code scanners write it",
      });
    }
    for (const [at, { tool }] of read.reviews.entries()) {
      const id = uniqueId(slug(tool), [...ANALYZERS, ...members]);
      members.push({
        id,
        name: tool,
        question: "What does this tool say of the added lines?",
        checks: [],
        review: reviewer(text, at, root),
      });
    }
  }
  return members;
}

function reviewer(text: string, at: number, root: string): Analyzer["review"] {
  return async (index: ChangeIndex) => {
    const read = readSarif(text, { addedLines: (path) => index.addedLines(path), root });
    return read.ok ? (read.reviews[at]?.hits ?? []) : [];
  };
}

function slug(name: string): string {
  return (
    name
      .slice(0, 60)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "sarif"
  );
}

function uniqueId(base: string, taken: readonly Analyzer[]): string {
  let id = base;
  for (let next = 2; taken.some((member) => member.id === id); next += 1) id = `${base}-${next}`;
  return id;
}
