import type { Artifact, ArtifactLocation } from "sarif";

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

/** Every segment percent-encoded. An absolute path is no part of the repository and gets no base. */
function artifactLocation(path: string): ArtifactLocation {
  const uri = path.replaceAll(LONE_SURROGATE, "\uFFFD").split("/").map(encodeURIComponent).join("/");
  return uri.startsWith("/") ? { uri: `file:///${uri.replace(/^\/+/, "")}` } : { uri, uriBaseId: SOURCE_ROOT };
}

// Half a character, which cannot be encoded.
const LONE_SURROGATE = /\p{Cs}/gu;
