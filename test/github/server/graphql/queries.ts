import { Refusal } from "../refusal.ts";
import type { Token } from "../state.ts";
import type { World } from "../world.ts";
import { findNode } from "./find-node.ts";
import type { Nodes } from "./nodes.ts";

interface QueryParts {
  readonly world: World;
  readonly viewer: Token;
  readonly nodes: Nodes;
  readonly rateLimit: { readonly cost: number; readonly nodeCount: number; readonly used: number };
}

/** What can be asked at the top. */
export function queries({ world, viewer, nodes, rateLimit }: QueryParts): Readonly<Record<string, unknown>> {
  const node = ({ id }: { readonly id: string }): unknown => {
    const found = findNode(world, id);
    if (found === undefined) throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`);
    switch (found.kind) {
      case "pull":
        return nodes.pull(found.pull);
      case "thread":
        return nodes.thread(found.thread);
      case "review":
        return nodes.review(found.review);
      case "reviewComment":
        return nodes.reviewComment(found.comment);
      case "issue":
        return nodes.issue(found.issue);
      case "issueComment":
        return nodes.issueComment(found.issue, found.comment);
      case "repository":
        return nodes.repository(found.repository);
    }
  };
  return {
    viewer: () => nodes.viewer(),
    rateLimit: () => ({
      cost: rateLimit.cost,
      nodeCount: rateLimit.nodeCount,
      limit: 5000,
      used: rateLimit.used + rateLimit.cost,
      remaining: 5000 - rateLimit.used - rateLimit.cost,
      resetAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) => {
      const repository = world.visible(`${owner}/${name}`, viewer);
      if (repository !== undefined) return nodes.repository(repository);
      throw new Refusal(404, `Could not resolve to a Repository with the name '${owner}/${name}'.`);
    },
    node,
    nodes: ({ ids }: { readonly ids: readonly string[] }) => ids.map((id) => node({ id })),
  };
}
