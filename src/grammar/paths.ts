/** File extensions common enough to distinguish `notes.md` from `ctx.Err` in prose. */
const ENDINGS = new Set(
  (
    "adoc bash bat bats bazel c cc cfg cjs clj cmake cmd conf cpp cs css csv cts cue dart diff ejs env erl ex exs fish fs go " +
    "gradle graphql groovy h hbs hcl hpp hrl hs htm html ini ipynb java jl js json json5 jsonc jsonl jsx kt kts less lock log lua m " +
    "make md mdx mjs mk ml mod mts nix patch php pl plist pm prisma properties proto ps1 psm1 py pyi r rake rb rego rs rst sass " +
    "sbt scala scss service sh snap sol sql sum svelte svg swift tf tfvars thrift tmpl toml tpl ts tsx txt vue work xml yaml yml zig zsh"
  ).split(" "),
);

/** Files known by their whole name. */
const NAMES = new Set(
  "BUILD CHANGELOG CODEOWNERS CONTRIBUTING Containerfile Dockerfile Gemfile Jenkinsfile Justfile LICENSE Makefile NOTICE Procfile README Rakefile Vagrantfile justfile makefile".split(
    " ",
  ),
);

/** Whether a reviewer may have meant a file, or a folder with its slash, on a finding line. */
export function looksLikePath(text: string): boolean {
  if (!isPathText(text)) return false;
  if (text.endsWith("/")) return text.length > 1;
  return looksLikeFile(text) || (text.includes("/") && /\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(text));
}

/** Whether the text is certainly a file's name or path, even within prose. */
export function looksLikeFile(text: string): boolean {
  if (!isPathText(text)) return false;
  const name = text.slice(text.lastIndexOf("/") + 1);
  if (NAMES.has(name)) return true;
  if (text.endsWith("/")) return text.indexOf("/") < text.length - 1;
  const dot = name.lastIndexOf(".");
  if (dot < 0) return false;
  if (dot === 0)
    return name.length > 2 && (text.includes("/") || /^\.[a-z]+(?:ignore|rc|config|attributes)$/.test(name));
  return ENDINGS.has(name.slice(dot + 1)) || /^\.[a-z]/.test(name);
}

/**
 * The path from the repository's root, as far as known: without `./` and without the folders of worktrees and
 * checkouts.
 */
export function repositoryPath(path: string): string {
  const plain = path.replace(/^(?:\.\/)+/, "");
  if (!plain.startsWith("/")) return plain;
  for (const root of CHECKOUT_ROOTS) {
    const match = root.exec(plain);
    if (match !== null && match[0].length < plain.length) return plain.slice(match[0].length);
  }
  return plain;
}

const CHECKOUT_ROOTS = [
  /^\/(?:[^/]+\/)*?review-[^/]+\//,
  /^\/(?:[^/]+\/)*?worktrees?\/[^/]+\//,
  /^\/github\/workspace\//,
  /^\/(?:private\/)?var\/folders\/[^/]+\/[^/]+\/T\/[^/]+\//,
  /^\/(?:private\/)?tmp\/[^/]+\//,
  /^\/(?:Users|home)\/[^/]+\/go\/src\/[^/]+\/[^/]+\/[^/]+\//,
  /^\/(?:Users|home)\/[^/]+\/(?:git|src|code|dev|repos?|projects?|work|workspace|Documents|github|Developer)\/(?:github\.com\/[^/]+\/)?[^/]+\//,
  /^\/(?:Users|home)\/[^/]+\/[^/]+\//,
  /^\/(?:workspaces?|work|src|repo|build|app)\/[^/]+\//,
];

function isPathText(text: string): boolean {
  return (
    text.length <= 300 &&
    /^[\w.~@{(][\w./@+~{}()*$-]*$|^\/[\w./@+~-]+$/.test(text) &&
    !/\/\/|\(\)|^\.+$|\.\.\./.test(text)
  );
}
