import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import {
  agentSettingsOf,
  type Config,
  DEFAULT_ARCHIVE,
  type SettingName,
  SETTINGS,
  type WrittenConfig,
  writtenConfigSchema,
} from "./config.ts";
import { lookUp } from "#util/look-up.ts";

/** A configuration file's name, with where it was read, and its parsed content. */
export interface ConfigSource {
  readonly name: string;
  readonly value: unknown;
}

/** The ids that a configuration may name. */
export interface KnownIds {
  readonly reviewers: readonly string[];
  readonly checks: readonly string[];
  /** Ids that earlier versions knew. Naming one has no effect. */
  readonly removed?: readonly string[];
}

/** Checks what is written and fills in the rest. All problems are told at once, with the right spelling. */
export function resolveConfig(source: ConfigSource | undefined, known: KnownIds, none = NO_FILE): Config {
  const { removed = [] } = known;
  const isThere = (id: string): boolean => !removed.includes(id);
  const written = source === undefined ? {} : check(source, known);
  const from = (key: SettingName): string =>
    source !== undefined && written[key] !== undefined ? source.name : "default";
  const reviewers = written.reviewers ?? {};
  const off = [
    ...Object.keys(reviewers).filter((id) => lookUp(reviewers, id) === false),
    ...Object.keys(written.checks ?? {}).filter((id) => lookUp(written.checks, id) === "off"),
  ];
  const offIn = Object.entries(written.paths ?? {}).map(([glob, ids]) => ({ glob, ids: ids.filter(isThere) }));
  const named = [reviewers, written.checks ?? {}].flatMap((record) => Object.keys(record));
  return {
    archive: written.archive ?? DEFAULT_ARCHIVE,
    failOn: written.failOn,
    off: [...new Set(off)].filter(isThere),
    offIn: offIn.filter(({ ids }) => ids.length > 0),
    removed: [...new Set([...named, ...Object.values(written.paths ?? {}).flat()])].filter((id) => !isThere(id)),
    ignore: written.ignore ?? [],
    agents: agentSettingsOf(written),
    from: source?.name ?? none,
    origins: Object.fromEntries(SETTINGS.map((key) => [key, from(key)])) as Record<SettingName, string>,
    written,
  };
}

const NO_FILE = "defaults, there is no configuration file";

function check({ name, value }: ConfigSource, known: KnownIds): WrittenConfig {
  const result = writtenConfigSchema.safeParse(value);
  const problems = [...(result.success ? [] : result.error.issues.flatMap(describeIssue)), ...unknownIds(value, known)];
  if (result.success && problems.length === 0) return result.data;
  throw new UserError({
    what: `${name} has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}`,
    why: problems.join("; "),
    fix: "fix the file; `deep-review schema --config` prints what it may contain",
  });
}

type Issue = NonNullable<ReturnType<typeof writtenConfigSchema.safeParse>["error"]>["issues"][number];

function describeIssue(issue: Issue): string[] {
  const path = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  if (issue.code !== "unrecognized_keys") return [`${path}${issue.message}`];
  return issue.keys.map((key) => `${path}unknown key ${key}${suggest(key, Object.keys(writtenConfigSchema.shape))}`);
}

/** Looked for in what is written, whatever else is wrong with it. */
function unknownIds(value: unknown, { reviewers, checks, removed = [] }: KnownIds): string[] {
  const describe = (place: string, ids: readonly unknown[], known: readonly string[]): string[] =>
    ids
      .filter((id): id is string => typeof id === "string" && !known.includes(id) && !removed.includes(id))
      .map((id) => `${place}: there is no ${id}${suggest(id, known)}`);
  return [
    ...describe("reviewers", Object.keys(recordAt(value, "reviewers")), reviewers),
    ...describe("checks", Object.keys(recordAt(value, "checks")), checks),
    ...Object.entries(recordAt(value, "paths")).flatMap(([glob, ids]) =>
      describe(`paths.${glob}`, Array.isArray(ids) ? ids : [], [...reviewers, ...checks]),
    ),
  ];
}

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return {};
  const inner = lookUp(value, key);
  return isRecord(inner) ? inner : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function suggest(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === undefined ? "" : `, did you mean ${near}?`;
}
