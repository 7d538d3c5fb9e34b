/** As many items as fit, in their order, and the number of the others. */
export function fitList(items: readonly string[], most: number): { readonly fitting: string[]; readonly left: number } {
  const fitting: string[] = [];
  let room = most;
  for (const item of items) {
    room -= item.length + 2;
    if (room < 0) break;
    fitting.push(item);
  }
  return { fitting, left: items.length - fitting.length };
}

/** A Markdown list with a count of the items that are only in the report. */
export function writeList(items: readonly string[], most: number): string {
  const { fitting, left } = fitList(
    items.map((item) => `- ${item}`),
    most,
  );
  return [...fitting, ...(left > 0 ? [`- and ${left} more, in the report`] : [])].join("\n");
}
