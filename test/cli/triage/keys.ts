import type { Key } from "#cli/triage/edit-line.ts";

/** Keys as `node:readline` tells them: characters, `up`, `return`, `ctrl-c`, `alt-d`. */
export function keys(...names: string[]): Key[] {
  return names.map((name) => {
    const [, held, letter] = /^(ctrl|alt)-(.)$/.exec(name) ?? [];
    if (held !== undefined) return { name: letter, sequence: "\u0001", ctrl: held === "ctrl", meta: held === "alt" };
    if (name === "space" || name === " ") return { name: "space", sequence: " " };
    if ([...name].length > 1) return { name, sequence: `\u001b[${name}` };
    return { name: name.toLowerCase(), sequence: name };
  });
}
