import type { Definition, Mention } from "#model/change/change-index.ts";
import type { Finding } from "#model/finding.ts";
import type { ClaimGrounding } from "#model/grounding.ts";
import { truncate } from "#util/words.ts";
import type { GroundingSource, IndexQuestions } from "../grounding-source.ts";
import { type StatedClaim, readClaims } from "./read-claims.ts";

/** Answers the claims of a finding that the index can speak to. Where it cannot be sure it gives only the facts. */
export async function groundClaims(source: GroundingSource, finding: Finding): Promise<readonly ClaimGrounding[]> {
  const { index } = source;
  if (index === undefined) return [];
  const answers: ClaimGrounding[] = [];
  for (const claim of readClaims(finding)) {
    const { mentions, ...answer } = await answerClaim(index, claim);
    answers.push({ ...claim, ...answer, mentions: mentions.slice(0, MAX_MENTIONS).map(toFact) });
  }
  return answers;
}

const MAX_MENTIONS = 5;

interface Answer {
  readonly answer: ClaimGrounding["answer"];
  readonly mentions: readonly Mention[];
  readonly why: string;
}

/** What the index knows of a name. */
interface Known {
  readonly name: string;
  readonly definitions: readonly (Definition & { readonly path: string })[];
  /** Outside its own definition and import lines. */
  readonly mentions: readonly Mention[];
  /** Two things may share this name, or it is called through an object: a mention may be of another one. */
  readonly shared: boolean;
  readonly tests: ReadonlySet<string>;
}

async function answerClaim(index: IndexQuestions, { claim, subject }: StatedClaim): Promise<Answer> {
  const known = await lookUp(index, subject);
  if (known.definitions.length === 0 && known.mentions.length === 0)
    return { answer: "open", mentions: [], why: `nothing at the reviewed commit is named ${known.name}` };
  if (claim === "unused") return answerUnused(known);
  if (claim === "untested") return answerUntested(known);
  return answerUndocumented(known);
}

async function lookUp(index: IndexQuestions, subject: string): Promise<Known> {
  const name = subject.startsWith("--") ? subject : (/[\w$]+(?=(?:\(\))?$)/.exec(subject)?.[0] ?? subject);
  const isWord = /^\w+$/.test(name);
  const definitions = isWord ? await index.findDefinitions(name) : [];
  const all = isWord ? await index.findWord(name) : await index.findText(name);
  const mentions = all.filter((mention) => !isOwn(definitions, mention) && !isImport(name, mention));
  const tests = new Set<string>();
  for (const path of new Set(mentions.map(({ path }) => path))) {
    if ((await index.facts(path))?.role === "test") tests.add(path);
  }
  const [only] = definitions;
  const shared = definitions.length !== 1 || only?.kind === "method" || only?.kind === "field" || name.length < 4;
  return { name, definitions, mentions, shared, tests };
}

function isOwn(definitions: Known["definitions"], { path, line, where }: Mention): boolean {
  return where !== "doc" && definitions.some((own) => own.path === path && own.start <= line && line <= own.end);
}

/** A line that only brings the name in or passes it on. */
function isImport(name: string, { text, where }: Mention): boolean {
  if (where !== "code") return false;
  const line = text.slice(0, 500).trim();
  return IMPORTS.test(line) || line.replace(/,$/, "") === name;
}

const IMPORTS = /^(?:(?:import|from|use|using|require|include)\b|export\s*[{*]|#include\b)/;

function answerUnused({ name, definitions, mentions, shared, tests }: Known): Answer {
  const code = mentions.filter(({ where }) => where === "code");
  const production = code.filter(({ path }) => !tests.has(path));
  const byName = mentions.filter(({ where }) => where === "string" || where === "config");
  if (production.length > 0 && !shared)
    return { answer: "contradicted", mentions: production, why: `code uses ${name} ${times(production)}` };
  if (production.length > 0)
    return {
      answer: "open",
      mentions: production,
      why: `code names ${name} ${times(production)}, perhaps another one`,
    };
  if (code.length > 0) return { answer: "open", mentions: code, why: `only tests use ${name}, ${times(code)}` };
  if (byName.length > 0)
    return { answer: "open", mentions: byName, why: `no code uses ${name}, but text names it ${times(byName)}` };
  if (definitions.length === 0) return { answer: "open", mentions: [], why: `no definition of ${name} is known` };
  return { answer: "confirmed", mentions: [], why: `nothing at the reviewed commit uses ${name}` };
}

function answerUntested({ name, mentions, shared, tests }: Known): Answer {
  const named = mentions.filter(({ path, where }) => tests.has(path) && (where === "code" || where === "string"));
  if (named.length === 0) return { answer: "confirmed", mentions: [], why: `no test names ${name}` };
  if (shared)
    return { answer: "open", mentions: named, why: `tests name ${name} ${times(named)}, perhaps another one` };
  return { answer: "contradicted", mentions: named, why: `tests name ${name} ${times(named)}` };
}

function answerUndocumented({ name, mentions }: Known): Answer {
  const docs = mentions.filter(
    ({ path, where }) => where === "doc" && !/(?:^|\/)(?:changelog|history|news)\b/i.test(path),
  );
  if (docs.length === 0) return { answer: "confirmed", mentions: [], why: `no document names ${name}` };
  // A plain word stands in prose without being meant.
  if (/^[a-z]+$/.test(name))
    return { answer: "open", mentions: docs, why: `documents have the word ${name} ${times(docs)}` };
  return { answer: "contradicted", mentions: docs, why: `documents name ${name} ${times(docs)}` };
}

function times(mentions: readonly Mention[]): string {
  return mentions.length === 1 ? "once" : `${mentions.length} times`;
}

function toFact({ path, line, text }: Mention): ClaimGrounding["mentions"][number] {
  return { path, line, text: truncate(text.trim(), 200) };
}
