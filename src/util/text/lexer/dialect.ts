import { CPP, CSHARP, CSS, GO, JAVA, JAVA_LIKE, PHP, PLAIN_C, RUST, SCSS, SQL } from "./c-family.ts";
import { BASH } from "./bash.ts";
import { SCRIPT, SCRIPT_WITH_JSX } from "./javascript.ts";
import { DASHES, DOCKERFILE, HASHES, HTML, INI, JSON_TEXT, MAKEFILE, PLAIN, TOML, YAML } from "./markup.ts";
import { PYTHON } from "./python.ts";
import { RUBY } from "./ruby.ts";
import type { HandlerTable } from "./scan.ts";

/** The languages that the index distinguishes; `text` for everything else. */
export type Language =
  | "typescript"
  | "javascript"
  | "go"
  | "python"
  | "bash"
  | "java"
  | "rust"
  | "ruby"
  | "csharp"
  | "c"
  | "cpp"
  | "php"
  | "yaml"
  | "json"
  | "toml"
  | "markdown"
  | "html"
  | "css"
  | "sql"
  | "dockerfile"
  | "makefile"
  | "text";

/** How to read a kind of file. There are more kinds than languages. */
export interface Dialect {
  readonly language: Language;
  readonly syntax: HandlerTable;
  /** The default role, unless the path shows another one. */
  readonly use: "source" | "doc" | "config" | "data";
  /** The package name of the grammar for its definitions. */
  readonly grammar?: string;
}

const kind = (
  language: Language,
  syntax: HandlerTable,
  { use = "source", grammar }: { use?: Dialect["use"]; grammar?: string } = {},
): Dialect => ({ language, syntax, use, grammar });

const CONFIG = { use: "config" } as const;
const DOC = { use: "doc" } as const;

const TYPESCRIPT = kind("typescript", SCRIPT, { grammar: "typescript" });
const JAVASCRIPT = kind("javascript", SCRIPT_WITH_JSX, { grammar: "javascript" });
const PYTHON_FILE = kind("python", PYTHON, { grammar: "python" });
const SHELL = kind("bash", BASH, { grammar: "bash" });
const RUBY_FILE = kind("ruby", RUBY, { grammar: "ruby" });
const C_PLUS_PLUS = kind("cpp", CPP, { grammar: "cpp" });
const PHP_FILE = kind("php", PHP, { grammar: "php" });
const DOCKER = kind("dockerfile", DOCKERFILE, CONFIG);
const MAKE = kind("makefile", MAKEFILE, CONFIG);
const MARKDOWN = kind("markdown", PLAIN, DOC);
const PROSE = kind("text", PLAIN, DOC);
const DATA = kind("text", PLAIN, { use: "data" });
const SETTINGS = kind("text", INI, CONFIG);
const UNKNOWN = kind("text", PLAIN);

// Space-separated extensions → what they are.
const EXTENSIONS: readonly (readonly [string, Dialect])[] = [
  ["ts mts cts", TYPESCRIPT],
  ["tsx", kind("typescript", SCRIPT_WITH_JSX, { grammar: "tsx" })],
  ["js mjs cjs jsx es6", JAVASCRIPT],
  ["go", kind("go", GO, { grammar: "go" })],
  ["py pyi pyw pyx", PYTHON_FILE],
  ["star bzl bazel", kind("python", PYTHON)],
  ["sh bash bats ksh zsh", SHELL],
  ["java", kind("java", JAVA, { grammar: "java" })],
  ["rs", kind("rust", RUST, { grammar: "rust" })],
  ["rb rake gemspec ru podspec rbi", RUBY_FILE],
  ["cs csx", kind("csharp", CSHARP, { grammar: "c-sharp" })],
  ["c", kind("c", CPP, { grammar: "cpp" })],
  ["h cc cpp cxx hh hpp hxx ipp inl tpp ino cu cuh mm m", C_PLUS_PLUS],
  ["php phtml inc", PHP_FILE],
  ["yaml yml", kind("yaml", YAML, CONFIG)],
  ["json jsonc json5 webmanifest", kind("json", JSON_TEXT, CONFIG)],
  ["toml", kind("toml", TOML, CONFIG)],
  ["md markdown mdx mdc", MARKDOWN],
  ["html htm xhtml vue svelte astro ejs hbs erb", kind("html", HTML)],
  ["css", kind("css", CSS)],
  ["scss less sass", kind("css", SCSS)],
  ["sql psql", kind("sql", SQL)],
  ["dockerfile containerfile", DOCKER],
  ["mk mak", MAKE],
  ["rst txt adoc asciidoc org textile rdoc pod tex 1 2 3 4 5 6 7 8 9", PROSE],
  ["ini cfg conf properties env editorconfig service desktop", SETTINGS],
  ["xml plist csproj fsproj vbproj props targets xaml config", kind("text", HTML, CONFIG)],
  ["kt kts scala sc groovy gradle dart swift", kind("text", JAVA_LIKE)],
  ["proto thrift zig v sv sol glsl hlsl wgsl graphql gql prisma cue jsonnet d", kind("text", PLAIN_C)],
  ["pl pm r ex exs cmake nix tf tfvars hcl ps1 psm1 psd1 jl nim tcl awk fish cr", kind("text", HASHES)],
  ["lua hs elm adb ads", kind("text", DASHES)],
  ["csv tsv svg po pot xlf ipynb pem crt key golden snap map diff patch log lock sum", DATA],
];

