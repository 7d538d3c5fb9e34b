import type { PatchState } from "./patch.ts";
import type { Demonstration } from "./verification.ts";

/** A repro that we ran, or could not run, as it is shown. */
export interface ReportTrial {
  readonly outcome: Demonstration["outcome"];
  /** `shown`, `could not be run`. */
  readonly words: string;
  readonly why: string;
  /** `regression: its repro shows it at the head and not before`; undefined: nothing to say. */
  readonly origin: string | undefined;
  /** `bash ../repro.sh`. Empty: nothing was run. */
  readonly command: string;
  readonly directory: string | undefined;
  /** `node 22.4.1, bash 5.2`. Empty: unknown. */
  readonly versions: string;
  readonly script: string;
  readonly language: string;
  readonly arms: readonly ReportArm[];
}

/** One run of a repro. */
export interface ReportArm {
  /** `head`, `head again`, `base`, `previous round`, `head with the patch`. */
  readonly on: string;
  /** Shortened. Undefined: unknown. */
  readonly commit: string | undefined;
  /** `exit code 1`, `did not end in time`. */
  readonly ended: string;
  readonly seconds: number;
  readonly output: string;
  readonly isCut: boolean;
}

/** The patch of a problem, as it is shown. */
export interface ReportPatch {
  readonly state: PatchState;
  /** `tested patch`, `patch applies, untested`, `patch does not fix it`. */
  readonly words: string;
  readonly why: string;
  /** It may be copied and applied: nothing that we ran speaks against it. */
  readonly isOffered: boolean;
  readonly text: string;
  /** The diffs of the finding that it is made of, as written. */
  readonly diffs: readonly string[];
  /** Below the folder of the review. */
  readonly file: string;
  /** From the root of the repository, of an archive in its usual place. */
  readonly path: string;
  /** What applies it, in the root of the repository; of an archive in its usual place. */
  readonly command: string;
  /** The gates that ran with it, in their order. */
  readonly gates: readonly { readonly name: string; readonly ended: string; readonly seconds: number }[];
}
