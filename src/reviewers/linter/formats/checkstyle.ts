import type { ToolHit } from "#model/panel/tool-hit.ts";
import type { TextReader } from "../format-reader.ts";
import { toHit } from "../values.ts";

/** A tag of the file, and its end. Text between tags means nothing here. */
const TAG = /<(?:(file|error)\b((?:[^<>"']|"[^"]*"|'[^']*'){0,20000})>|\/(file|checkstyle)\s*>|(checkstyle)\b)/g;
const ATTRIBUTE = /([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** Checkstyle's XML, which many tools write. No entities of its own are resolved. */
export const checkstyleReader: TextReader = {
  format: "checkstyle",
  tool: "",
  isMine: (text) => /<checkstyle\b/.test(text),
  isSilentWhenClean: false,
  read(text, tool) {
    const hits: ToolHit[] = [];
    let [odd, file, begun, ended] = [0, undefined as string | undefined, 0, 0];
    for (const [, kind, attributes = "", closed, opened] of text.matchAll(TAG)) {
      if (opened !== undefined) begun += 1;
      if (closed === "checkstyle") ended += 1;
      if (closed === "file") file = undefined;
      if (kind === "file") file = attributesOf(attributes).get("name");
      if (kind !== "error") continue;
      const hit = toError(attributesOf(attributes), file, tool);
      if (hit === undefined) odd += 1;
      else hits.push(hit);
    }
    const missed = (text.match(/<error\b/g) ?? []).length - hits.length;
    odd = Math.max(odd, missed);
    // Without anything in it, the element may end itself.
    const isEmpty = /<checkstyle\b[^<>]*\/>/.test(text);
    if (begun === 0) return { hits, odd, problem: "it is not XML of Checkstyle" };
    return ended < begun && !isEmpty ? { hits, odd, problem: "it breaks off" } : { hits, odd };
  },
};

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", one, other]) => [name, unescape(one ?? other ?? "")]),
  );
}

function toError(error: ReadonlyMap<string, string>, file: string | undefined, tool: string): ToolHit | undefined {
  const source = error.get("source") ?? "";
  const known = SOURCES.find(({ form }) => form.test(source));
  return toHit({
    tool: known?.tool ?? tool,
    file,
    rule: known === undefined ? source : source.replace(known.form, "").replace(/\)$/, ""),
    message: error.get("message"),
    isError: error.get("severity") === "error",
    start: error.get("line"),
  });
}

/** What the sources of some tools begin with. */
const SOURCES: readonly { readonly form: RegExp; readonly tool: string }[] = [
  { form: /^eslint\.rules\./, tool: "ESLint" },
  { form: /^ShellCheck\./, tool: "ShellCheck" },
  { form: /^com\.puppycrawl\.tools\.checkstyle\.(?:checks\.)?(?:\w+\.)*/, tool: "Checkstyle" },
];

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescape(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, (whole: string, name: string) => {
    if (!name.startsWith("#")) return ENTITIES.get(name) ?? whole;
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return point <= 0x10_ffff ? String.fromCodePoint(point) : whole;
  });
}
