import { wordingOf } from "#model/cluster.ts";
import type { ClusterId, ReviewerId } from "#model/ids.ts";
import { mayBeSameFile } from "#model/location.ts";
import type { FileClaim } from "#model/panel/receipt.ts";
import type { Coverage, CoverageFile } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { keptClusters, type Supporters } from "./supporters.ts";

/** Compares the reviewers' claims about files with the findings in those files. */
export function computeCoverage(review: Review, stands: Supporters): Coverage {
  const claims = new Map<string, FileClaim[]>(review.scope.files.map(({ path }) => [path, []]));
  const claimants = new Set<ReviewerId>();
  for (const claim of review.receipt.claims) {
    const known = claims.get(claim.path);
    if (known === undefined) claims.set(claim.path, [claim]);
    else known.push(claim);
    claimants.add(claim.reviewer);
  }
  const clusters = locatedClusters(review);
  return {
    files: [...claims].map(([path, own]) => coverFile({ path, own, clusters, stands })),
    claimants: review.reviewers.map(({ id }) => id).filter((id) => claimants.has(id)),
  };
}

interface LocatedCluster {
  readonly id: ClusterId;
  readonly paths: readonly string[];
}

function locatedClusters(review: Review): LocatedCluster[] {
  const findings = new Map(review.findings.map((finding) => [finding.id, finding]));
  return keptClusters(review.clusters).map(({ cluster }) => {
    const locations = wordingOf(cluster, findings)?.locations ?? [];
    return { id: cluster.id, paths: [...new Set(locations.map(({ path }) => path))] };
  });
}

interface FileInput {
  readonly path: string;
  /** The claims about this file. */
  readonly own: readonly FileClaim[];
  readonly clusters: readonly LocatedCluster[];
  readonly stands: Supporters;
}

function coverFile({ path, own, clusters, stands }: FileInput): CoverageFile {
  const here = clusters
    .filter(({ paths }) => paths.some((candidate) => mayBeSameFile(candidate, path)))
    .map(({ id }) => id);
  const missedBy: ReviewerId[] = [];
  for (const { reviewer, claim } of own) {
    if (isClean({ claim }) && !missedBy.includes(reviewer) && here.some((id) => !stands.get(id)?.has(reviewer)))
      missedBy.push(reviewer);
  }
  return { path, claims: own, clusters: here, missedBy };
}

/** Whether the claim is that the file has no problems. */
export function isClean({ claim }: Pick<FileClaim, "claim">): boolean {
  return claim === "clean" || claim === "trivial";
}
