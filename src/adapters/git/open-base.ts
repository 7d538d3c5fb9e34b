import { openRepository } from "./repository.ts";
import { resolveTarget, type ScopeRequest } from "./resolve-target.ts";

/** The commit whose settings hold for a change: what it is compared with, or the tip of a pull request's base branch. */
export interface OpenedBase {
  readonly id: string;
  /** A file's text; undefined when the commit does not have it. */
  read(path: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Finds whose settings hold for a change, without reading the change. Throws a UserError where that cannot be known. */
export async function openBase(request: ScopeRequest): Promise<OpenedBase> {
  const repository = await openRepository(request.folder, request.signal, request.pull?.borrowed);
  try {
    const { base, trusted: id = base } = await resolveTarget(repository, request);
    return {
      id,
      async read(path) {
        const { code, stdout } = await repository.run(["cat-file", "blob", `${id}:${path}`]);
        return code === 0 ? stdout.toString("utf8") : undefined;
      },
      close: () => repository.close(),
    };
  } catch (error) {
    await repository.close();
    throw error;
  }
}
