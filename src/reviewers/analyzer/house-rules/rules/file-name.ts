import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { conventionOf, hitFor, ratio, whereOf } from "../convention.ts";
import { foldersUp, type NewFile, peersBelow } from "../peers.ts";
import { commonCase, type NameCase, nameCase } from "./name-case.ts";

/** New files whose names are written in another way than those around them. */
export const FILE_NAME: Check = {
  id: "house-rules/file-name",
  title: "File name is written in another way",
  about:
    "A new file joins the words of its name in another way than at least 95 % of 20 or more files around it: `orderStore.ts` among `order-store.ts`. Names of one word fit everywhere.",
  severity: "suggestion",
  catches: "src/orderStore.ts: new\n57 of 58 files below src/ have names such as `price-list.ts`",
  ignores: "src/order-store.ts, src/store.ts: new",
};

/** Finds new files whose names do not fit. */
export async function findOddFileNames(index: ChangeIndex, files: readonly NewFile[]): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const file of files) {
    const own = file.isNew ? nameCase(stemOf(file.path)) : undefined;
    if (own === undefined) continue;
    const mined = mineNames(index, file.path);
    if (mined?.convention === undefined || mined.common === own) continue;
    const { convention, common } = mined;
    const first = file.text.split("\n")[0]?.replace(/\r$/, "") ?? "";
    hits.push(
      await hitFor(index, {
        check: FILE_NAME,
        convention,
        place: { location: { path: file.path, start: 1, end: 1 }, quote: first, note: own },
        title: `${file.path} is named in ${own} among names in ${common}`,
        explanation: `${ratio(convention)} files of this kind ${whereOf(convention)} whose names have several words are named in ${common}; this new one is in ${own}.`,
        fix: `Name it in ${common}.`,
      }),
    );
  }
  return hits;
}

function mineNames(index: ChangeIndex, path: string) {
  for (const folder of foldersUp(path)) {
    const named = peersBelow(index, folder, path).flatMap((peer): { path: string; is: NameCase }[] => {
      const is = IS_TEST.test(peer) === IS_TEST.test(path) ? nameCase(stemOf(peer)) : undefined;
      return is === undefined ? [] : [{ path: peer, is }];
    });
    const common = commonCase(named.map(({ is }) => is));
    if (named.length < 20 || common === undefined) continue;
    const instances = named.map(({ path: peer, is }) => ({ path: peer, line: 1, keeps: is === common }));
    return { common, convention: conventionOf(folder, instances) };
  }
  return undefined;
}

/** Tests have names of their own kind, and are compared with tests. */
const IS_TEST = /[._-](?:test|spec)s?\.\w+$|(?:^|\/)(?:test_|tests?\/|__tests__\/|spec\/)|Tests?\.\w+$/;

/** The name up to its first dot: `order-store` of `order-store.test.ts`. */
function stemOf(path: string): string {
  return /([^/.]*)[^/]*$/.exec(path)?.[1] ?? "";
}
