import type { PatchPlace } from "#model/agent/bundle.ts";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { HunkReading, OpenedFile, Reading } from "#model/panel/receipt.ts";
import type { HunkIndex } from "./hunk-index.ts";
import { createSeenLines } from "./seen-lines.ts";
import { createPatchIndex, createPieceCounter, type PatchIndex, type PieceCounter } from "./patch-index.ts";
import { readCommand } from "./read-command.ts";
import { type OutputSource, scanOutput } from "./output/scan-output.ts";
import { posix } from "node:path";

/** The desk of one run of a reviewer. */
export interface WatchedDesk {
  /** All names of its folder: as given to the agent, and with links resolved. */
  readonly folders: readonly string[];
  /** The places of the hunks in its patches. */
  readonly places: readonly PatchPlace[];
}

/** What one reviewer has provably read so far, over all its runs. */
export interface ReadingTracker {
  /**
   * Starts watching a run; the returned function accepts every tool event of it. It never throws and keeps no output.
   */
  watch(desk: WatchedDesk): (event: ToolEvent) => void;
  /** Distinct files of the repository that it has opened. */
  readonly filesOpened: number;
  /** Hunks of which it has seen every changed line. */
  readonly hunksRead: number;
  readings(): readonly HunkReading[];
  /** Hunks of which it has seen some lines but not all: another pass may have the rest. */
  partly(): NonNullable<Reading["partly"]>;
  opened(): readonly OpenedFile[];
}

/** Watches what a reviewer's tools show it. */
export function createReadingTracker(index: HunkIndex, reviewer: ReviewerId): ReadingTracker {
  const seen = createSeenLines(index);
  const opened = new Map<string, number>();
  const isSeen = createPieceCounter();
  return {
    watch: (desk) => watchDesk(desk, { index, seen, opened, isSeen }),
    get filesOpened() {
      return opened.size;
    },
    get hunksRead() {
      return seen.hunksRead;
    },
    readings: () => index.hunks.filter((_, at) => seen.isRead(at)).map((hunk) => ({ reviewer, hunk })),
    partly: () =>
      index.hunks.flatMap((hunk, at) => {
        const runs = seen.isRead(at) ? [] : seen.runsOf(at);
        const lines = index.targets[at]?.filter((target) => target !== undefined).length ?? 0;
        return runs.length === 0 ? [] : [{ hunk, lines, seen: runs }];
      }),
    opened: () => [...opened].map(([path, times]) => ({ reviewer, path, times })),
  };
}

interface Notes {
  readonly index: HunkIndex;
  readonly seen: ReturnType<typeof createSeenLines>;
  readonly opened: Map<string, number>;
  readonly isSeen: PieceCounter;
}

/** Calls that have begun but not ended; an agent that never ends them must not fill the memory. */
const MAX_OPEN_CALLS = 1000;

function watchDesk({ folders, places }: WatchedDesk, notes: Notes): (event: ToolEvent) => void {
  const begun = new Map<string, ToolEvent>();
  const patchIndex = createPatchIndex(notes.index, places, notes.isSeen);
  const context = { ...notes, patchIndex, locate: (path: string, from?: string) => locateOnDesk(path, folders, from) };
  return (event) => {
    if (event.state === "begun") {
      if (begun.size < MAX_OPEN_CALLS) begun.set(event.id, event);
      return;
    }
    const beginning = begun.get(event.id);
    begun.delete(event.id);
    if (event.state === "done") takeCall(withBeginning(event, beginning), context);
  };
}

/** Some agents describe a call only when it begins. */
function withBeginning(event: ToolEvent, beginning: ToolEvent | undefined): ToolEvent {
  if (beginning === undefined) return event;
  const { lines = beginning.lines, detail = beginning.detail } = event;
  return {
    ...event,
    paths: event.paths.length > 0 ? event.paths : beginning.paths,
    ...(lines === undefined ? {} : { lines }),
    ...(detail === undefined ? {} : { detail }),
  };
}

interface CallContext extends Notes {
  readonly patchIndex: PatchIndex;
  readonly locate: (path: string, from?: string) => DeskPath | undefined;
}

/** The maximum number of files listed as opened; an agent can name any number. */
const MAX_OPENED = 20_000;

/** A read without a range shows at most this many lines. */
const PAGE = 2000;

