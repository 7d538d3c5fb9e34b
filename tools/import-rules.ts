/** Which of our top-level folders may import which, with the sentence that the person who breaks it will read. */
export interface ImportRule {
  readonly from: string;
  readonly allowed: readonly string[];
  readonly say: string;
}

export const IMPORT_RULES: readonly ImportRule[] = [
  { from: "util", allowed: [], say: "util/ knows nothing of ours. Move what needs the model to where it is used." },
  { from: "model", allowed: ["util"], say: "The nouns depend on nothing. Put the verb into a step." },
  {
    from: "grammar",
    allowed: ["model", "util"],
    say: "The grammar turns text into model values and back, nothing else.",
  },
  {
    from: "likeness",
    allowed: ["grammar", "model", "util"],
    say: "How alike two findings are is read off the findings themselves. What follows from it is a step.",
  },
  {
    from: "evidence",
    allowed: ["model", "util"],
    say: "How far evidence goes is read off what was checked. What follows from it is a step.",
  },
  {
    from: "steps",
    allowed: ["evidence", "likeness", "grammar", "model", "util"],
    say: "A step gets what it needs as arguments. Declare a small interface here and let pipeline/ pass the adapter in.",
  },
  {
    from: "import",
    allowed: ["steps/read-review", "likeness", "grammar", "model", "util"],
    say: "The importer turns a published report into a record, values in, values out. Files and git are pipeline's.",
  },
  {
    from: "change-index",
    allowed: ["model", "util"],
    say: "The index is made from trees that it is given. Let pipeline/ pass the reader in.",
  },
  {
    from: "reviewers",
    allowed: ["grammar", "model", "util"],
    say: "A reviewer works on what it is given. Let pipeline/ pass in what it needs.",
  },
  {
    from: "config",
    allowed: ["model", "util"],
    say: "Configuration is read and checked; who uses it is not its business.",
  },
  {
    from: "probe",
    allowed: ["grammar", "model", "util"],
    say: "Breaks are planned on texts that are given. Let pipeline/ read the files and run the tests.",
  },
  { from: "stats", allowed: ["model", "util"], say: "Statistics are pure: values in, values out." },
  {
    from: "adapters",
    allowed: ["model", "util"],
    say: "An adapter translates the world into the model. Join it to steps in pipeline/.",
  },
  {
    from: "pipeline",
    allowed: [
      "import",
      "steps",
      "evidence",
      "likeness",
      "reviewers",
      "change-index",
      "probe",
      "adapters",
      "config",
      "stats",
      "grammar",
      "model",
      "util",
    ],
    say: "The pipeline joins everything below it and knows no surface.",
  },
  {
    from: "cli",
    allowed: ["pipeline", "adapters/store", "config", "model", "util"],
    say: "A command asks the pipeline. If it needs a step, give pipeline/ a function for it.",
  },
];

/** The imports from one step into another that are allowed, each with its reason. */
export const STEP_IMPORTS: readonly { readonly from: string; readonly to: string; readonly because: string }[] = [
  {
    from: "build-report",
    to: "history/describe",
    because: "A report describes earlier rounds. Those words belong with the other words about history.",
  },
];

/** Node's modules that touch the world, and the folders that may. */
export const WORLD = /^(?:node:)?(?:fs|fs\/promises|child_process|net|http|https|http2|dgram|tls|dns|worker_threads)$/;
export const MAY_TOUCH_WORLD = ["adapters", "config", "pipeline", "cli"];

/** One import that a rule forbids. */
export interface Violation {
  readonly file: string;
  readonly specifier: string;
  readonly say: string;
}

/** Checks the imports of one source file, given its path below `src/`. */
export function checkImports(file: string, source: string): Violation[] {
  const violations: Violation[] = [];
  for (const specifier of importsOf(source)) {
    const say = judge(file, specifier);
    if (say !== undefined) violations.push({ file, specifier, say });
  }
  return violations;
}

/** Every module that a source file names: import, export from, import(). */
export function importsOf(source: string): string[] {
  const specifiers: string[] = [];
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;
  for (const [, statically, dynamically] of source.matchAll(pattern)) specifiers.push(statically ?? dynamically ?? "");
  return specifiers;
}

function judge(file: string, specifier: string): string | undefined {
  const [folder = ""] = file.split("/");
  if (specifier.startsWith("#")) return judgeAlias(file, folder, specifier.slice(1));
  if (specifier.startsWith(".")) return judgeRelative(file, specifier);
  if (WORLD.test(specifier) && !MAY_TOUCH_WORLD.includes(folder)) {
    return `Only ${MAY_TOUCH_WORLD.join(", ")} touch files, processes and the network. Pass in what is needed.`;
  }
  return undefined;
}

function judgeAlias(file: string, folder: string, target: string): string | undefined {
  const rule = IMPORT_RULES.find(({ from }) => from === folder);
  if (rule === undefined) return `src/${folder} has no import rule. Add one to tools/import-rules.ts.`;
  if (target.startsWith(`${folder}/`)) return `Inside ${folder}/ import by a relative path: ${file} names itself.`;
  return rule.allowed.some((allowed) => target.startsWith(`${allowed}/`)) ? undefined : rule.say;
}

function judgeRelative(file: string, specifier: string): string | undefined {
  const parts = file.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const here = file.split("/");
  if (parts[0] !== here[0] || parts.length === 1)
    return "Cross a border by its alias (#model/…), so that the line shows it.";
  if (here[0] !== "steps" || parts[1] === here[1]) return undefined;
  const target = parts.slice(1).join("/");
  const isAllowed = STEP_IMPORTS.some(({ from, to }) => from === here[1] && target.startsWith(`${to}/`));
  return isAllowed ? undefined : "A step does not import another step. pipeline/ joins them.";
}
