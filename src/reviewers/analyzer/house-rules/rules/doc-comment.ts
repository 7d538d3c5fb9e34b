import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, Language } from "#model/change/change-index.ts";
import { conventionOf, hitFor, ratio, whereOf } from "../convention.ts";
import type { NewFile } from "../peers.ts";
import { newSymbols, peerSymbols } from "./symbols.ts";

/** New exported functions and types without the comment that the others have. */
export const DOC_COMMENT: Check = {
  id: "house-rules/doc-comment",
  title: "Doc comment is missing",
  about:
    "A new exported function or type has no doc comment, while at least 95 % of 20 or more exported ones of its kind around it have one.",
  severity: "suggestion",
  languages: ["typescript", "javascript", "go", "python", "java", "rust", "ruby", "csharp"],
  catches:
    "export function total(): number { … }   // new\n// 57 of 58 exported functions below src/ have a doc comment",
  ignores: "/** What the orders cost together. */\nexport function total(): number { … }   // new",
};

/** Finds new exported symbols that lack a comment: one hit a file. */
export async function findMissingComments(index: ChangeIndex, files: readonly NewFile[]): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const file of files) {
    if (file.facts.role !== "source") continue;
    const lines = file.text.split("\n");
    const bare = (await newSymbols(index, file)).filter((one) => {
      return isAsked(one) && !isDocumented(lines, one, file.facts.language);
    });
    for (const kind of KINDS) {
      const hit = await hitForKind(
        index,
        file,
        bare.filter((one) => one.kind === kind),
      );
      if (hit !== undefined) hits.push(hit);
    }
  }
  return hits;
}

const KINDS = ["function", "type"] as const;

function isAsked({ kind, exported, container, name }: Definition): boolean {
  return (
    exported && container === undefined && (kind === "function" || kind === "type") && !/^(?:_|test|Test)/.test(name)
  );
}

async function hitForKind(
  index: ChangeIndex,
  file: NewFile,
  bare: readonly Definition[],
): Promise<CheckHit | undefined> {
  const [first] = bare;
  if (first === undefined) return undefined;
  const { language } = file.facts;
  const peers = await peerSymbols(index, file, (one) => isAsked(one) && one.kind === first.kind);
  const convention =
    peers === undefined
      ? undefined
      : conventionOf(
          peers.folder,
          peers.symbols.map(({ path, definition, lines }) => {
            return { path, line: definition.start, keeps: isDocumented(lines, definition, language) };
          }),
        );
  if (convention === undefined) return undefined;
  const names = bare
    .slice(0, 3)
    .map(({ name }) => `\`${name}\``)
    .join(", ");
  const quote = (file.text.split("\n")[first.start - 1] ?? "").replace(/\r$/, "");
  return hitFor(index, {
    check: DOC_COMMENT,
    convention,
    place: { location: { path: file.path, start: first.start, end: first.start }, quote, note: "no doc comment" },
    title: `${names}${bare.length > 3 ? ` and ${bare.length - 3} more` : ""} ${bare.length === 1 ? "has" : "have"} no doc comment`,
    explanation: `${ratio(convention)} exported ${first.kind}s ${whereOf(convention)} have a doc comment; ${bare.length === 1 ? "this new one has" : "these new ones have"} none.`,
    fix: "Say in a sentence what it is for.",
  });
}

const MARKS = /^\s*(?:@|#\[|\[\w|export default$)/;

/** A comment that ends right above it, decorators aside; in Python the first statement inside. */
function isDocumented(lines: readonly string[], { start, end }: Definition, language: Language): boolean {
  if (language === "python") return hasDocstring(lines, start, end);
  let above = start - 2;
  while (above >= 0 && MARKS.test(lines[above] ?? "")) above--;
  return /^\s*(?:\/\/|#(?!\[)|\*)|\*\/\s*$/.test(lines[above] ?? "");
}

function hasDocstring(lines: readonly string[], start: number, end: number): boolean {
  let line = start - 1;
  while (line < end && !/:\s*(?:#.*)?$/.test(lines[line] ?? "")) line++;
  const next = lines.slice(line + 1, line + 4).find((text) => text.trim() !== "");
  return /^\s*[rRbBuU]?(?:"|')/.test(next ?? "");
}
