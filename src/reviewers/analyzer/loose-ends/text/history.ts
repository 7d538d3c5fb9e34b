const HISTORY_FILE =
  /(?:^|\/)(?:change-?log|changes|history|news|release-?notes?|releases|upgrad(?:e|ing)|migrat(?:e|ion|ing)[\w-]*|breaking-changes|contributors|authors|thanks|copyright|licen[cs]e|notice|[\w-]*legacy)(?:[.-][\w.-]*)?$|(?:^|\/)\d{4}-\d{2}-\d{2}[^/]*$/i;
const HISTORY_FOLDER =
  /(?:^|\/)(?:changelogs?|changes|\.changes|\.changeset|news|newsfragments|release-?notes?|releases|versioned_docs|versioned_sidebars|adrs?|decisions|rfcs?|proposals|plans?|migrations?|upgrad(?:e|ing)|blog|archive|vendor|third_party|node_modules)\//i;

/** Whether a file is about the past, where old names are correct: changelog, upgrade notes, decisions, plans, blog, dated page. */
export function isHistory(path: string): boolean {
  return HISTORY_FILE.test(path) || HISTORY_FOLDER.test(path);
}

const PAST =
  /(?<![\w/.-])(?:removed?|removal|rename[ds]?|renaming|replace[ds]?|replacing|replacement|deprecat\w*|formerly|previous(?:ly)?|no longer|used to|legacy|obsolete|instead|migrat\w*|breaking|prior to|old(?:er)?|historic\w*|(?:was|were) (?:called|named|known|at)|moved|dropped|superseded|backwards?[- ]compat\w*|backports?|originally|initially|at one point|introduced in|added in|fixed in|as of|upstream|changed (?:in|from)|anymore|any more|alias)(?![\w/-])/i;

/** Whether a line is about the past or a replacement, so that an old name in it is intended. */
export function isAboutPast(line: string): boolean {
  return PAST.test(line);
}
