import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition } from "#model/change/change-index.ts";
import { conventionOf, hitFor, ratio, whereOf } from "../convention.ts";
import type { NewFile } from "../peers.ts";
import { commonCase, nameCase } from "./name-case.ts";
import { newSymbols, peerSymbols } from "./symbols.ts";

/** New functions whose names are written in another way than those around them. */
export const SYMBOL_NAME: Check = {
  id: "house-rules/symbol-name",
  title: "Function name is written in another way",
  about:
    "A new function joins the words of its name in another way than at least 95 % of 20 or more functions around it. Methods, whose names a framework may ask for, and names of one word are left alone.",
  severity: "suggestion",
  languages: ["typescript", "javascript", "python", "bash", "ruby", "rust"],
  catches: "def loadOrders(path):   # new\n# 120 of 121 functions below shop/ have names such as `save_orders`",
  ignores: "def load_orders(path):   # new",
};

/** Finds new functions whose names do not fit. */
export async function findOddNames(index: ChangeIndex, files: readonly NewFile[]): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const file of files) {
    if (SYMBOL_NAME.languages?.includes(file.facts.language) !== true) continue;
    const fresh = (await newSymbols(index, file)).filter(isFunction);
    if (!fresh.some(({ name }) => nameCase(name) !== undefined)) continue;
    const hit = await hitForFile(index, file, fresh);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

function isFunction({ kind, container }: Definition): boolean {
  return kind === "function" && container === undefined;
}

async function hitForFile(
  index: ChangeIndex,
  file: NewFile,
  fresh: readonly Definition[],
): Promise<CheckHit | undefined> {
  const peers = await peerSymbols(index, file, (one) => isFunction(one) && nameCase(one.name) !== undefined);
  if (peers === undefined) return undefined;
  const cases = peers.symbols.flatMap(({ definition }) => nameCase(definition.name) ?? []);
  const common = commonCase(cases);
  const odd = fresh.find(({ name }) => nameCase(name) !== undefined && nameCase(name) !== common);
  const convention = conventionOf(
    peers.folder,
    peers.symbols.map(({ path, definition: { name, start } }) => ({
      path,
      line: start,
      keeps: nameCase(name) === common,
    })),
  );
  if (odd === undefined || common === undefined || convention === undefined) return undefined;
  // A component of React and a constructor of old are functions too; by custom they begin with a capital.
  if (nameCase(odd.name) === "PascalCase" && /\.[cm]?[jt]sx?$/.test(file.path)) return undefined;
  const own = nameCase(odd.name) ?? "";
  const quote = (file.text.split("\n")[odd.start - 1] ?? "").replace(/\r$/, "");
  return hitFor(index, {
    check: SYMBOL_NAME,
    convention,
    place: { location: { path: file.path, start: odd.start, end: odd.start }, quote, note: own },
    title: `\`${odd.name}\` is named in ${own} among functions in ${common}`,
    explanation: `${ratio(convention)} functions ${whereOf(convention)} whose names have several words are named in ${common}; this new one is in ${own}.`,
    fix: `Name it in ${common}.`,
  });
}
