import { gunzipSync } from "node:zlib";
import { invalid, notFound, Refusal } from "../refusal.ts";
import type { CheckAnnotation, CheckRun, Repository, Status } from "../state.ts";
import type { Call, Handler } from "./call.ts";
import { page, repositoryOf, requireWrite, textOf, viewerOf } from "./call.ts";
import { Shapes } from "./shapes.ts";

interface Output {
  readonly title?: string;
  readonly summary?: string;
  readonly text?: string;
  readonly annotations?: readonly CheckAnnotation[];
}

/** Statuses, check runs, and what code scanning is given. */
export const CHECK_ROUTES: Readonly<Record<string, Handler>> = {
  "POST /repos/{owner}/{repo}/statuses/{sha}": async (call) => {
    requireWrite(call);
    const repository = repositoryOf(call);
    const sha = await shaOf(call, call.params["sha"] ?? "");
    const status: Status = {
      id: call.world.nextId(),
      sha,
      context: textOf(call.body["context"]) || "default",
      state: call.body["state"] as Status["state"],
      description: (call.body["description"] as string | undefined) ?? null,
      targetUrl: (call.body["target_url"] as string | undefined) ?? null,
      creator: viewerOf(call).account,
      createdAt: call.world.now(),
    };
    if ([...(status.description ?? "")].length > 140) {
      throw invalid("Status", "description", "description is too long (maximum is 140 characters)");
    }
    repository.statuses.unshift(status);
    return { status: 201, body: new Shapes(call.world).status(status) };
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/statuses": async (call) => {
    const sha = await shaOf(call, call.params["ref"] ?? "");
    const statuses = repositoryOf(call).statuses.filter((status) => status.sha === sha);
    return page(
      call,
      statuses.map((status) => new Shapes(call.world).status(status)),
    );
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/status": async (call) => {
    const repository = repositoryOf(call);
    const sha = await shaOf(call, call.params["ref"] ?? "");
    const statuses = latestStatuses(repository, sha);
    const shapes = new Shapes(call.world);
    return page(
      call,
      statuses.map((status) => shapes.status(status)),
      (part) => ({
        state: combined(statuses),
        sha,
        total_count: statuses.length,
        statuses: part,
        repository: shapes.repository(repository),
      }),
    );
  },
  "POST /repos/{owner}/{repo}/check-runs": async (call) => {
    const repository = repositoryOf(call);
    const { account } = appOf(call);
    const output = (call.body["output"] as Output | undefined) ?? {};
    const conclusion = (call.body["conclusion"] as string | undefined) ?? null;
    const check: CheckRun = {
      id: call.world.nextId(),
      sha: await shaOf(call, textOf(call.body["head_sha"])),
      name: textOf(call.body["name"]),
      status: conclusion === null ? textOf(call.body["status"]) || "queued" : "completed",
      conclusion,
      externalId: textOf(call.body["external_id"]),
      detailsUrl: (call.body["details_url"] as string | undefined) ?? null,
      title: output.title ?? null,
      summary: output.summary ?? null,
      text: output.text ?? null,
      annotations: [...(output.annotations ?? [])],
      startedAt: (call.body["started_at"] as string | undefined) ?? call.world.now(),
      completedAt: conclusion === null ? null : call.world.now(),
      app: account,
    };
    if (check.status === "completed" && conclusion === null)
      throw invalid("CheckRun", "conclusion", "conclusion is missing");
    repository.checks.push(check);
    return { status: 201, body: new Shapes(call.world).checkRun(check, repository) };
  },
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": (call) => {
    const repository = repositoryOf(call);
    const { account } = appOf(call);
    const check = checkOf(call);
    if (check.app !== account)
      throw new Refusal(
        403,
        "Invalid app_id `" +
          String(account.id) +
          "` - check run can only be modified by the GitHub App that created it.",
      );
    update(call, check);
    return { status: 200, body: new Shapes(call.world).checkRun(check, repository) };
  },
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}": (call) => ({
    status: 200,
    body: new Shapes(call.world).checkRun(checkOf(call), repositoryOf(call)),
  }),
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations": (call) =>
    page(
      call,
      checkOf(call).annotations.map((annotation) => ({ title: null, raw_details: null, ...annotation })),
    ),
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": async (call) => {
    const repository = repositoryOf(call);
    const sha = await shaOf(call, call.params["ref"] ?? "");
    const name = call.query.get("check_name");
    const all = repository.checks.filter((check) => check.sha === sha && (name === null || check.name === name));
    // `latest`, which is what is asked for where nothing is said: one for each name of an app.
    const latest = new Map(all.map((check) => [`${check.app.id} ${check.name}`, check]));
    const shown = call.query.get("filter") === "all" ? all : [...latest.values()];
    return page(
      call,
      shown.toReversed().map((check) => new Shapes(call.world).checkRun(check, repository)),
      (part) => ({ total_count: shown.length, check_runs: part }),
    );
  },
  "POST /repos/{owner}/{repo}/code-scanning/sarifs": async (call) => {
    requireWrite(call);
    const repository = repositoryOf(call);
    const sha = await shaOf(call, textOf(call.body["commit_sha"]));
    const sarif = readSarif(textOf(call.body["sarif"]));
    const sarifId = `${String(call.world.nextId()).padStart(8, "0")}-0000-4000-8000-000000000000`;
    for (const run of sarif.runs) {
      repository.analyses.push({
        id: call.world.nextId(),
        sarifId,
        sha,
        ref: textOf(call.body["ref"]),
        // What stands behind the last slash tells runs of one category apart.
        category: run.automationDetails?.id?.replace(/[^/]*$/, "") ?? "",
        tool: run.tool.driver.name,
        version: run.tool.driver.semanticVersion ?? run.tool.driver.version ?? null,
        results: run.results?.length ?? 0,
        rules: run.tool.driver.rules?.length ?? 0,
        sarif,
        createdAt: call.world.now(),
      });
    }
    const url = `${call.world.url}/repos/${repository.owner.login}/${repository.name}/code-scanning/sarifs/${sarifId}`;
    return { status: 202, body: { id: sarifId, url } };
  },
  "GET /repos/{owner}/{repo}/code-scanning/sarifs/{sarif_id}": (call) => {
    const known = repositoryOf(call).analyses.some(({ sarifId }) => sarifId === call.params["sarif_id"]);
    if (!known) throw notFound();
    return { status: 200, body: { processing_status: "complete", analyses_url: "https://example.test/" } };
  },
  "GET /repos/{owner}/{repo}/code-scanning/analyses": (call) => {
    const repository = repositoryOf(call);
    const ref = call.query.get("ref");
    const sarifId = call.query.get("sarif_id");
    const tool = call.query.get("tool_name");
    const analyses = repository.analyses
      .filter((analysis) => ref === null || analysis.ref === ref)
      .filter((analysis) => sarifId === null || analysis.sarifId === sarifId)
      .filter((analysis) => tool === null || analysis.tool === tool)
      .toReversed();
    // As GitHub does where nothing was ever uploaded.
    if (repository.analyses.length === 0) throw new Refusal(404, "no analysis found");
    return page(
      call,
      analyses.map((analysis) => ({
        id: analysis.id,
        ref: analysis.ref,
        commit_sha: analysis.sha,
        analysis_key: "(default)",
        environment: "{}",
        category: analysis.category,
        error: "",
        warning: "",
        created_at: analysis.createdAt,
        results_count: analysis.results,
        rules_count: analysis.rules,
        sarif_id: analysis.sarifId,
        tool: { name: analysis.tool, guid: null, version: analysis.version },
        deletable: true,
        url: "https://example.test/",
      })),
    );
  },
};