function takeCall(event: ToolEvent, context: CallContext): void {
  const { index, seen, opened, patchIndex } = context;
  if (event.action === "write" || event.action === "fetch") return;
  const files = new Set<string>();
  const see = (target: number): void => {
    files.add(index.hunks[index.hunkOf[target] ?? 0]?.path ?? "");
    seen.add(target);
  };
  const { output, lines = { start: 1, end: PAGE } } = event;
  // A read through a shell shows what the command makes of the file, so only its output counts.
  const isPlainRead = event.action === "read" && event.detail === undefined;
  const places = event.action === "read" ? locateAll(event.paths, context) : [];
  for (const { kind, path } of places) {
    // A shell pattern is not a file name.
    if (kind === "code" && path !== "" && (isPlainRead || !/[*?[{]/.test(path))) files.add(path);
  }
  if (output !== undefined) {
    const source = isPlainRead ? sourceOfRead(event, places, context) : sourceOfCommand(event, context, files);
    scanOutput(output, source, { index, see });
  } else if (isPlainRead) {
    for (const place of places) {
      if (place.kind === "review") patchIndex.cover(place.path, lines, see);
      else seen.cover(place.path, lines, see);
    }
  }
  for (const path of files) {
    if (opened.size < MAX_OPENED || opened.has(path)) opened.set(path, (opened.get(path) ?? 0) + 1);
  }
}

function locateAll(paths: readonly string[], { locate }: CallContext): DeskPath[] {
  return paths.flatMap((path) => locate(path) ?? []);
}

/** A read of one file shows that file, whatever its text says. */
function sourceOfRead(event: ToolEvent, places: readonly DeskPath[], context: CallContext): OutputSource {
  const resolve = resolverOf(context);
  const [only] = places;
  if (event.paths.length > 0 && only === undefined) return { ...UNKNOWN_SOURCE, resolve };
  if (event.paths.length !== 1 || only === undefined) return { isFixed: false, resolve };
  return { ...sourceOf(only, context, event.lines?.start ?? 1), resolve };
}

/** A command that prints one file is a read; for others the output shows what was read. */
function sourceOfCommand(event: ToolEvent, context: CallContext, files: Set<string>): OutputSource {
  const { folder, words, plain } = readCommand(COMMANDS.has(event.action) ? (event.detail ?? "") : "");
  const resolve = resolverOf(context, folder);
  if (plain !== undefined) {
    const place = context.locate(plain.path, folder);
    if (place === undefined) return { ...UNKNOWN_SOURCE, resolve };
    if (place.kind === "code") files.add(place.path);
    return { ...sourceOf(place, context, plain.start), resolve };
  }
  const named = new Set([...event.paths, ...words].flatMap((word) => resolve(word) ?? []));
  const [path] = named;
  return named.size === 1 && path !== undefined ? { path, isFixed: false, resolve } : { isFixed: false, resolve };
}

/** The detail of a search may be a pattern, which names no file. */
const COMMANDS = new Set<ToolEvent["action"]>(["read", "run"]);

/** Nothing outside the desk counts. */
const UNKNOWN_SOURCE = { patch: { files: [], targetAt: () => undefined }, isFixed: true } as const;

function sourceOf({ kind, path }: DeskPath, { patchIndex }: CallContext, start: number): Omit<OutputSource, "resolve"> {
  if (kind === "code") return { path, start, isFixed: true };
  const patch = { files: patchIndex.filesIn(path), targetAt: (line: number) => patchIndex.targetAt(path, line) };
  return { patch, start, isFixed: true };
}

/**
 * Resolves names of changed files as an output may spell them. Called for nearly every line, so most are rejected
 * early.
 */
function resolverOf({ locate, index: { files, fileNames } }: CallContext, folder?: string): OutputSource["resolve"] {
  return (name) => {
    if (!fileNames.has(name.slice(name.lastIndexOf("/") + 1))) return undefined;
    if (files.has(name)) return name;
    const place = locate(name, folder);
    return place?.kind === "code" && files.has(place.path) ? place.path : undefined;
  };
}

/** A file on a reviewer's desk: of the reviewed commit, by its path from the repository's root, or of the bundle. */
type DeskPath =
  | { readonly kind: "code"; readonly path: string }
  /** By its path from the desk: `review/scope.md`. */
  | { readonly kind: "review"; readonly path: string };

/**
 * The file that an agent's path means: absolute below the desk, relative to the desk, or to the repository's root.
 * Undefined for anything outside. `desks` are all names of the one folder: as given, and with links resolved.
 */
export function locateOnDesk(path: string, desks: readonly string[], folder = ""): DeskPath | undefined {
  if (path === "" || path.length > MAX_COUNT || path.includes("\0")) return undefined;
  const fromDesk = posix.isAbsolute(path)
    ? below(posix.normalize(path), desks)
    : posix.normalize(posix.join(folder, path));
  if (fromDesk === undefined || fromDesk === ".." || fromDesk.startsWith("../")) return undefined;
  const trimmed = fromDesk.replace(/\/$/, "");
  if (trimmed === "code") return { kind: "code", path: "" };
  if (trimmed.startsWith("code/")) return { kind: "code", path: trimmed.slice("code/".length) };
  if (trimmed === "review" || trimmed.startsWith("review/")) return { kind: "review", path: trimmed };
  // An absolute path that is elsewhere.
  return posix.isAbsolute(path) || trimmed === "." ? undefined : { kind: "code", path: trimmed };
}

const MAX_COUNT = 4096;

function below(path: string, desks: readonly string[]): string | undefined {
  for (const desk of desks) {
    const root = `${posix.normalize(desk).replace(/\/$/, "")}/`;
    if (path.startsWith(root)) return path.slice(root.length);
  }
  return undefined;
}
