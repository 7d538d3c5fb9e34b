import type { ToolFormat, ToolOutput } from "#model/panel/tool-hit.ts";
import { plural } from "#util/words.ts";
import type { DocumentReader, DocumentReading, TextReader } from "./format-reader.ts";
import { biomeReader } from "./formats/biome.ts";
import { cargoReader } from "./formats/cargo.ts";
import { checkstyleReader } from "./formats/checkstyle.ts";
import { eslintReader } from "./formats/eslint.ts";
import { goVetReader, goVetTextReader } from "./formats/go-vet.ts";
import { golangciReader } from "./formats/golangci-lint.ts";
import { mypyReader, mypyTextReader } from "./formats/mypy.ts";
import { oxlintReader } from "./formats/oxlint.ts";
import { rdjsonlReader, rdjsonReader } from "./formats/rdjson.ts";
import { ruffReader, ruffTextReader } from "./formats/ruff.ts";
import { sarifReader } from "./formats/sarif.ts";
import { shellcheckReader } from "./formats/shellcheck.ts";
import { tscReader } from "./formats/tsc.ts";
import { findJsonDocuments, type JsonDocuments } from "./json-documents.ts";

/** What a command printed, or wrote to its report. */
export interface PrintedOutput {
  /** Standard output, or the report. */
  readonly text: string;
  /** Standard error. Some tools print there what they find. */
  readonly errors: string;
  /** Whether the command succeeded. */
  readonly isGreen: boolean;
}

interface ReadingOptions {
  /** What the user says that it is. Undefined: it is recognised. */
  readonly format?: ToolFormat | undefined;
  /** Who says it where the format does not tell. */
  readonly tool: string;
}

/** The order decides where two would recognise the same: the most particular comes first. */
const DOCUMENTS: readonly DocumentReader[] = [
  sarifReader,
  eslintReader,
  biomeReader,
  oxlintReader,
  ruffReader,
  golangciReader,
  shellcheckReader,
  cargoReader,
  mypyReader,
  rdjsonReader,
  rdjsonlReader,
  goVetReader,
];
const TEXTS: readonly TextReader[] = [checkstyleReader, tscReader, mypyTextReader, ruffTextReader, goVetTextReader];

/**
 * Reads what a linter printed. Undefined: it is nothing that we know, and the user did not say that it is. Never throws; what
 * was not understood is named in the result.
 */
export function readToolOutput(printed: PrintedOutput, options: ReadingOptions): ToolOutput | undefined {
  const documents = findJsonDocuments(printed.text);
  const more = documents.values.length > 0 ? NO_DOCUMENTS : findJsonDocuments(printed.errors);
  const all = { values: [...documents.values, ...more.values], isCut: documents.isCut || more.isCut };
  const format = options.format ?? recognise(printed, all);
  if (format === undefined) return undefined;
  const reader = DOCUMENTS.find((one) => one.format === format && all.values.some((value) => one.canRead(value)));
  if (reader !== undefined) return readDocuments(reader, all, options.tool);
  const text = TEXTS.find((one) => one.format === format);
  if (text !== undefined) return readText(text, printed, options.tool);
  const document = DOCUMENTS.find((one) => one.format === format);
  const tools = [document?.tool || options.tool];
  const isNothing = format === "rdjsonl" && printed.isGreen && printed.text.trim() === "";
  return { format, tools, hits: [], notUnderstood: isNothing ? undefined : describeMissing(all, printed) };
}

const NO_DOCUMENTS: JsonDocuments = { values: [], isCut: false };

function recognise({ text, errors }: PrintedOutput, { values, isCut }: JsonDocuments): ToolFormat | undefined {
  const document = DOCUMENTS.find((one) => values.some((value) => one.isMine(value)));
  if (document !== undefined) return document.format;
  if (isCut) {
    // It breaks off before anything in it could be parsed.
    const cut = STARTS.find(({ form }) => form.test(text.slice(0, START_LENGTH)));
    if (cut !== undefined) return cut.format;
  }
  return TEXTS.find((one) => one.isMine(text) || one.isMine(errors))?.format;
}

const START_LENGTH = 20_000;

