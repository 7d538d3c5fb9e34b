import { authorName } from "#model/history/author-name.ts";

/** A parsed record of unknown form. */
type Json = Readonly<Record<string, unknown>>;

/**
 * Upgrades a record of version 1 to version 2; returns anything else unchanged. Version 1 copied the primary finding of
 * a cluster into a statement, and did not record who ruled. Its estimate of how likely a problem is real is dropped. It
 * did not record how strong the evidence was, nor the program's ruling before a person's decision: both stay absent.
 */
export function upgradeReview(value: unknown): unknown {
  if (!isObject(value) || value["schemaVersion"] !== 1) return value;
  const { clusters } = value;
  return {
    ...value,
    schemaVersion: 2,
    ...(Array.isArray(clusters)
      ? { clusters: clusters.map((each: unknown) => (isObject(each) ? upgradeCluster(each, value) : each)) }
      : {}),
  };
}

function upgradeCluster(old: Json, review: Json): Json {
  const { standing: _, ...cluster } = old;
  // An import has the report's own words and rulings in both versions.
  const { origin } = review;
  if (!isObject(origin) || origin["kind"] !== "round") return cluster;
  const { ruling, statement, ...rest } = cluster;
  const speaker = findSpeaker(cluster, review);
  const words = speaker !== undefined ? { speaker } : "statement" in cluster ? { statement } : {};
  return {
    ...rest,
    ...words,
    ruling: isObject(ruling) ? { ...ruling, author: authorOf(ruling, cluster, review) } : ruling,
  };
}

/** The first member with exactly the words of the statement. */
function findSpeaker({ statement, members }: Json, { findings }: Json): unknown {
  if (!isObject(statement) || !Array.isArray(members) || !Array.isArray(findings)) return undefined;
  const { notes } = statement;
  if (Array.isArray(notes) && notes.length > 0) return undefined;
  const words = wordsOf(statement);
  const ids = members.map((member: unknown) => (isObject(member) ? member["finding"] : undefined));
  const speakers = ids.filter((id) => {
    const finding: unknown = findings.find((each: unknown) => isObject(each) && each["id"] === id);
    return isObject(finding) && wordsOf(finding) === words;
  });
  return speakers[0];
}

function wordsOf({ title, locations, places, class: origin, body, quotes, fix, repros }: Json): string {
  return JSON.stringify([title, locations, places, origin, body, quotes, fix, repros]);
}

/** The program ruled everything except drops by an earlier decision of a person. */
function authorOf({ kind, reason, because }: Json, { lineage }: Json, { series }: Json): Json {
  if (kind !== "drop" || reason !== "declined-earlier") return { kind: "program" };
  const named = isObject(lineage) ? lineage["decision"] : undefined;
  const decision = named ?? (typeof because === "string" ? /\bD-[0-9a-f]{10}\b/.exec(because)?.[0] : undefined);
  const cited: unknown[] = isObject(series) && Array.isArray(series["decisions"]) ? series["decisions"] : [];
  const found = cited.find((each) => isObject(each) && each["id"] === decision);
  const name = isObject(found) && typeof found["author"] === "string" ? authorName(found["author"]) : undefined;
  return { kind: "person", ...(name === undefined ? {} : { name }), ...(decision === undefined ? {} : { decision }) };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
