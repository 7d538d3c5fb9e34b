import type { FileTraits, NamedText, ReadingPolicy } from "#model/change/reading-policy.ts";
import { hasLockShape } from "./lock-shape.ts";

/**
 * Says how a file is read. Only what was a file of the same kind before the change is skipped: no change declares its own
 * files to be nothing to read. A new lock file is known by its shape. What was skipped and is so no longer is read whole, and
 * so is what only now becomes code by its name.
 */
export function classifyFile({ before, ...now }: FileTraits): ReadingPolicy {
  if (now.path === DECISIONS && hasLinesOfJson(now.text)) return { listed: "decisions on findings" };
  const kind = kindOf(now);
  const shape = kind === LOCK_FILE ? hasLockShape(nameOf(now.path), now.text) : undefined;
  if (before === undefined) return kind === LOCK_FILE && shape === true ? { listed: kind } : {};
  const kindBefore = kindOf(before);
  if (kind === kindBefore && kind !== undefined) return shape === false ? {} : { listed: kind };
  return kindBefore !== undefined || becomesCode(before.path, now.path) ? { isWhole: true } : {};
}

/** Whether a file leaves those that nobody runs: documents, samples, what tests are fed with, what a name switches off. */
function becomesCode(from: string, to: string): boolean {
  return from !== to && NOT_RUN.test(from) && !NOT_RUN.test(to);
}

const NOT_RUN =
  /(?:^|\/)(?:docs?|examples?|samples?|fixtures?|__fixtures__|testdata|golden|snapshots|playgrounds?)\/|\.(?:txt|md|rst|adoc|bak|orig|old|off|disabled|example|sample|dist|template|tmpl|tpl)$/i;

function hasLinesOfJson(text: string): boolean {
  return text.split("\n").every((line) => line.trim() === "" || isObject(line));
}

function isObject(line: string): boolean {
  try {
    return line.startsWith("{") && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

const LOCK_FILE = "lock file";
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What the attributes say wins over what the name and the content suggest. */
function kindOf({ path, attributes, text }: NamedText): string | undefined {
  if (attributes.vendored === true) return "vendored";
  if (attributes.generated === true) return "generated";
  if (attributes.vendored !== false && VENDORED.some((pattern) => pattern.test(path))) return "vendored";
  if (attributes.generated === false) return undefined;
  const name = nameOf(path);
  if (LOCK_FILES.has(name.toLowerCase())) return LOCK_FILE;
  if (SNAPSHOT.test(path)) return "snapshot";
  if (GENERATED.some((pattern) => pattern.test(path)) || hasGeneratedMark(text)) return "generated";
  return MINIFIED.test(name) || isPacked(name, text) ? "minified" : undefined;
}

/** Written by the program when people decide. What it quotes is code that was reviewed where it is. */
const DECISIONS = ".deep-review/decisions.jsonl";

const VENDORED = [
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|third[-_]?party|Godeps|Pods)\//,
  /^vendor\//,
  // Deeper down `vendor` is also what a shop calls its suppliers; a host name below it is a Go module.
  /\/vendor\/(?:modules\.txt$|[\w-]+\.[a-z]+\/)/,
  /(?:^|\/)\.yarn\/(?:releases|plugins|sdks)\//,
  /(?:^|\/)(?:gradlew|gradlew\.bat|mvnw|mvnw\.cmd|gradle\/wrapper\/.*)$/,
];

const LOCK_FILES = new Set([
  ".terraform.lock.hcl",
  "buf.lock",
  "bun.lock",
  "cabal.project.freeze",
  "cargo.lock",
  "cartfile.resolved",
  "chart.lock",
  "composer.lock",
  "conan.lock",
  "deno.lock",
  "devbox.lock",
  "flake.lock",
  "gemfile.lock",
  "go.sum",
  "go.work.sum",
  "gradle.lockfile",
  "mix.lock",
  "module.bazel.lock",
  "npm-shrinkwrap.json",
  "package-lock.json",
  "package.resolved",
  "packages.lock.json",
  "paket.lock",
  "pdm.lock",
  "pipfile.lock",
  "pixi.lock",
  "pnpm-lock.yaml",
  "podfile.lock",
  "poetry.lock",
  "pubspec.lock",
  "rebar.lock",
  "shard.lock",
  "stack.yaml.lock",
  "uv.lock",
  "yarn.lock",
]);

const SNAPSHOT = /(?:^|\/)__(?:image_)?snapshots__\/|\.(?:snap|golden|ambr)$/;

const GENERATED = [
  /\.pb\.(?:go|cc|h|ts|js|swift|gw\.go|validate\.go)$/,
  /_pb2(?:_grpc)?\.pyi?$/,
  /_pb\.(?:d\.ts|js|ts|rb)$/,
  /\.(?:g|freezed|gr)\.dart$/,
  /\.(?:g|g\.i|designer)\.(?:cs|vb)$/i,
  /(?:^|\/)zz_generated[^/]*\.go$/,
  /[._](?:generated|gen)\.[a-z]{1,4}$/,
  /(?:^|\/)__generated__\//,
  /\.(?:js|mjs|cjs|css)\.map$/,
  /\.pbxproj$/,
];

const MINIFIED = /[.-]min\.(?:js|mjs|cjs|css)$/;

/** How a generator signs: in a comment near the top. In a string it is the generator's own source. */
function hasGeneratedMark(text: string): boolean {
  const header = text.slice(0, HEADER_LENGTH).split("\n", HEADER_LINES);
  return header.some((line) => COMMENT.test(line) && MARKS.some((mark) => mark.test(line)));
}

const HEADER_LENGTH = 4000;
const HEADER_LINES = 25;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;|<!--|%|'|@generated)/;
const MARKS = [
  /\bgenerated\b.*\bdo not (?:edit|modify)\b/i,
  /\bdo not (?:edit|modify)\b.*\bgenerated\b/i,
  /@generated\b/,
  /<auto-?generated\b/i,
  /\bautogenerated by thrift\b/i,
  /\b(?:this (?:file|code)|file) (?:is|was|has been) (?:auto-?|automatically |machine )generated\b/i,
];

/** Style sheets and scripts with long lines on average are the output of a packer. */
function isPacked(name: string, text: string): boolean {
  if (text.length < SHORT || !PACKED.test(name)) return false;
  let lines = 0;
  for (let start = 0; start < text.length; lines += 1) {
    const end = text.indexOf("\n", start);
    start = end === -1 ? text.length : end + 1;
  }
  return text.length / lines > LONG_AVERAGE;
}

const PACKED = /\.(?:js|mjs|cjs|css)$/;
const SHORT = 2000;
const LONG_AVERAGE = 250;