const NAMES: readonly (readonly [string, Dialect])[] = [
  ["dockerfile containerfile", DOCKER],
  ["makefile gnumakefile bsdmakefile", MAKE],
  ["justfile procfile codeowners .gitignore .dockerignore .gitattributes .npmignore .npmrc", SETTINGS],
  [".env .flake8 .pylintrc .editorconfig .gitmodules .mailmap", SETTINGS],
  [".bashrc .bash_profile .profile .zshrc pkgbuild", SHELL],
  ["gemfile rakefile guardfile vagrantfile podfile brewfile fastfile", RUBY_FILE],
  ["build workspace tiltfile", kind("python", PYTHON)],
  ["jenkinsfile", kind("text", JAVA_LIKE)],
  ["cmakelists.txt", kind("text", HASHES)],
  ["go.mod go.work", kind("text", PLAIN_C, CONFIG)],
  ["requirements.txt constraints.txt", kind("text", HASHES, CONFIG)],
  [".babelrc .eslintrc .prettierrc .swcrc", kind("json", JSON_TEXT, CONFIG)],
  ["readme license licence notice authors contributors copying install todo maintainers security", PROSE],
];

const BY_EXTENSION = spread(EXTENSIONS);
const BY_NAME = spread(NAMES);

const SHEBANGS: readonly (readonly [RegExp, Dialect])[] = [
  [/\b(?:ba|z|k|da|a)?sh\b|\bbats\b/, SHELL],
  [/\bpython/, PYTHON_FILE],
  [/\b(?:tsx|ts-node)\b/, TYPESCRIPT],
  [/\b(?:node|bun|deno)\b/, JAVASCRIPT],
  [/\bruby\b/, RUBY_FILE],
  [/\bphp\b/, PHP_FILE],
  [/\bperl\b/, kind("text", HASHES)],
];

/** The kind of a file, by its name or else by its first line. */
export function dialectOf(path: string, text: string): Dialect {
  return dialectByName(path) ?? dialectByFirstLine(text) ?? UNKNOWN;
}

/** The kind by name alone; undefined if the first line is needed. */
export function dialectByName(path: string): Dialect | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const whole = BY_NAME.get(name);
  if (whole !== undefined) return whole;
  if (/^(?:dockerfile|containerfile)[.-]/.test(name)) return DOCKER;
  if (name.startsWith("makefile.")) return MAKE;
  if (name.startsWith(".env.")) return SETTINGS;
  if (/^requirements[\w.-]*\.txt$/.test(name)) return BY_NAME.get("requirements.txt");
  if (/^(?:readme|license|licence)[\w-]*$/.test(name)) return PROSE;
  // Templates have their kind before the last extension.
  const inner = name.replace(/\.(?:tmpl|tpl|in|j2|jinja2?|template|sample|example|dist)$/, "");
  const dot = inner.lastIndexOf(".");
  if (dot < 0) return undefined;
  return BY_EXTENSION.get(inner.slice(dot + 1)) ?? (dot > 0 ? UNKNOWN : undefined);
}

function dialectByFirstLine(text: string): Dialect | undefined {
  if (!text.startsWith("#!")) return undefined;
  const line = text.slice(0, 200).split("\n", 1)[0] ?? "";
  return SHEBANGS.find(([pattern]) => pattern.test(line))?.[1];
}

function spread(rows: readonly (readonly [string, Dialect])[]): ReadonlyMap<string, Dialect> {
  return new Map(rows.flatMap(([names, dialect]) => names.split(" ").map((name) => [name, dialect] as const)));
}
