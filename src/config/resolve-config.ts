import { UserError } from "#util/errors.ts";
import { nearest } from "#util/nearest.ts";
import { type Config, DEFAULT_ARCHIVE, type WrittenConfig, writtenConfigSchema } from "./config.ts";

/** A configuration file's name and its parsed content. */
export interface ConfigSource {
  readonly name: string;
  readonly value: unknown;
}

/** The ids that a configuration may name. */
export interface KnownIds {
  readonly reviewers: readonly string[];
  readonly checks: readonly string[];
  /** Reviewers that must be switched on. */
  readonly offByDefault?: readonly string[];
}

/** Checks what is written and fills in the rest. All problems are told at once, with the right spelling. */
export function resolveConfig(source: ConfigSource | undefined, known: KnownIds): Config {
  const written = source === undefined ? {} : check(source, known);
  const from = (key: keyof WrittenConfig): string =>
    source !== undefined && written[key] !== undefined ? source.name : "default";
  const reviewers = written.reviewers ?? {};
  const off = [
    ...(known.offByDefault ?? []).filter((id) => reviewers[id] !== true),
    ...Object.keys(reviewers).filter((id) => reviewers[id] === false),
    ...Object.keys(written.checks ?? {}).filter((id) => written.checks?.[id] === "off"),
  ];
  return {
    archive: written.archive ?? DEFAULT_ARCHIVE,
    failOn: written.failOn,
    off: new Set(off),
    ignore: written.ignore ?? [],
    origins: {
      archive: from("archive"),
      failOn: from("failOn"),
      reviewers: from("reviewers"),
      checks: from("checks"),
      ignore: from("ignore"),
    },
  };
}

function check({ name, value }: ConfigSource, known: KnownIds): WrittenConfig {
  const result = writtenConfigSchema.safeParse(value);
  const problems = [
    ...(result.success ? [] : result.error.issues.flatMap(describeIssue)),
    ...(result.success ? unknownIds(result.data, known) : []),
  ];
  if (result.success && problems.length === 0) return result.data;
  throw new UserError({
    what: `${name} has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}`,
    why: problems.join("; "),
    fix: "put it right; `deep-review config --schema` prints what may stand there",
  });
}

type Issue = NonNullable<ReturnType<typeof writtenConfigSchema.safeParse>["error"]>["issues"][number];

function describeIssue(issue: Issue): string[] {
  const path = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  if (issue.code !== "unrecognized_keys") return [`${path}${issue.message}`];
  return issue.keys.map((key) => `${path}unknown key ${key}${suggest(key, Object.keys(writtenConfigSchema.shape))}`);
}

function unknownIds({ reviewers = {}, checks = {} }: WrittenConfig, known: KnownIds): string[] {
  return [
    ...Object.keys(reviewers)
      .filter((id) => !known.reviewers.includes(id))
      .map((id) => `reviewers: there is no ${id}${suggest(id, known.reviewers)}`),
    ...Object.keys(checks)
      .filter((id) => !known.checks.includes(id))
      .map((id) => `checks: there is no ${id}${suggest(id, known.checks)}`),
  ];
}

function suggest(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === undefined ? "" : `, did you mean ${near}?`;
}
