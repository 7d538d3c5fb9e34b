/** The files and folders of a tree, looked up the way people write paths. */
export class PathSet {
  readonly #files: ReadonlySet<string>;
  readonly #folders = new Set<string>();
  readonly #byLastPart = new Map<string, string[]>();

  constructor(files: readonly string[]) {
    this.#files = new Set(files);
    for (const file of files) {
      this.#note(file);
      this.#note(file.replace(/(?<=[^/])\.\w+$/, ""));
      for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
        const folder = file.slice(0, at);
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
        this.#note(folder);
      }
    }
  }

  /** Whether this path from the root is a file or a folder. */
  has(path: string): boolean {
    return this.#files.has(path) || this.#folders.has(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Whether the path exists, from the root or from the folder of the file that names it. */
  leads(path: string, from: string): boolean {
    return candidates(path, from).some((candidate) => this.has(candidate));
  }

  /** Whether any path of the tree ends with this one, with an optional or related extension. */
  endsLike(path: string): boolean {
    const wanted = trim(path);
    return [wanted, ...variants(wanted)].some((one) => {
      const ends = this.#byLastPart.get(lastPart(one)) ?? [];
      return ends.some((full) => full === one || full.endsWith(`/${one}`));
    });
  }

  /** How many files have this name. */
  countNamed(name: string): number {
    return (this.#byLastPart.get(name) ?? []).filter((path) => this.#files.has(path)).length;
  }

  #note(path: string): void {
    const last = lastPart(path);
    const known = this.#byLastPart.get(last);
    if (known === undefined) this.#byLastPart.set(last, [path]);
    else known.push(path);
  }
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a file; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Joins and resolves `.` and `..`; undefined if the path leaves the tree. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function candidates(path: string, from: string): string[] {
  const joined = [joinPath("", path), joinPath(folderOf(from), path)].filter((one) => one !== undefined && one !== "");
  return joined.flatMap((one) => (one === undefined ? [] : [one, ...variants(one)]));
}

// A built or linked name means its source: `a.js` for `a.ts`, `a.html` for `a.md`.
function variants(path: string): string[] {
  const stem = path.replace(/\.(?:js|mjs|cjs|jsx|html|o|class)$/, "");
  if (stem === path) return [];
  return [".ts", ".tsx", ".mts", ".cts", ".md", ".rst", ".c", ".java", ".mdx"].map((extension) => stem + extension);
}

function trim(path: string): string {
  return path.replace(/^(?:\.{1,2}\/)+/, "").replace(/\/+$/, "");
}
