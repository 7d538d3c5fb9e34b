import type { CoverageByPath } from "./line-coverage.ts";

/** Reads a profile of `go test -coverprofile`. `module`: the path that go.mod names, below which files are. */
export function readGoProfile(text: string, module: string): CoverageByPath {
  const files = new Map<string, { ran: Set<number>; known: Set<number> }>();
  for (const line of text.split("\n")) {
    const [, name = "", from = "", to = "", count = ""] = /^(\S+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$/.exec(line) ?? [];
    if (!name.startsWith(`${module}/`)) continue;
    const path = name.slice(module.length + 1);
    const file = files.get(path) ?? { ran: new Set<number>(), known: new Set<number>() };
    for (let at = Number(from); at <= Math.min(Number(to), Number(from) + MAX_BLOCK); at += 1) {
      file.known.add(at);
      if (count !== "0") file.ran.add(at);
    }
    files.set(path, file);
  }
  return files;
}

/** Longer blocks are not code that anybody wrote. */
const MAX_BLOCK = 5000;
