import { REMOVED_IDS } from "#reviewers/registry.ts";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import { joinAnd } from "#util/words.ts";
import { builtInAnalyzers } from "../panel.ts";

interface KnownIds {
  /** Reviewers, and their checks as `reviewer/check`. */
  readonly ids: readonly string[];
  readonly removed: readonly string[];
}

/** The full id of a check or reviewer. A check may be asked for without its reviewer: `debugger`. */
export function findCheckId(asked: string, { ids, removed }: KnownIds = builtInIds()): string {
  if (ids.includes(asked)) return asked;
  const found = ids.filter((id) => bareId(id) === asked);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) {
    throw new UserError({
      what: `there is more than one check "${asked}"`,
      why: `${joinAnd(found)} have this name`,
      fix: "give the name with its reviewer",
    });
  }
  const gone = removed.find((id) => id === asked || bareId(id) === asked);
  if (gone !== undefined) {
    throw new UserError({
      what: `${gone} was removed`,
      why: "earlier versions had it, this version does not; a configuration that names it stays valid",
      fix: "run `deep-review rules` to list the checks",
    });
  }
  const near = nearest(asked, [...ids, ...ids.map(bareId)]);
  throw new UserError({
    what: `there is no check "${asked}"`,
    why: `no check and no reviewer has this name; the reviewers are ${joinAnd(ids.filter((id) => bareId(id) === id))}`,
    fix: near === undefined ? "run `deep-review rules` to list the checks" : `did you mean ${near}?`,
  });
}

const bareId = (id: string): string => id.slice(id.indexOf("/") + 1);

function builtInIds(): KnownIds {
  const ids = builtInAnalyzers().flatMap(({ id, checks }) => [id, ...checks.map((check) => check.id)]);
  return { ids, removed: REMOVED_IDS };
}
