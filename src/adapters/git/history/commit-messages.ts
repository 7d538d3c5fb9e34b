import type { CommitMessage } from "#model/change/change.ts";
import type { Repository } from "../repository.ts";
import { countCommits } from "../revisions.ts";

/** Nobody reads more commits than this one by one. */
const MAX_COMMITS = 500;

/** The commits of a change, oldest first, with their whole messages; the newest 500 and a note if there are more. */
export async function readMessages(
  repository: Repository,
  base: string,
  tip: string,
): Promise<{ messages: readonly CommitMessage[]; note?: string }> {
  const range = base === repository.emptyTree ? tip : `${base}..${tip}`;
  const args = ["log", "-z", "--reverse", "--no-show-signature", "--no-color", "--no-notes", "--encoding=UTF-8"];
  const { stdout } = await repository.run([
    ...args,
    "--format=%H%n%B",
    `--max-count=${MAX_COMMITS}`,
    "--end-of-options",
    range,
    "--",
  ]);
  const entries = stdout.toString("utf8").split("\0");
  const messages = entries.filter((entry) => entry.trim() !== "").map(parseMessage);
  if (messages.length < MAX_COMMITS) return { messages };
  const count = await countCommits(repository, base, tip);
  return count <= messages.length
    ? { messages }
    : { messages, note: `…after ${count - messages.length} earlier commits` };
}

function parseMessage(entry: string): CommitMessage {
  const [id = "", ...lines] = entry.trim().split("\n");
  const text = lines.join("\n").trim();
  const [subject = ""] = text.split("\n");
  return { id, subject, body: text.slice(subject.length).trim() };
}