/** The last status of each context. */
export function latestStatuses(repository: Repository, sha: string): Status[] {
  const seen = new Set<string>();
  return repository.statuses.filter((status) => {
    if (status.sha !== sha || seen.has(status.context)) return false;
    seen.add(status.context);
    return true;
  });
}

function combined(statuses: readonly Status[]): string {
  if (statuses.some(({ state }) => state === "failure" || state === "error")) return "failure";
  return statuses.length === 0 || statuses.some(({ state }) => state === "pending") ? "pending" : "success";
}

/** GitHub keeps check runs for apps. */
function appOf(call: Call): { readonly account: CheckRun["app"] } {
  const viewer = viewerOf(call);
  if (!viewer.isApp) throw new Refusal(403, "You must authenticate via a GitHub App.");
  requireWrite(call);
  return viewer;
}

async function shaOf(call: Call, name: string): Promise<string> {
  const repository = repositoryOf(call);
  return repository.git.commitOf(name).catch(() => {
    throw new Refusal(422, `No commit found for SHA: ${name}`);
  });
}

function checkOf(call: Call): CheckRun {
  const check = repositoryOf(call).checks.find(({ id }) => id === Number(call.params["check_run_id"]));
  if (check === undefined) throw notFound();
  return check;
}

function update({ world, body }: Call, check: CheckRun): void {
  const output = (body["output"] as Output | undefined) ?? {};
  const conclusion = body["conclusion"] as string | undefined;
  check.name = textOf(body["name"]) || check.name;
  check.externalId = textOf(body["external_id"]) || check.externalId;
  check.detailsUrl = (body["details_url"] as string | undefined) ?? check.detailsUrl;
  check.title = output.title ?? check.title;
  check.summary = output.summary ?? check.summary;
  check.text = output.text ?? check.text;
  // What stands there stays: GitHub adds, and never takes one away.
  check.annotations.push(...(output.annotations ?? []));
  check.status = textOf(body["status"]) || check.status;
  if (conclusion === undefined) return;
  check.status = "completed";
  check.conclusion = conclusion;
  check.completedAt = world.now();
}

interface Driver {
  readonly name: string;
  readonly version?: string;
  readonly semanticVersion?: string;
  readonly rules?: readonly unknown[];
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: Driver };
    readonly automationDetails?: { readonly id?: string };
    readonly results?: readonly unknown[];
  }[];
}

function readSarif(text: string): Sarif {
  const refused = (why: string): Refusal => new Refusal(400, `Invalid SARIF. ${why}`);
  let sarif: Partial<Sarif>;
  try {
    sarif = JSON.parse(gunzipSync(Buffer.from(text, "base64")).toString("utf8")) as Partial<Sarif>;
  } catch {
    throw refused("It is not gzipped JSON in base64.");
  }
  if (sarif.version !== "2.1.0" || !Array.isArray(sarif.runs)) throw refused("It is not SARIF 2.1.0.");
  for (const run of sarif.runs as Sarif["runs"]) {
    if (typeof run.tool?.driver?.name !== "string") throw refused("A run names no tool.");
    if ((run.results?.length ?? 0) > 25_000) throw refused("A run has more than 25,000 results.");
  }
  return sarif as Sarif;
}
