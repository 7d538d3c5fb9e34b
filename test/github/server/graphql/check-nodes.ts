import { nodeId } from "../node-id.ts";
import { latestStatuses } from "../rest/checks.ts";
import type { CheckRun, Repository, Status } from "../state.ts";
import { fullName } from "../state.ts";
import type { PageArguments } from "./connection.ts";
import { connection } from "./connection.ts";
import type { Nodes } from "./nodes.ts";

type Node = Readonly<Record<string, unknown>>;

/** All check runs and statuses of a commit; null where there are none, as on GitHub. */
export function rollupNode(nodes: Nodes, repository: Repository, sha: string): Node | null {
  const statuses = latestStatuses(repository, sha);
  const checks = repository.checks.filter((check) => check.sha === sha);
  if (statuses.length + checks.length === 0) return null;
  const all = [
    ...checks.map((check) => checkNode(nodes, repository, check)),
    ...statuses.map((each) => statusNode(nodes, repository, each)),
  ];
  return {
    __typename: "StatusCheckRollup",
    id: nodeId("SC", sha),
    state: rollupState(statuses, checks),
    commit: () => nodes.commit(repository, sha),
    contexts: (page: PageArguments) => connection(all, page, (each) => each),
  };
}

function checkNode(nodes: Nodes, repository: Repository, check: CheckRun): Node {
  const url = `${nodes.url}/${fullName(repository)}/runs/${check.id}`;
  const { workflow } = check;
  return {
    __typename: "CheckRun",
    id: nodeId("CR", check.id),
    databaseId: check.id,
    name: check.name,
    status: check.status.toUpperCase(),
    conclusion: check.conclusion?.toUpperCase() ?? null,
    title: check.title,
    summary: check.summary,
    text: check.text,
    externalId: check.externalId === "" ? null : check.externalId,
    detailsUrl: check.detailsUrl ?? url,
    url,
    permalink: url,
    startedAt: check.startedAt,
    completedAt: check.completedAt,
    checkSuite: {
      __typename: "CheckSuite",
      id: nodeId("CS", check.id),
      app: {
        __typename: "App",
        id: nodeId("A", check.app.id),
        databaseId: check.app.id,
        name: check.app.login,
        slug: check.app.login,
      },
      workflowRun:
        workflow === undefined
          ? null
          : {
              __typename: "WorkflowRun",
              id: nodeId("A", `run ${check.id}`),
              databaseId: check.id,
              url,
              workflow: { __typename: "Workflow", id: nodeId("A", `workflow ${workflow}`), name: workflow },
            },
    },
  };
}

function statusNode(nodes: Nodes, repository: Repository, status: Status): Node {
  return {
    __typename: "StatusContext",
    id: nodeId("SC", status.id),
    context: status.context,
    state: status.state.toUpperCase(),
    description: status.description,
    targetUrl: status.targetUrl,
    createdAt: status.createdAt,
    creator: nodes.actor(status.creator),
    commit: () => nodes.commit(repository, status.sha),
  };
}

function rollupState(statuses: readonly Status[], checks: readonly CheckRun[]): string {
  const bad = ["failure", "error", "timed_out", "cancelled", "action_required", "startup_failure"];
  if (
    statuses.some(({ state }) => bad.includes(state)) ||
    checks.some(({ conclusion }) => bad.includes(conclusion ?? ""))
  ) {
    return "FAILURE";
  }
  const isOpen =
    statuses.some(({ state }) => state === "pending") || checks.some(({ status }) => status !== "completed");
  return isOpen ? "PENDING" : "SUCCESS";
}
