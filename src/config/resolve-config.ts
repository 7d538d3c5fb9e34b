import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import {
  agentSettingsOf,
  type Config,
  DEFAULT_ARCHIVE,
  gatesOf,
  probeOf,
  type SettingName,
  SETTINGS,
  type WrittenConfig,
  writtenConfigSchema,
} from "./config.ts";
import { lookUp } from "#util/look-up.ts";

/** A configuration file: its name with its location, and its parsed content. */
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

/** Checks the written configuration and fills in defaults. Reports all problems at once, with spelling suggestions. */
export function resolveConfig(source: ConfigSource | undefined, known: KnownIds, none = NO_FILE): Config {
  const { removed = [] } = known;
  const isCurrent = (id: string): boolean => !removed.includes(id);
  const written = source === undefined ? {} : check(source, known);
  const from = (key: SettingName): string =>
    source !== undefined && written[key] !== undefined ? source.name : "default";
  const { reviewers = {}, checks = {}, paths = {} } = written;
  const switches = [...Object.entries(reviewers), ...Object.entries(checks)];
  const off = switches.filter(([, value]) => value === false || value === "off").map(([id]) => id);
  const offIn = Object.entries(paths).map(([glob, ids]) => ({ glob, ids: ids.filter(isCurrent) }));
  const named = [...switches.map(([id]) => id), ...Object.values(paths).flat()];
  return {
    archive: written.archive ?? DEFAULT_ARCHIVE,
    failOn: written.failOn,
    off: [...new Set(off)].filter(isCurrent),
    offIn: offIn.filter(({ ids }) => ids.length > 0),
    removed: [...new Set(named)].filter((id) => !isCurrent(id)),
    ignore: written.ignore ?? [],
    agents: agentSettingsOf(written),
    gates: gatesOf(written),
    probe: probeOf(written),
    gatesInCi: written.gatesInCi ?? false,
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

/** Reads the unchecked value, so that unknown ids are reported together with schema errors. */
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
