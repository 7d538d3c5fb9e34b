import { findReports, readReportFile, type ReportFile, type UnreadablePath } from "#adapters/files/find-reports.ts";
import { openCited, requireRepository } from "#adapters/git/objects/open-commit.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { importReport } from "#import/import-report.ts";
import type { Review } from "#model/review.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { UserError } from "#util/errors.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import type { OwnDecisions } from "../decisions/own-decisions.ts";
import { importDecisions, type ImportedCounts } from "../decisions/import-decisions.ts";
import { maskReader } from "../round/masking.ts";

/** What to import, and where. */
export interface ImportRequest {
  readonly paths: readonly string[];
  readonly archive: Archive | undefined;
  readonly repository: string | undefined;
  readonly signal: AbortSignal;
  /** Notes the imported decisions as this user's own. */
  readonly ownDecisions?: OwnDecisions;
}

/** The result for one file. */
export type Imported =
  | {
      readonly outcome: "read" | "gaps";
      readonly path: string;
      readonly review: Review;
      /** Absent if nothing is kept. */
      readonly decisions?: ImportedCounts;
    }
  | { readonly outcome: "failed"; readonly path: string; readonly why: string };

/** Imports report by report. An unreadable one is reported and does not stop the others. */
export async function* importReports(request: ImportRequest): AsyncGenerator<Imported> {
  if (request.repository !== undefined) await requireRepository(request.repository);
  const taken = new Map<string, string>();
  for (const file of await findReports(request.paths)) {
    if (request.signal.aborted) return;
    const other = "id" in file ? taken.get(file.id) : undefined;
    if ("id" in file) taken.set(file.id, file.path);
    if (other === undefined) yield await importFile(file, request);
    else yield { outcome: "failed", path: file.path, why: `its id is already taken by ${other}; rename one of them` };
  }
}

async function importFile(file: ReportFile | UnreadablePath, request: ImportRequest): Promise<Imported> {
  const { path } = file;
  if ("why" in file) return { outcome: "failed", path, why: file.why };
  const content = await readReportFile(path);
  if ("why" in content) return { outcome: "failed", path, why: content.why };
  const text = maskSecrets(content.text);
  const result = importReport(text, file.id);
  if (!result.ok) return { outcome: "failed", path, why: result.why };
  const review =
    request.repository === undefined ? result.review : await addExcerpts(result.review, request.repository);
  const outcome = review.gaps.length > 0 ? "gaps" : "read";
  if (request.archive === undefined) return { outcome, path, review };
  await store(request.archive, review, text);
  return {
    outcome,
    path,
    review,
    decisions: await importDecisions(request.archive.folder, review, request.ownDecisions),
  };
}

async function store(archive: Archive, review: Review, original: string): Promise<void> {
  if ((await archive.peekOrigin(review.id)) === "round") {
    throw new UserError({
      what: `review ${review.id} is already in the archive`,
      why: "it was made here and not imported, so importing a report over it would lose data",
      fix: "rename the report's file, or choose another archive",
    });
  }
  await archive.write(review, [{ name: "original.md", content: original }]);
}

/** Adds the cited code from the reviewed commit of this repository. */
export async function addExcerpts(review: Review, repository: string): Promise<Review> {
  const { head, commits } = review.scope;
  const ids = head === undefined ? commits.map(({ id }) => id) : [head];
  const opened = await openCited(repository, ids);
  if (opened === undefined) {
    return { ...review, gaps: [...review.gaps, "no excerpts: the repository does not hold the reviewed commit"] };
  }
  try {
    const readLines = maskReader((path) => opened.readLines(path), maskSecrets);
    const excerpts = await takeExcerpts({ ...opened, readLines }, review.clusters);
    return { ...review, scope: { ...review.scope, head: opened.commit }, excerpts };
  } finally {
    await opened.close();
  }
}
