import { createGrep, type Grep } from "#adapters/git/objects/grep.ts";
import { openRepository, type Repository } from "#adapters/git/repository.ts";
import { type CitedName, citedNames } from "#grammar/rules/cited-names.ts";
import { concerns } from "#grammar/rules/concerns.ts";
import type { RuleItem, RuleSection } from "#model/agent/repository-rule.ts";
import type { Tree } from "#model/change/change.ts";
import { printable } from "#util/printable.ts";
import { settleWithLimit } from "#util/concurrency/work-queue.ts";

/** A rule that cites something that no longer exists. */
export interface StaleRule {
  readonly file: string;
  readonly item: RuleItem;
  /** Paths, names and scope patterns that existed when the rule was written, and do not now. */
  readonly gone: readonly string[];
}

/** `now` is the current code. `since` is the commit whose history is searched. */
export interface StaleQuestion {
  readonly folder: string;
  readonly now: { readonly tree: Tree; readonly grep: Grep };
  readonly since: string;
}

/**
 * Finds rules whose cited path or symbol is gone, or whose scope has no files any more. A name counts as gone only if it
 * existed at a commit that changed the rule's file: an example never existed. In a shallow clone nothing is stale.
 */
export async function staleRules(question: StaleQuestion, sections: readonly RuleSection[]): Promise<StaleRule[]> {
  const files = new Set(sections.map(({ name }) => name));
  const cited = sections.flatMap(({ name: file, items }) =>
    items.flatMap((item) => citedNames(item.text).map((name) => ({ file, item, name }))),
  );
  const names = [...new Map(cited.map(({ name }) => [name.name, name])).values()].slice(0, MAX_NAMES);
  const now = { paths: question.now.tree.files.map(({ path }) => path), grep: question.now.grep, files };
  const missing = new Set(await namesWithAnswer(names, (name) => existsNow(name, now), false));
  const suspects = [...cited.filter(({ name }) => missing.has(name.name)), ...emptyScopes(sections, now.paths)];
  if (suspects.length === 0) return [];
  const gone = await findFormerNames(question, suspects, files);
  return sections.flatMap(({ name: file, items }) =>
    items.flatMap((item) => {
      const own = suspects.filter((one) => one.item === item && gone.has(`${file}\0${one.name.name}`));
      return own.length === 0 ? [] : [{ file, item, gone: [...new Set(own.map(({ name }) => name.name))] }];
    }),
  );
}

/** Each rule with each pattern of its scope, if no pattern matches a file. */
function emptyScopes(sections: readonly RuleSection[], paths: readonly string[]): SuspectRule[] {
  const scoped = sections.filter(({ paths: scope, items }) => scope !== undefined && items.length > 0);
  const empty = scoped
    .slice(0, MAX_SCOPES)
    .filter(({ paths: scope = [] }) => !paths.some((path) => concerns(scope, path)));
  return empty.flatMap(({ name: file, items, paths: scope = [] }) =>
    items.flatMap((item) => scope.map((pattern) => ({ file, item, name: { kind: "scope" as const, name: pattern } }))),
  );
}

/** A sentence about each of the first few, and a count of the rest. */
export function describeStaleRules(stale: readonly StaleRule[]): string[] {
  const shown = stale.slice(0, MAX_SHOWN).map(({ file, item, gone }) => {
    return printable(`The rule at ${file}:${item.start} is stale: ${gone.join(", ")} is gone from the code.`);
  });
  const more = stale.length - shown.length;
  return more === 0 ? shown : [...shown, `${more} more rules are stale; \`deep-review rules repo\` lists them.`];
}

const MAX_SHOWN = 5;
/** Each costs a search of the whole tree. */
const MAX_NAMES = 150;
const AT_ONCE = 4;
/** Each is matched against all paths. */
const MAX_SCOPES = 100;
const MAX_HITS = 60;
const MAX_COMMITS = 40;
const MAX_LOOKED_AT = 4;

interface SearchedCode {
  readonly paths: readonly string[];
  readonly grep: Grep;
  /** Rule files, where a name does not count as code. */
  readonly files: ReadonlySet<string>;
}

/** The names with this answer. Drops names whose search failed. */
async function namesWithAnswer(
  names: readonly Named[],
  ask: (name: Named) => Promise<boolean>,
  wanted: boolean,
): Promise<string[]> {
  const answers = await settleWithLimit(
    names.map((name) => () => ask(name)),
    AT_ONCE,
  );
  return names.flatMap(({ name }, at) => {
    const answer = answers[at];
    return answer?.status === "fulfilled" && answer.value === wanted ? [name] : [];
  });
}

/** Whether a name exists now. An unfinished search counts as yes. */
async function existsNow({ kind, name }: Named, { paths, grep, files }: SearchedCode): Promise<boolean> {
  const isPath = (path: string): boolean => {
    const whole = `/${path}`;
    return whole.endsWith(`/${name}`) || whole.includes(`/${name}/`);
  };
  if (kind === "scope") return paths.some((path) => concerns([name], path));
  if (kind === "path") return paths.some(isPath);
  const { hits, unfinished, complaint } = await grep({ pattern: name, isRegex: false, most: MAX_HITS });
  return unfinished !== undefined || complaint !== undefined || hits.some(({ path }) => !files.has(path));
}

/** What a rule names: in its text, or in its scope. */
type Named = CitedName | { readonly kind: "scope"; readonly name: string };

interface Suspect {
  readonly file: string;
  readonly name: Named;
}

interface SuspectRule extends Suspect {
  readonly item: RuleItem;
}

/** `file\0name` of those that existed at a commit that changed the file. */
async function findFormerNames(
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
        const there = await namesWithAnswer(open, (name) => certainlyExisted(name, place), true);
        for (const name of there) found.add(`${file}\0${name}`);
      }
    }
  } finally {
    await repository.close();
  }
  return found;
}

/** Whether a name certainly existed. Unlike `existsNow`, an unfinished search counts as no. */
async function certainlyExisted({ kind, name }: Named, place: SearchedCode): Promise<boolean> {
  if (kind === "path" || kind === "scope") return existsNow({ kind, name }, place);
  const { hits } = await place.grep({ pattern: name, isRegex: false, most: MAX_HITS });
  return hits.some(({ path }) => !place.files.has(path));
}

/** Some of the commits that changed a file: the newest, the oldest, and some in between. */
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
