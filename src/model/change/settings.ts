import type { Gate } from "../panel/gate.ts";
import type { ProbeSettings } from "../panel/probe-result.ts";
import type { Severity } from "../severity.ts";

/** Ids of reviewers or checks that are switched off for the files that a glob matches. */
export interface PathSwitch {
  readonly glob: string;
  readonly ids: readonly string[];
}

/** What is switched off, and where. */
export interface Switches {
  /** Ids of reviewers and checks that are off everywhere. */
  readonly off: readonly string[];
  readonly offIn: readonly PathSwitch[];
  /** The source: a file name, with the commit if it is not from the working tree. */
  readonly from: string;
  /** The parts that the change under review itself adds. Absent: none. */
  readonly brought?: BroughtSwitches;
}

/** What a change weakens in the configuration that it is reviewed by. */
export interface BroughtSwitches {
  readonly off: readonly string[];
  readonly offIn: readonly PathSwitch[];
  readonly ignore: readonly string[];
  /** Why the round is incomplete because of it, a phrase each. */
  readonly lost?: readonly string[];
  /** What is only mentioned, a phrase each. */
  readonly told?: readonly string[];
  /** The number of readers and the gate at the base, if they are stricter. */
  readonly readers?: number;
  readonly failOn?: Severity;
  /** The configuration files, here and at the base, and a phrase that names them. */
  readonly files?: readonly string[];
  readonly where?: string;
}

/** The configuration of a round. Kept in the journal, so that a resumed round follows the same rules. */
export interface RoundSettings extends Switches {
  /** Globs of files that are not reviewed line by line. */
  readonly ignore: readonly string[];
  /** How many agents must read a hunk. Default: one. */
  readonly readers?: number;
  /** The gates that the configuration names. To be compared and shown: commands come from the configuration alone. */
  readonly gates?: readonly Gate[];
  /** The probe that is asked for. To be compared and shown only, too. */
  readonly probe?: ProbeSettings;
}
