import type { ChangeIndex, Definition } from "#model/change/change-index.ts";

/** A type, or a part of one, at the head. */
export type TypePart = Definition & { readonly path: string };

/** What the text of a type says of where its members come from. */
export interface Origins {
  /** Types whose members it has too. */
  readonly parents: readonly TypePart[];
  /** Whether it may have members that no text defines, or that come from elsewhere. */
  readonly isOpen: boolean;
}

/** All types that a type gets its members from, itself included; undefined if some of them are not known. */
export async function familyOf(
  index: ChangeIndex,
  types: readonly TypePart[],
  originsOf: (text: string, type: TypePart) => Promise<Origins>,
): Promise<readonly TypePart[] | undefined> {
  const family = new Map<string, TypePart>();
  const waiting = [...types];
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    const key = `${type.path}:${type.start}`;
    if (family.has(key)) continue;
    family.set(key, type);
    const { parents, isOpen } = await originsOf(await bodyOf(index, type), type);
    if (isOpen) return undefined;
    waiting.push(...parents);
  }
  return [...family.values()];
}

/** The lines of a type without those of the types inside it. */
async function bodyOf(index: ChangeIndex, { path, start, end }: TypePart): Promise<string> {
  const lines = ((await index.head.tree.read(path)) ?? "").split("\n").slice(0, end);
  const inside = ((await index.head.facts(path))?.definitions ?? []).filter(
    (one) => (one.kind === "type" || one.kind === "module") && one.start > start && one.end <= end,
  );
  for (const one of inside) lines.fill("", one.start - 1, one.end);
  return lines.slice(start - 1).join("\n");
}

/** The innermost type around a line. */
export async function typeAround(index: ChangeIndex, path: string, line: number): Promise<TypePart | undefined> {
  const around = ((await index.head.facts(path))?.definitions ?? []).filter(
    ({ kind, start, end }) => (kind === "type" || kind === "module") && start <= line && end >= line,
  );
  const inner = around.sort((a, b) => b.start - a.start)[0];
  return inner === undefined ? undefined : { ...inner, path };
}
