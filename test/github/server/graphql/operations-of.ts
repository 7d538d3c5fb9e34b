import { Kind, parse, type DocumentNode } from "graphql";

/** The top-level fields of a GraphQL request, each as `query repository` or `mutation resolveReviewThread`. */
export function operationsOf(body: unknown): string[] {
  const query = (body as { readonly query?: unknown } | undefined)?.query;
  if (typeof query !== "string") return [];
  let document: DocumentNode;
  try {
    document = parse(query, { noLocation: true });
  } catch {
    return [];
  }
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((selection) =>
          selection.kind === Kind.FIELD ? [`${definition.operation} ${selection.name.value}`] : [],
        )
      : [],
  );
}
