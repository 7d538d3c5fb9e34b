import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Repro } from "#model/finding.ts";
import { lookUp } from "#util/look-up.ts";
import { programsIn } from "./tool-versions.ts";

/** How a repro is run: where its script lies, and the command. */
export interface ReproPlan {
  /** In the folder of the copy, beside `code/`. */
  readonly file: string;
  /** The path in the code to which the script is copied, for languages that load files relative to it. */
  readonly place?: string | undefined;
  /** In the root of the code. */
  readonly command: readonly [string, ...string[]];
  /** The interpreter, and the programs that the script names. */
  readonly programs: readonly string[];
  /** The lowest version of the interpreter that can run it. */
  readonly needs?: { readonly major: number; readonly minor: number } | undefined;
}

/** Plans the run of a repro. A string says why it cannot run. */
export async function planRepro(repro: Repro, code: string): Promise<ReproPlan | string> {
  const { language = "bash", script } = repro;
  const plan = lookUp(LANGUAGES, language.toLowerCase())?.(script) ?? `nothing here runs "${language}"`;
  if (typeof plan === "string") return plan;
  const taken = plan.place !== undefined && (await lstat(join(code, plan.place)).catch(() => undefined)) !== undefined;
  if (taken) return `its script would replace ${plan.place}`;
  return { ...plan, programs: [...new Set([plan.command[0], ...programsIn(script)])] };
}

type Plan = Omit<ReproPlan, "programs">;

const NAME = "deep-review-repro";

const LANGUAGES: Readonly<Record<string, (script: string) => Plan | string>> = {
  bash: () => shell("bash"),
  shell: () => shell("bash"),
  sh: () => shell("sh"),
  js: (script) => beside("node", isCommonJs(script) ? "cjs" : "mjs"),
  javascript: (script) => beside("node", isCommonJs(script) ? "cjs" : "mjs"),
  mjs: () => beside("node", "mjs"),
  cjs: () => beside("node", "cjs"),
  ts: (script) => typeScript(script),
  typescript: (script) => typeScript(script),
  mts: (script) => typeScript(script),
  python: () => beside("python3", "py"),
  py: () => beside("python3", "py"),
  go: planGo,
};

const shell = (program: string): Plan => ({ file: "repro.sh", command: [program, "../repro.sh"] });

/** In the root of the code: imports are relative to the script. */
function beside(program: string, ending: string): Plan {
  const place = `${NAME}.${ending}`;
  return { file: `repro.${ending}`, place, command: [program, place] };
}

function typeScript(script: string): Plan {
  const { command, ...plan } = beside("node", isCommonJs(script) ? "cts" : "mts");
  const [program, ...rest] = command;
  // The first version that removes types by itself.
  return { ...plan, command: [program, "--experimental-strip-types", ...rest], needs: { major: 22, minor: 6 } };
}

function isCommonJs(script: string): boolean {
  return /\brequire\(/.test(script) && !/^\s*(?:import\b(?!\()|export\b)/m.test(script);
}

/** A program, or a test whose head comment says where it belongs: `// Save as pkg/fetch/probe_test.go`. */
function planGo(script: string): Plan | string {
  if (/^package main\s*$/m.test(script) && /^func main\(\)/m.test(script)) {
    const place = `${NAME}/main.go`;
    return { file: "repro.go.txt", place, command: ["go", "run", place] };
  }
  const place = placeOfTest(script);
  if (place === undefined) return "its head comment does not say where this Go test belongs";
  const tests = [...script.matchAll(/^func (Test\w{1,200})\(/gm)].map(([, name = ""]) => name);
  if (tests.length === 0) return "it has no Go test";
  const folder = place.includes("/") ? `./${place.slice(0, place.lastIndexOf("/"))}` : ".";
  return {
    file: "repro.go.txt",
    place,
    command: ["go", "test", "-count=1", "-run", `^(${tests.slice(0, 50).join("|")})$`, folder],
  };
}

const MAX_HEAD_LINES = 10;

/** The path of a test file in the comment at the head of a script, if it stays in the code. */
function placeOfTest(script: string): string | undefined {
  const head = script.trimStart().split("\n").slice(0, MAX_HEAD_LINES);
  const comment = head.filter((line) => line.startsWith("//")).join("\n");
  const path = /(?:^|[\s`"'])((?:[\w.-]+\/){0,20}[\w.-]+_test\.go)\b/.exec(comment.slice(0, 2000))?.[1];
  return path === undefined || path.split("/").some((part) => /^\.{1,2}$|^\.git$/i.test(part)) ? undefined : path;
}
