import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Finding } from "#model/finding.ts";
import type { PatchTrial } from "#model/panel/patch.ts";
import { buildPatch } from "#steps/verify-findings/build-patch.ts";

/** More patches than these are not looked at. */
const MAX_COUNT = 200;

const NOT_ALLOWED = "nothing is run without --allow-run";

/** What it makes may lead anywhere, and the page shows only a path. */
const MAKES_LINK = /^new (?:file )?mode 1[26]0000$/m;

/**
 * The patches of findings, and whether git applies each to the reviewed commit. Runs nothing. A plain diff that does not
 * apply is a sketch like others, and not in the list.
 */
export async function checkPatches(
  findings: readonly Finding[],
  { change, checkPatch }: Pick<OpenedChange, "change" | "checkPatch">,
): Promise<PatchTrial[]> {
  const trials: PatchTrial[] = [];
  const commit = change.scope.head ?? "";
  const proposed = findings.flatMap((finding) => buildPatch(finding) ?? []);
  for (const { finding, text, isMeant } of proposed.slice(0, MAX_COUNT)) {
    const check = await checkPatch(text);
    const about = { finding, patch: text, commit };
    if (check.applies && MAKES_LINK.test(check.patch)) {
      trials.push({
        ...about,
        paths: [],
        state: "does-not-apply",
        why: "it makes a link or a submodule, and is not offered",
      });
    } else if (check.applies) {
      trials.push({
        ...about,
        patch: check.patch,
        paths: check.paths,
        state: "applies",
        why: `it is not tested: ${NOT_ALLOWED}`,
      });
    } else if (isMeant) {
      trials.push({ ...about, paths: [], state: "does-not-apply", why: `git does not apply it: ${check.why}` });
    }
  }
  return trials;
}
