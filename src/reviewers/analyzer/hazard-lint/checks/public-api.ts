import type { ChangeIndex, Definition } from "#model/change/change-index.ts";
import type { TouchedFile } from "../line-check.ts";

/** Files that a framework or a tool reads by their place or name; what they define is used from outside. */
export function isEntryPoint(path: string): boolean {
  return ENTRY.test(path);
}

const ENTRY =
  /(?:^|\/)(?:pages|routes|app|api|migrations?|stories|plugins?|examples?|hooks|public|bin|scripts?|functions|benchmarks?|bench|docs?|typings?|playground|e2e|fixtures?|templates?|components\/ui|conftest\.py|setup\.py|noxfile\.py|tasks\.py|manage\.py|conf\.py)(?:\/|$)|\.(?:config|stories|d|spec|setup)\.[cm]?[jt]sx?$|(?:^|\/)(?:index|main|mod|__init__|__main__)\.\w+$/;

/** Whether others outside this repository may use the definition. */
export async function isPublicApi(index: ChangeIndex, file: TouchedFile, definition: Definition): Promise<boolean> {
  if (!definition.exported) return false;
  switch (file.language) {
    case "go":
      return !/(?:^|\/)internal\//.test(file.path) && !/^\s*package\s+main\b/m.test(file.view.code);
    case "typescript":
    case "javascript":
      return !(await isPrivatePackage(index, file.path));
    case "bash":
      return !definesAndRuns(file);
    case "python":
      return !definition.name.startsWith("_");
    default:
      return true;
  }
}

/** A package that says `private` is no library; one without a package.json is taken for one. */
async function isPrivatePackage(index: ChangeIndex, path: string): Promise<boolean> {
  const parts = path.split("/").slice(0, -1);
  for (let depth = parts.length; depth >= 0; depth--) {
    const manifest = [...parts.slice(0, depth), "package.json"].join("/");
    const text = await index.head.tree.read(manifest);
    if (text !== undefined)
      return /"private"\s*:\s*true/.test(text) && !/"(?:main|exports|types|module)"\s*:/.test(text);
  }
  return false;
}

/** A script that only defines functions is a library that others source. */
function definesAndRuns({ path, view }: TouchedFile): boolean {
  return !/\.(?:bash|bats)$|lib|helper|util|common|functions/i.test(path) && view.verbatim(1).startsWith("#!");
}
