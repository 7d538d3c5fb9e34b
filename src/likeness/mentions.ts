import { looksLikeFile } from "#grammar/paths.ts";

/** What a finding names besides its own place. It shows what the finding is about if the place does not. */
export interface Mentions {
  /** Names of several parts (`parseHeader`, `MAX_SIZE`) and files, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Those in the title. */
  readonly inTitle: ReadonlySet<string>;
  /** Files, as written. */
  readonly files: ReadonlySet<string>;
}

/** Reads the names and files in a finding. */
export function mentionsOf(title: string, prose: string): Mentions {
  const files = new Set([...filesIn(title), ...filesIn(prose)]);
  const inTitle = namesIn(title);
  return { names: new Set([...inTitle, ...namesIn(prose)]), inTitle, files };
}

const PATH = /[\w@][\w./@-]{0,200}/g;

function filesIn(text: string): string[] {
  return (text.match(PATH) ?? []).map((word) => word.replace(/[.:/-]+$/, "")).filter(looksLikeFile);
}

const NAME = /[A-Za-z_$][\w$]{3,120}/g;
const SEVERAL_PARTS = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [name] of text.matchAll(NAME)) {
    const lower = name.toLowerCase();
    if (SEVERAL_PARTS.test(name) && !WELL_KNOWN.has(lower)) names.add(lower);
  }
  for (const file of filesIn(text)) names.add(file.slice(file.lastIndexOf("/") + 1).toLowerCase());
  return names;
}

/** Products and functions that any file may mention. They do not tell problems apart. */
const WELL_KNOWN: ReadonlySet<string> = new Set(
  (
    "github gitlab bitbucket javascript typescript coffeescript macos ipados graphql postgresql mysql mongodb openapi " +
    "websocket webassembly devops youtube linkedin nodejs dotnet powershell addeventlistener removeeventlistener " +
    "settimeout setinterval cleartimeout clearinterval parseint parsefloat tostring valueof hasownproperty isarray " +
    "innerhtml queryselector getelementbyid createelement foreach readfile readfilesync writefile writefilesync " +
    "useeffect usestate usememo usecallback useref classname defaultprops typeerror valueerror keyerror runtimeerror " +
    "typeof instanceof nullpointerexception illegalargumentexception illegalstateexception arraylist hashmap " +
    "stringbuilder toarray tolist tolower toupper trimspace readall newrequest newreader getenv set_timeout " +
    "is_null unwrap_or to_string as_str __init__ __main__ http_error status_code"
  ).split(" "),
);
