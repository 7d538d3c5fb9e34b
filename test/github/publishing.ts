import { parseMarker } from "#grammar/marker.ts";
import { beginLife, copyLife, EMPTY_SHIFT, type Life, LOUD_LOG, OFF_BY_ONE, type Said } from "../e2e/rounds/life.ts";
import type { Hub } from "./server/hub.ts";
import type { HubPull } from "./server/hub-pull.ts";
import type { HubRepository } from "./server/hub-repository.ts";
import { callProgram } from "../helpers/run-program.ts";

/** A pull request on a hub, the clone in which it is reviewed, and the command that publishes. */
export interface Publishing {
  readonly life: Life;
  readonly repository: HubRepository;
  readonly pull: HubPull;
  /** Lets one reviewer say this, in a further round. */
  review(...findings: readonly Said[]): Promise<void>;
  /** Pushes what is committed to the pull request. */
  push(): void;
  publish(token: string, ...args: readonly string[]): Promise<CalledMembers>;
  close(): void;
}

/** How a command ended. */
export interface CalledMembers {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `publish --json` tells, as far as tests look at it. */
export interface Told {
  readonly calls: number;
  readonly posted: {
    readonly comments: readonly string[];
    readonly edited: readonly number[];
    readonly resolved: readonly string[];
    readonly summary?: string;
    readonly check?: string;
    readonly sarif?: string;
  };
  readonly refused: {
    readonly parts: readonly { readonly part: string; readonly why: string }[];
    readonly comments: readonly { readonly of: string; readonly why: string }[];
    readonly threads: readonly { readonly why: string }[];
  };
  readonly left: readonly { readonly of: string; readonly why: string }[];
}

/** A repository in which the queue was reviewed once, with these findings. Tests work on copies of it. */
export async function reviewOnce(...findings: readonly Said[]): Promise<Life> {
  const life = beginLife();
  // A copy has another folder; it is the same repository by this.
  life.git("remote", "add", "origin", "https://code.example/ada/kettle.git");
  await life.round({ claude: { findings } });
  return life;
}

/** The queue's pull request on a hub, with nobody's word on it yet, and the review of it. */
export async function beginPublishing(hub: Hub, reviewed: Life): Promise<Publishing> {
  const repository = await hub.repository("ada/kettle", { "README.md": "# Begin\n" }, { access: { rosa: "write" } });
  const life = copyLife(reviewed);
  const push = (): void => void life.git("push", "-qf", repository.folder, "main", "feature");
  push();
  const pull = await repository.pull({ branch: "feature", title: "Add the queue", author: "rosa" });
  return {
    life,
    repository,
    pull,
    push,
    async review(...findings) {
      await life.round({ claude: { findings } });
    },
    publish: (token, ...args) =>
      call({ hub, token, folder: life.folder }, ["publish", "--to", "github", "--pr", pull.url, ...args]),
    close: () => life.close(),
  };
}

/** The three problems of the queue. */
export const THREE: readonly Said[] = [EMPTY_SHIFT, OFF_BY_ONE, LOUD_LOG];

async function call(
  { hub, token, folder }: { readonly hub: Hub; readonly token: string; readonly folder: string },
  args: readonly string[],
): Promise<CalledMembers> {
  const env = { PATH: process.env["PATH"], GITHUB_SERVER_URL: hub.url, GITHUB_TOKEN: token, NO_COLOR: "1" };
  const { status: code, ...out } = await callProgram(args, { cwd: folder, env });
  return { code, ...out };
}

/** What `--json` printed. */
export function told({ stdout, stderr }: CalledMembers): Told {
  if (stdout === "") throw new Error(`nothing was printed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Everything that stands on a pull request, in a form that does not depend on ids: what two ways must agree in. */
export function standing({ threads, comments, reviews, checks, state }: HubPull): object {
  const plain = (body: string): string => body.replaceAll("\r", "").replaceAll(/#discussion_r\d+/g, "#discussion");
  return {
    threads: threads
      .map(({ path, line, startLine, side, isResolved, comments: own }) => ({
        place: [path, side, startLine, line],
        isResolved,
        bodies: own.map(({ body }) => plain(body)),
      }))
      .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
    comments: comments.map(({ body }) => plain(body)),
    drafts: reviews.filter((review) => review.state === "PENDING").length,
    checks: checks.map(({ name, conclusion, externalId, annotations }) => [
      name,
      conclusion,
      externalId,
      annotations.length,
    ]),
    analyses: state.repository.analyses.length,
  };
}

/** Takes everything away that was said on a pull request. */
export function wipe({ state }: HubPull): void {
  for (const list of [state.threads, state.comments, state.reviews, state.repository.checks, state.repository.analyses])
    list.length = 0;
}

/** The finding that each of our threads is about. */
export function threadIds({ threads }: HubPull): readonly string[] {
  return threads.map(({ comments: [first] }) => {
    const marker = parseMarker(first?.body ?? "");
    return marker?.kind === "finding" ? marker.id : "";
  });
}
