import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, SideIndex } from "#model/change/change-index.ts";
import { isUse, leftovers, leftoverPlaces, describeStillNaming, type Leftover } from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { called, calls, commandKind, commandsIn, type Command } from "../text/commands.ts";

const check: Check = {
  id: "loose-ends/removed-command",
  title: "A removed script or make target is still called",
  about:
    "The change removes a script of a package.json or a target of a Makefile, no other one of that name is left, and a document, a script or a workflow still calls it.",
  severity: "suggestion",
  worst: "important",
  changeOnly: "it looks for what the change removed",
  catches: `Makefile
 build:
-seed-orders:
.github/workflows/test.yml
 run: make seed-orders`,
  ignores: `Makefile
 build:
-seed-orders:
shop/Makefile
 seed-orders:
.github/workflows/test.yml
 run: make -C shop seed-orders`,
};

/** Scripts and targets that nothing declares any more but something still calls. */
export const removedCommand: CheckRunner = { check, find };

interface GoneCommand extends Command {
  readonly path: string;
}

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const gone = await goneCommands(index);
  const hits: CheckHit[] = [];
  for (const command of gone) {
    signal.throwIfAborted();
    const mentions = await index.head.findText(command.name);
    const stale = mentions.filter(({ text }) => calls(text, command));
    const found = await leftovers(index, stale);
    if (found.length > 0) hits.push(report(command, found));
  }
  return hits;
}

async function goneCommands(index: ChangeIndex): Promise<GoneCommand[]> {
  const gone = new Map<string, GoneCommand>();
  for (const { file } of index.change.diffs) {
    const path = file.oldPath ?? file.path;
    if (commandKind(path) === undefined || file.change === "added") continue;
    const after = new Set(commandsIn(file.path, (await index.head.tree.read(file.path)) ?? "").map(called));
    for (const command of commandsIn(path, (await index.base.tree.read(path)) ?? "")) {
      if (!after.has(called(command))) gone.set(called(command), { ...command, path });
    }
  }
  if (gone.size === 0) return [];
  const left = await declared(index.head, new Set([...gone.values()].map(({ kind }) => kind)));
  return [...gone.values()].filter(({ kind, name }) => !isDeclared(left[kind], kind, name));
}

/** The remaining files that declare commands, by kind. */
async function declared(
  { tree }: SideIndex,
  kinds: ReadonlySet<Command["kind"]>,
): Promise<Record<Command["kind"], readonly string[]>> {
  const texts: Record<Command["kind"], string[]> = { script: [], target: [] };
  for (const { path } of tree.files) {
    const kind = commandKind(path);
    if (kind !== undefined && kinds.has(kind)) texts[kind].push((await tree.read(path)) ?? "");
  }
  return texts;
}

// A Makefile may build its targets from patterns and lists, so any line outside a recipe counts.
function isDeclared(texts: readonly string[], kind: Command["kind"], name: string): boolean {
  return texts.some((text) =>
    kind === "script"
      ? text.includes(`"${name}":`)
      : text.split("\n").some((line) => !line.startsWith("\t") && (/^[^#=]*%[^=]*:/.test(line) || line.includes(name))),
  );
}

function report(command: GoneCommand, found: readonly Leftover[]): CheckHit {
  const severity = found.some(isUse) ? "important" : check.severity;
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `\`${called(command)}\` is gone, but ${describeStillNaming(found, "name")} it`,
    explanation: `The change removes the ${command.kind} \`${command.name}\` from \`${command.path}\`, and no other ${command.kind === "script" ? "package.json" : "Makefile"} has one of that name.`,
    fix: "Call what replaces it, or remove the call.",
    places: leftoverPlaces(found),
    weight: severity === "important" ? 0.8 : 0.75,
  };
}
