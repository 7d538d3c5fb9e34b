import type { Change } from "#model/change/change.ts";
import { inlineCode, type Document, fencedBlocks } from "./document.ts";

/** The commit messages, oldest first; undefined if there are none. */
export function messagesDocument({ messages, scope }: Change): Document | undefined {
  if (messages.length === 0) return undefined;
  const note = scope.commitsNote === undefined ? [] : [`Note: ${inlineCode(scope.commitsNote)}`];
  return {
    name: "messages",
    about: "Messages of the commits under review, as their author wrote them: claims to be checked against the code.",
    unit: "commit messages",
    blocks: [
      ...note,
      ...messages.flatMap(({ id, subject, body }) => {
        const text = body.trim() === "" ? subject : `${subject}\n\n${body}`;
        return fencedBlocks(`## Commit ${inlineCode(id)}`, text);
      }),
    ],
  };
}
