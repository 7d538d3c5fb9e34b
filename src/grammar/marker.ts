import { type ClusterId, clusterIdSchema, type ReviewId, reviewId } from "#model/ids.ts";

/** The invisible first line of each of our posts on a platform, by which a later run recognizes it. */
export type Marker = PostedFindingMarker | PostMarker;

/** The marker of a comment about one finding. */
export interface PostedFindingMarker extends MarkerBase {
  readonly kind: "finding";
  readonly id: ClusterId;
  /** The finding's fingerprint, if it has one. */
  readonly key?: string;
}

/** The marker of the summary, or of the review that contains the comments. */
export interface PostMarker extends MarkerBase {
  readonly kind: "summary" | "review";
}

interface MarkerBase {
  readonly review: ReviewId;
  /** Further values to read back, by lower-case names. */
  readonly more?: Readonly<Record<string, string>>;
}

/** `<!-- deep-review:finding review=… id=I3 key=… -->`: the first line of a post, in its only form. */
export function formatMarker(marker: Marker): string {
  const own = marker.kind === "finding" ? [...named("id", marker.id), ...named("key", marker.key)] : [];
  const more = Object.entries(marker.more ?? {})
    .filter(([name]) => NAME.test(name) && !RESERVED.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const fields = [...named("review", marker.review), ...own, ...more.flatMap(([name, value]) => named(name, value))];
  return `${OPENING}${[marker.kind, ...fields].join(" ")}${CLOSING}`;
}

/**
 * Reads the marker that a post begins with; undefined for anything that `formatMarker` would not write. Anybody can
 * write a marker: trust it only in a post that the platform says is ours.
 */
export function parseMarker(body: string): Marker | undefined {
  if (!body.startsWith(OPENING)) return undefined;
  const line = firstLine(body);
  if (!line.endsWith(CLOSING)) return undefined;
  const [kind = "", ...fields] = line.slice(OPENING.length, -CLOSING.length).split(" ");
  const marker = markerFrom(kind, readFields(fields));
  return marker !== undefined && formatMarker(marker) === line ? marker : undefined;
}

/** The post without its marker; the whole post if it has none. */
export function withoutMarker(body: string): string {
  if (parseMarker(body) === undefined) return body;
  return body.slice(firstLine(body).length).replace(/^\r?\n/, "");
}

/** The name of a thread's problem in the latest round, from the marker's `latest`. */
export function latestName({ more }: Pick<Marker, "more">): { review: ReviewId; cluster: ClusterId } | undefined {
  const written = more?.["latest"] ?? "";
  const cut = written.lastIndexOf("/");
  const cluster = clusterIdSchema.safeParse(written.slice(cut + 1));
  return cut > 0 && cluster.success ? { review: reviewId(written.slice(0, cut)), cluster: cluster.data } : undefined;
}

/**
 * Whether a run of this program wrote it, under any account: such a post is not the account owner's opinion. Anybody
 * can write a marker, but excludes only their own words by it.
 */
export function hasMarker({ body }: { readonly body: string }): boolean {
  return parseMarker(body) !== undefined;
}

/** Whether we wrote it and may change it. A person may post through the same account, but without a marker. */
export function isOwnPost({ isOurs, body }: { readonly isOurs: boolean; readonly body: string }): boolean {
  return isOurs && hasMarker({ body });
}

const OPENING = "<!-- deep-review:";
const CLOSING = " -->";
const NAME = /^[a-z][a-z-]{0,30}$/;
const RESERVED: ReadonlySet<string> = new Set(["review", "id", "key"]);
const MAX_LENGTH = 20_000;

function firstLine(body: string): string {
  const start = body.slice(0, MAX_LENGTH);
  const end = start.indexOf("\n");
  const line = end === -1 ? start : start.slice(0, end);
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function named(name: string, value: string | undefined): string[] {
  return value === undefined || value === "" ? [] : [`${name}=${escapeValue(value)}`];
}

// Two adjacent dashes would end a comment in older parsers.
const UNSAFE = /[^A-Za-z0-9._~,:=+/-]|-(?=-)/gu;

function escapeValue(value: string): string {
  return value.replaceAll(UNSAFE, (sign) => (sign === "-" ? "%2D" : escapeSign(sign)));
}

function escapeSign(sign: string): string {
  return [...new TextEncoder().encode(sign)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

function readFields(fields: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    fields.map((field) => {
      const at = field.indexOf("=");
      return at === -1 ? [field, ""] : [field.slice(0, at), unescapeValue(field.slice(at + 1))];
    }),
  );
}

function unescapeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

function markerFrom(kind: string, fields: ReadonlyMap<string, string>): Marker | undefined {
  const review = fields.get("review") ?? "";
  if (review === "") return undefined;
  const others = [...fields].filter(([name]) => !RESERVED.has(name));
  const base = { review: reviewId(review), ...(others.length > 0 && { more: Object.fromEntries(others) }) };
  if (kind === "summary" || kind === "review") return { kind, ...base };
  const id = clusterIdSchema.safeParse(fields.get("id"));
  if (kind !== "finding" || !id.success) return undefined;
  const key = fields.get("key");
  return { kind, ...base, id: id.data, key };
}
