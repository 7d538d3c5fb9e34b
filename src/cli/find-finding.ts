import type { RuledCluster } from "#model/cluster.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { listSome } from "#util/words.ts";

/** The finding of a report that somebody means: by its own name, `I2`, or by one of a reviewer that went into it, `claude:I1`. */
export function findFinding({ id: review, clusters, previous }: Review, wanted: string): RuledCluster {
  const name = wanted.toLowerCase();
  const holding = clusters.filter(({ members }) => members.some(({ finding }) => finding.toLowerCase() === name));
  // One that feeds two problems stands in the one that it is counted in.
  const home = holding.find(({ members }) =>
    members.some(({ finding, share }) => share !== "secondary" && finding.toLowerCase() === name),
  );
  const found = clusters.find(({ id }) => id.toLowerCase() === name) ?? home ?? holding[0];
  if (found !== undefined) return found;
  const ids = [...clusters.map(({ id }) => id as string), ...previous.map(({ ref }) => ref)];
  throw new UserError({
    what: `review ${review} has no finding "${wanted}"`,
    why: ids.length === 0 ? "it has no findings at all" : `it has ${listSome(ids, SHOWN)}`,
    fix: `run \`deep-review show ${review}\` to list them`,
  });
}

const SHOWN = 20;
