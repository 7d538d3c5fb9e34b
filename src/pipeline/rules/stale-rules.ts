import { createGrep, type Grep } from "#adapters/git/objects/grep.ts";
import { openRepository, type Repository } from "#adapters/git/repository.ts";
import { type CitedName, citedNames } from "#grammar/rules/cited-names.ts";
import { concerns } from "#grammar/rules/concerns.ts";
import type { RuleItem, RuleSection } from "#model/agent/repository-rule.ts";
import type { Tree } from "#model/change/change.ts";
import { printable } from "#util/printable.ts";
import { settleFew } from "#util/concurrency/settle-few.ts";

/** A rule that cites what is gone. */
export interface StaleRule {
  readonly file: string;
  readonly item: RuleItem;
  /** Paths, names and patterns of its scope that stood in the code when the rule was written, and do not now. */
  readonly gone: readonly string[];
}

/** Where to look. `now` is the code as it is; the past is that of `since`, a commit. */
export interface StaleQuestion {
  readonly folder: string;
  readonly now: { readonly tree: Tree; readonly grep: Grep };
  readonly since: string;
}

/**
 * Rules whose cited path or symbol is gone, or whose scope has no file any more. Gone is only what stood in the code at a commit that wrote the rule's file:
 * a name from elsewhere, or an example, was never there. Without that past (a shallow clone) nothing is called stale.
 */
export async function staleRules(question: StaleQuestion, sections: readonly RuleSection[]): Promise<StaleRule[]> {
  const files = new Set(sections.map(({ name }) => name));
  const cited = sections.flatMap(({ name: file, items }) =>
    items.flatMap((item) => citedNames(item.text).map((name) => ({ file, item, name }))),
  );
  const names = [...new Map(cited.map(({ name }) => [name.name, name])).values()].slice(0, MAX_NAMES);
  const now = { paths: question.now.tree.files.map(({ path }) => path), grep: question.now.grep, files };
  const missing = new Set(await keepWhere(names, (name) => isThere(name, now), false));
  const suspects = [...cited.filter(({ name }) => missing.has(name.name)), ...emptyScopes(sections, now.paths)];
  if (suspects.length === 0) return [];
  const gone = await keepOnceThere(question, suspects, files);
  return sections.flatMap(({ name: file, items }) =>
    items.flatMap((item) => {
      const own = suspects.filter((one) => one.item === item && gone.has(`${file}\0${one.name.name}`));
      return own.length === 0 ? [] : [{ file, item, gone: [...new Set(own.map(({ name }) => name.name))] }];
    }),
  );
}

/** Each rule with each pattern of its scope, where none of them has a file. */
function emptyScopes(sections: readonly RuleSection[], paths: readonly string[]): SuspectRule[] {
  const scoped = sections.filter(({ paths: scope, items }) => scope !== undefined && items.length > 0);
  const empty = scoped
    .slice(0, MAX_SCOPES)
    .filter(({ paths: scope = [] }) => !paths.some((path) => concerns(scope, path)));
  return empty.flatMap(({ name: file, items, paths: scope = [] }) =>
    items.flatMap((item) => scope.map((pattern) => ({ file, item, name: { kind: "scope" as const, name: pattern } }))),
  );
}

/** A sentence for the report on each, the first few by name. */
export function describeStaleRules(stale: readonly StaleRule[]): string[] {
  const said = stale.slice(0, MAX_SAID).map(({ file, item, gone }) => {
    return printable(`The rule at ${file}:${item.start} is stale: ${gone.join(", ")} is gone from the code.`);
  });
  const more = stale.length - said.length;
  return more === 0 ? said : [...said, `${more} more rules are stale; \`deep-review rules repo\` lists them.`];
}

const MAX_SAID = 5;
/** Each costs a search of the whole tree. */
const MAX_NAMES = 150;
const AT_ONCE = 4;
/** Each is held against all paths. */
const MAX_SCOPES = 100;
const MAX_HITS = 60;
const MAX_COMMITS = 40;
const MAX_LOOKED_AT = 4;

