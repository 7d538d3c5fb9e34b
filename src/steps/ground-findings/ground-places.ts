import type { PlaceGrounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import type { GroundingSource } from "./grounding-source.ts";
import { resolveCitedPath } from "./resolve-cited-path.ts";

/** Looks up every cited place: whether the file exists at the commit, and has these lines. */
export async function groundPlaces(
  source: GroundingSource,
  locations: readonly Location[],
): Promise<readonly PlaceGrounding[]> {
  const places: PlaceGrounding[] = [];
  for (const cited of locations) places.push(await groundPlace(source, cited));
  return places;
}

async function groundPlace(source: GroundingSource, cited: Location): Promise<PlaceGrounding> {
  if (cited.path.endsWith("/")) return { cited, status: "unreadable", why: "a folder is cited" };
  const resolved = await resolveCitedPath(source, cited.path);
  if (resolved === undefined)
    return { cited, status: "missing", why: "the commit has no such file, or several that the name fits" };
  const { path, removed } = resolved;
  const named = path === cited.path ? "the file" : path;
  if (removed) return { cited, path, status: "removed", why: `the change removed ${named}` };
  const lines = await source.readLines(path);
  if (lines === undefined) return { cited, path, status: "unreadable", why: `${named} is binary or too large` };
  if (cited.start !== undefined && cited.start > lines.length) {
    const why = `${named} has ${lines.length} lines, line ${cited.start} is cited`;
    return { cited, path, status: "beyond-end", why };
  }
  if (cited.end !== undefined && cited.end > lines.length) {
    const why = `${named} exists and ends at line ${lines.length}, before the cited line ${cited.end}`;
    return { cited, path, status: "exists", why };
  }
  const what = cited.start === undefined ? "" : " and the cited lines";
  return { cited, path, status: "exists", why: `${named}${what} ${what === "" ? "exists" : "exist"}` };
}
