import type { Sketch } from "#likeness/portrait.ts";

/** All wordings of a problem as one: a new finding may have a word of each and be like none of them alone. Of at least one. */
export function sketchOfAll(own: readonly Sketch[]): Sketch {
  const flat = (part: "title" | "lead" | "prose" | "text" | "fix" | "about"): string[] =>
    own.flatMap((each) => [...each[part]]);
  const set = (part: "names" | "code" | "edits" | "kinds"): Set<string> =>
    new Set(own.flatMap((each) => [...each[part]]));
  const mentioned = (part: "names" | "inTitle" | "files"): Set<string> =>
    new Set(own.flatMap(({ mentions }) => [...mentions[part]]));
  return {
    finding: own.at(-1)!.finding,
    places: own.flatMap(({ places }) => places).slice(0, MAX_PLACES),
    placed: own.some(({ placed }) => placed),
    wholePaths: own.every(({ wholePaths }) => wholePaths),
    title: flat("title"),
    lead: flat("lead"),
    prose: flat("prose"),
    text: flat("text"),
    fix: flat("fix"),
    about: flat("about"),
    letters: own.flatMap(({ letters }) => [...letters]),
    kinds: set("kinds"),
    names: set("names"),
    mentions: { names: mentioned("names"), inTitle: mentioned("inTitle"), files: mentioned("files") },
    code: set("code"),
    edits: set("edits"),
  };
}

const MAX_PLACES = 20;
