import type { Location as SarifLocation, PhysicalLocation, Region, Artifact, ArtifactLocation } from "sarif";
import type { Quote } from "#model/finding.ts";
import type { Excerpt } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";

/** The known places of a problem. */
export interface Placed {
  readonly locations: readonly Location[];
  readonly places: readonly string[];
  readonly quotes: readonly Quote[];
  readonly excerpts?: readonly Excerpt[];
}

/**
 * The main location and the related ones. SARIF requires a single main location unless all must be changed together;
 * viewers show only the first. Places that are not files become logical locations.
 */
export function resultLocations(
  placed: Placed,
  table: ArtifactTable,
): { locations?: SarifLocation[]; relatedLocations?: SarifLocation[] } {
  const files = placed.locations.map((location, index) => ({
    physicalLocation: physicalLocation(
      location,
      { quote: index === 0 ? placed.quotes[0] : undefined, excerpts: placed.excerpts ?? [] },
      table,
    ),
  }));
  const others = placed.places.map((name) => ({ logicalLocations: [{ fullyQualifiedName: name }] }));
  const [first, ...rest] = [...files, ...others];
  if (first === undefined) return {};
  const related = rest.map((location, index) => ({ id: index + 1, ...location }));
  return { locations: [first], ...(related.length > 0 ? { relatedLocations: related } : {}) };
}

function physicalLocation(
  location: Location,
  { quote, excerpts }: { readonly quote: Quote | undefined; readonly excerpts: readonly Excerpt[] },
  table: ArtifactTable,
): PhysicalLocation {
  const artifactLocation = table.locate(location.path);
  const excerpt = excerpts.find((candidate) => candidate.path === location.path && cites(candidate, location));
  const { start, end } = excerpt?.grounding.status === "moved" ? excerpt.grounding.to : location;
  if (start === undefined || end === undefined) return { artifactLocation };
  const snippet = quote === undefined ? {} : { snippet: { text: quote.code } };
  const region: Region = { startLine: start, endLine: end, ...snippet };
  return { artifactLocation, region, ...contextOf(excerpt, start, end) };
}

function cites({ cited }: Excerpt, { start, end }: Location): boolean {
  return cited.some((span) => span.start === start && span.end === end);
}

/** The excerpt around the region, which must contain it. */
function contextOf(excerpt: Excerpt | undefined, start: number, end: number): { contextRegion?: Region } {
  if (excerpt === undefined || excerpt.lines.length === 0) return {};
  const last = excerpt.start + excerpt.lines.length - 1;
  if (excerpt.start > start || last < end) return {};
  return { contextRegion: { startLine: excerpt.start, endLine: last, snippet: { text: excerpt.lines.join("\n") } } };
}

/** The base of all paths: the root of the repository at the reviewed commit. */
export const SOURCE_ROOT = "%SRCROOT%";

/** One reason why a file is in the table of artifacts. */
export interface ArtifactUse {
  readonly path: string;
  readonly role?: Artifact.roles | undefined;
}

/** The files of a run, each once, and how results point to them. */
export interface ArtifactTable {
  readonly artifacts: Artifact[];
  locate(path: string): ArtifactLocation;
}

/** Collects the files that a run names, in order of first use, with all their roles. */
export function artifactTable(uses: Iterable<ArtifactUse>): ArtifactTable {
  const roles = new Map<string, Set<Artifact.roles>>();
  for (const { path, role } of uses) {
    const known = roles.get(path) ?? new Set();
    if (role !== undefined) known.add(role);
    if (path.endsWith("/")) known.add("directory");
    roles.set(path, known);
  }
  const indexes = new Map([...roles.keys()].map((path, index) => [path, index]));
  const artifacts: Artifact[] = [...roles].map(([path, known]) => ({
    location: artifactLocation(path),
    ...(known.size > 0 ? { roles: [...known] } : {}),
  }));
  const locate = (path: string): ArtifactLocation => {
    const index = indexes.get(path);
    return index === undefined ? artifactLocation(path) : { ...artifactLocation(path), index };
  };
  return { artifacts, locate };
}

/** Percent-encodes every segment. An absolute path is outside the repository and gets no base. */
function artifactLocation(path: string): ArtifactLocation {
  const uri = path.replaceAll(LONE_SURROGATE, "\uFFFD").split("/").map(encodeURIComponent).join("/");
  return uri.startsWith("/") ? { uri: `file:///${uri.replace(/^\/+/, "")}` } : { uri, uriBaseId: SOURCE_ROOT };
}

// A lone surrogate, which cannot be encoded.
const LONE_SURROGATE = /\p{Cs}/gu;
