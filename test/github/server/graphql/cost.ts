import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  ValueNode,
} from "graphql";
import { Kind, valueFromASTUntyped } from "graphql";

/** What GitHub would say about the size of a query. */
export interface Cost {
  readonly points: number;
  readonly nodes: number;
  /** Connections without `first` or `last`, or with more than a hundred. */
  readonly wrong: readonly string[];
}

/**
 * GitHub's rule: count one request for each connection and each of its parents, divide by a hundred, round, at least 1.
 * A query may ask for half a million nodes.
 */
export function costOf(document: DocumentNode, variables: Readonly<Record<string, unknown>>): Cost {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  let requests = 0;
  let nodes = 0;
  const wrong: string[] = [];
  const walk = (set: SelectionSetNode | undefined, parents: number): void => {
    for (const selection of set?.selections ?? []) {
      if (!isAsked(selection, variables)) continue;
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, parents);
      else if (selection.kind === Kind.FRAGMENT_SPREAD)
        walk(fragments.get(selection.name.value)?.selectionSet, parents);
      else if (isConnection(selection)) {
        const size = sizeOf(selection, variables);
        if (typeof size === "string") wrong.push(size);
        const count = typeof size === "number" ? size : 1;
        requests += parents;
        nodes += parents * count;
        walk(selection.selectionSet, parents * count);
      } else walk(selection.selectionSet, parents * idsOf(selection, variables));
    }
  };
  for (const each of document.definitions) if (each.kind === Kind.OPERATION_DEFINITION) walk(each.selectionSet, 1);
  return { points: Math.max(Math.round(requests / 100), 1), nodes, wrong };
}

/** What `@include` and `@skip` leave out costs nothing. */
function isAsked({ directives }: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  return (directives ?? []).every(({ name, arguments: given }) => {
    const [condition] = given ?? [];
    if (condition === undefined) return true;
    return valueOf(condition.value, variables) === (name.value === "include");
  });
}

/** `nodes(ids: …)` asks for as many things as it names. */
function idsOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): number {
  const ids = field.arguments?.find(({ name }) => name.value === "ids");
  const value = ids === undefined ? undefined : valueOf(ids.value, variables);
  return Array.isArray(value) ? Math.max(value.length, 1) : 1;
}

const valueOf = (node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown =>
  valueFromASTUntyped(node, variables as Record<string, never>);

/** A field whose selection asks for nodes or edges pages through something. */
function isConnection({ selectionSet }: FieldNode): boolean {
  return (selectionSet?.selections ?? []).some(
    (selection) => selection.kind === Kind.FIELD && ["nodes", "edges"].includes(selection.name.value),
  );
}

function sizeOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): number | string {
  const name = field.name.value;
  for (const argument of field.arguments ?? []) {
    if (argument.name.value !== "first" && argument.name.value !== "last") continue;
    const size = Number(valueOf(argument.value, variables));
    if (size >= 1 && size <= 100) return size;
    return `Requesting ${size} records on the \`${name}\` connection exceeds the \`${argument.name.value}\` limit of 100 records.`;
  }
  return `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`;
}