interface Place {
  readonly paths: readonly string[];
  readonly grep: Grep;
  /** Files of rules: what they say of a name is no sign of it. */
  readonly files: ReadonlySet<string>;
}

/** The names for which the answer is this, for certain. */
async function keepWhere(
  names: readonly Named[],
  ask: (name: Named) => Promise<boolean>,
  wanted: boolean,
): Promise<string[]> {
  const answers = await settleFew(
    names.map((name) => () => ask(name)),
    AT_ONCE,
  );
  return names.flatMap(({ name }, at) => {
    const answer = answers[at];
    return answer?.status === "fulfilled" && answer.value === wanted ? [name] : [];
  });
}

/** In doubt it is there: a search that was cut short has found enough or says nothing. */
async function isThere({ kind, name }: Named, { paths, grep, files }: Place): Promise<boolean> {
  const isPath = (path: string): boolean => {
    const whole = `/${path}`;
    return whole.endsWith(`/${name}`) || whole.includes(`/${name}/`);
  };
  if (kind === "scope") return paths.some((path) => concerns([name], path));
  if (kind === "path") return paths.some(isPath);
  const { hits, unfinished, complaint } = await grep({ pattern: name, isRegex: false, most: MAX_HITS });
  return unfinished !== undefined || complaint !== undefined || hits.some(({ path }) => !files.has(path));
}

/** What a rule names: in its words, or as the files that it holds for. */
type Named = CitedName | { readonly kind: "scope"; readonly name: string };

interface Suspect {
  readonly file: string;
  readonly name: Named;
}

interface SuspectRule extends Suspect {
  readonly item: RuleItem;
}

/** `file\0name` of those that stood in the code at one of the commits that wrote the file. */
async function keepOnceThere(
  { folder, since }: StaleQuestion,
  suspects: readonly Suspect[],
  files: ReadonlySet<string>,
): Promise<Set<string>> {
  const found = new Set<string>();
  const repository = await openRepository(folder);
  try {
    for (const file of new Set(suspects.map((suspect) => suspect.file))) {
      const names = suspects.filter((suspect) => suspect.file === file).map(({ name }) => name);
      for (const commit of await commitsOf(repository, since, file)) {
        const open = names.filter(({ name }) => !found.has(`${file}\0${name}`));
        if (open.length === 0) break;
        const paths = await pathsAt(repository, commit);
        const place = { paths, grep: createGrep(repository, commit), files };
        const there = await keepWhere(open, (name) => isCertain(name, place), true);
        for (const name of there) found.add(`${file}\0${name}`);
      }
    }
  } finally {
    await repository.close();
  }
  return found;
}

/** The other way round than `isThere`: what was not found for certain was not there. */
async function isCertain({ kind, name }: Named, place: Place): Promise<boolean> {
  if (kind === "path" || kind === "scope") return isThere({ kind, name }, place);
  const { hits } = await place.grep({ pattern: name, isRegex: false, most: MAX_HITS });
  return hits.some(({ path }) => !place.files.has(path));
}

/** Some of the commits that wrote a file: the newest, the oldest known, and some between them. */
async function commitsOf(repository: Repository, since: string, file: string): Promise<string[]> {
  const args = ["log", "--format=%H", `--max-count=${MAX_COMMITS}`, "--no-show-signature", "--end-of-options", since];
  const { code, stdout } = await repository.run([...args, "--", `:(top,literal)${file}`]);
  const ids = code === 0 ? stdout.toString("latin1").split("\n").filter(Boolean) : [];
  if (ids.length <= MAX_LOOKED_AT) return ids;
  const step = (ids.length - 1) / (MAX_LOOKED_AT - 1);
  return Array.from({ length: MAX_LOOKED_AT }, (_, at) => ids[Math.round(at * step)] ?? "");
}

async function pathsAt(repository: Repository, commit: string): Promise<string[]> {
  const { code, stdout } = await repository.run(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
  return code === 0 ? stdout.toString("utf8").split("\0").filter(Boolean) : [];
}
