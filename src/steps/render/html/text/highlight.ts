import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import protobuf from "highlight.js/lib/languages/protobuf";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml, markupOf, showInvisible } from "../escape.ts";
import { lookUp } from "#util/look-up.ts";

/** Escaped code, with syntax highlighting if the language is known and the block is not too large. */
export function highlight(code: string, language: string | undefined): string {
  const grammar = language === undefined ? undefined : grammarOf(language);
  if (grammar === undefined || !isSane(code)) return markupOf(escapeHtml(code));
  const key = `${grammar}\n${code}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = showInvisible(hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(key, made);
  return made;
}

/** The language that a file's name suggests. */
export function languageOfPath(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name.startsWith("dockerfile")) return "dockerfile";
  if (name === "makefile" || name === "gnumakefile") return "makefile";
  const dot = name.lastIndexOf(".");
  if (dot < 0) return undefined;
  const ending = name.slice(dot + 1);
  return lookUp(ENDINGS, ending) ?? (grammarOf(ending) === undefined ? undefined : ending);
}

/** Larger blocks are data rather than code, and slow to highlight. */
const MAX_CODE = 20_000;
const MAX_LINE = 2_000;

/** The same block often occurs in a finding, in its raw review and in the next round's report. */
const CACHE_LIMIT = 4_000;
const cache = new Map<string, string>();

const GRAMMARS: Readonly<Record<string, LanguageFn>> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  markdown,
  php,
  powershell,
  protobuf,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

/** Names that highlight.js does not know for its own grammars. */
const ALIASES: Readonly<Record<string, string>> = { console: "shell", bats: "bash", proto: "protobuf", jsonc: "json" };

const ENDINGS: Readonly<Record<string, string>> = {
  h: "c",
  mod: "go",
  bats: "bash",
  tmpl: "yaml",
  cfg: "ini",
  conf: "ini",
};

function grammarOf(language: string): string | undefined {
  const name = language.toLowerCase();
  const wanted = lookUp(ALIASES, name) ?? name;
  registerAll();
  return hljs.getLanguage(wanted) === undefined ? undefined : wanted;
}

let registered = false;

function registerAll(): void {
  if (registered) return;
  registered = true;
  for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);
}

function isSane(code: string): boolean {
  if (code.length > MAX_CODE) return false;
  for (let start = 0; start <= code.length;) {
    const end = code.indexOf("\n", start);
    if ((end < 0 ? code.length : end) - start > MAX_LINE) return false;
    if (end < 0) return true;
    start = end + 1;
  }
  return true;
}