/** How long documents begin, for those that break off. */
const STARTS: readonly { readonly form: RegExp; readonly format: ToolFormat }[] = [
  { form: /^\s*\[\{"filePath":/m, format: "eslint" },
  { form: /"runs"\s*:\s*\[/, format: "sarif" },
  { form: /^\s*\{\s*"Issues"\s*:/m, format: "golangci-lint" },
  { form: /^\s*\{\s*"summary"\s*:\s*\{"changed"/m, format: "biome" },
  { form: /^\s*\{\s*"diagnostics"\s*:\s*\[\{"message"/m, format: "oxlint" },
  { form: /^\s*(?:\{"comments":)?\[\{"file":"[^"]*","line":\d+,"endLine"/m, format: "shellcheck" },
  { form: /^\[\s*\{\s*"cell":/m, format: "ruff" },
];

function describeMissing({ isCut }: JsonDocuments, { text, errors }: PrintedOutput): string {
  if (isCut) return "its output breaks off";
  if (text.trim() === "" && errors.trim() === "") return "it printed nothing";
  return "its output is not in this format";
}

function readDocuments(reader: DocumentReader, { values, isCut }: JsonDocuments, tool: string): ToolOutput {
  const own = values.filter((one) => reader.canRead(one));
  // Other programs of the same command may print JSON, too.
  const broken = values.filter((one) => !reader.canRead(one) && reader.isMine(one));
  const read = join(own.map((value) => reader.read(value, reader.tool || tool)));
  const problems = [
    ...read.problems,
    ...(broken.length > 0 ? [`${plural(broken.length, "part")} of its output not understood`] : []),
    ...(isCut || !hasLast(reader, own) ? ["its output breaks off"] : []),
  ];
  return toOutput(reader, { ...read, problems }, tool);
}

/** Lines of an output may be missing at the end without any of them being broken. */
const hasLast = ({ isLast }: DocumentReader, values: readonly unknown[]): boolean =>
  isLast === undefined || values.some((value) => isLast(value));

function readText(reader: TextReader, { text, errors, isGreen }: PrintedOutput, tool: string): ToolOutput {
  const both = [text, errors].filter((part) => part.trim() !== "").join("\n");
  if (both === "" && isGreen && reader.isSilentWhenClean) return toOutput(reader, join([]), tool);
  const plain = both.replaceAll("\r\n", "\n");
  const reading = reader.read(plain, reader.tool || tool);
  const problem = reading.problem ?? findShortage(reading, { plain, isGreen, reader });
  return toOutput(reader, join([{ ...reading, problem }]), tool);
}

/** A file with a line, as every tool names a place: `a.ts:1`, `a.ts(1,2)`, `a.ts line 1`. Or a list in JSON. */
const PLACE = /\.[a-z]\w{0,8}(?::\d|\(\d|["']?,? line \d)|^\s*[[{]+\s*"/im;

/** Why what was read may be less than what the tool found. A text does not tell where it was cut. */
function findShortage(
  { hits }: DocumentReading,
  { plain, isGreen, reader }: { readonly plain: string; readonly isGreen: boolean; readonly reader: TextReader },
): string | undefined {
  const said = reader.countSaid?.(plain) ?? 0;
  if (said > hits.length) {
    return `it says that it found ${said}, and ${hits.length === 0 ? "none of them was" : `${hits.length} of them ${hits.length === 1 ? "was" : "were"}`} read`;
  }
  if (hits.length > 0) return undefined;
  // What failed without anything that we can read may have found something.
  if (!isGreen) return "it failed, and nothing in its output was understood";
  return PLACE.test(plain) && reader.isSilentWhenClean ? "it names places in a form that is not known" : undefined;
}

interface JoinedReading {
  readonly hits: ToolOutput["hits"];
  readonly tools: readonly string[];
  readonly problems: readonly string[];
}

function join(readings: readonly DocumentReading[]): JoinedReading {
  const odd = readings.reduce((sum, one) => sum + one.odd, 0);
  const problems = readings.flatMap(({ problem }) => problem ?? []);
  return {
    hits: readings.flatMap(({ hits }) => hits),
    tools: readings.flatMap(({ tools = [] }) => tools),
    problems: [...new Set(odd === 0 ? problems : [...problems, `${plural(odd, "entry", "entries")} not understood`])],
  };
}

function toOutput(reader: DocumentReader | TextReader, read: JoinedReading, tool: string): ToolOutput {
  const { hits, tools, problems } = read;
  const said = new Set([...tools, ...hits.map((hit) => hit.tool)]);
  return {
    format: reader.format,
    tools: said.size === 0 ? [reader.tool || tool] : [...said],
    hits,
    notUnderstood: problems.length === 0 ? undefined : problems.join("; "),
  };
}
