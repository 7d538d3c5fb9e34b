import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { AddedFile } from "./added-file.ts";

/** A check that needs no language's grammar, and how it is run over the added lines of a change. */
export interface NeutralRule {
  readonly check: Check;
  /** Looks also at data and at what is skipped by policy: what it finds is wrong wherever it stands. */
  readonly isForAll?: true;
  find(files: readonly AddedFile[], index: ChangeIndex): Promise<readonly CheckHit[]> | readonly CheckHit[];
}
