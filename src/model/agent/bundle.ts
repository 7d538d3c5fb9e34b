/** A file of a bundle. */
export interface BundleFile {
  /** Below the desk: `review/scope.md`. */
  readonly path: string;
  readonly text: string;
}

/** The position of a hunk in the patches of a bundle. A split hunk has several positions. */
export interface PatchPlace {
  /** The patch file, as in the bundle: `review/patches/0001-src-mail-ts.patch`. */
  readonly path: string;
  /** Lines of the patch file from 1, both included; the first is the hunk's `@@` line. */
  readonly start: number;
  readonly end: number;
  /** Which hunk: its index in `scope.hunks`. */
  readonly hunk: number;
  /** Where in the reviewed commit these lines stand, from 1, both included; absent where the hunk only removes. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** The lines of the hunk at this position, from 0, without `to`. Absent: unknown. */
  readonly rows?: { readonly from: number; readonly to: number };
  /** Of a single line that is too long for one place: which of its pieces stand here; `to` is not included. */
  readonly pieces?: { readonly from: number; readonly to: number; readonly of: number };
}

/** What one reviewer gets in one run: files, and the positions of the hunks in them. */
export interface Bundle {
  /** 1 for the first of `of` bundles. */
  readonly part: number;
  readonly of: number;
  readonly files: readonly BundleFile[];
  readonly places: readonly PatchPlace[];
  /** The changed files whose lines stand here, wholly or in part. */
  readonly paths: readonly string[];
  /** Characters of its patches. */
  readonly characters: number;
  /** What the bundle leaves out for lack of room or because it is about other files, a sentence each. */
  readonly leftOut: readonly string[];
}

/** Hunks of one file that stand in no bundle, with the reason. */
export interface Withheld {
  readonly path: string;
  /** Indexes in `scope.hunks`. */
  readonly hunks: readonly number[];
  readonly why: string;
}

/** All that a reviewer gets, and what it does not get. */
export interface BundleSet {
  readonly bundles: readonly Bundle[];
  readonly notGiven: readonly Withheld[];
  /** Characters of patches that a bundle may hold. */
  readonly budget: number;
  /** Characters of all patches, those that are not given included. */
  readonly characters: number;
}
