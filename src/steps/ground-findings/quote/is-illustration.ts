import type { Finding, Quote } from "#model/finding.ts";

/** Whether this block is not code of the reviewed commit: a proposal, a command, a program's output. */
export function isIllustration({ body }: Pick<Finding, "body">, { code, language }: Quote): boolean {
  if (language !== undefined && NOT_CODE.has(language.toLowerCase())) return true;
  return PROPOSES.test(introductionOf(body, code));
}

const NOT_CODE = new Set(["console", "output", "shell-session", "text", "txt", "log", "plaintext", "stderr", "stdout"]);

const PROPOSES =
  /\b(?:fix(?:ed)?|suggest(?:ed|ion|s)?|instead|propos(?:ed?|al)|recommend(?:ed|ation|s)?|replace|rewrite|refactor|consider|could be|should (?:be|read|look|become)|would (?:be|read|look|become)|change (?:it|this|that|them|the \w+) to|e\.g\.|for (?:example|instance)|something like|like this|such as|prints?|printed|outputs?|reproduce[sd]?|repro|run(?:ning|s)?|logs?|yields?|equivalent to)\b[^.]{0,120}$/i;

/** The last line of prose before the block's fence; empty if the block cannot be found. */
function introductionOf(body: string, code: string): string {
  const [first = ""] = code.split("\n");
  const at = body.indexOf(first.trimStart() === "" ? code : `${first}`);
  if (at < 0) return "";
  const before = body.slice(Math.max(0, at - 2000), at).split("\n");
  for (const line of before.reverse()) {
    const text = line.trim();
    if (text === "" || /^(?:```|~~~)/.test(text)) continue;
    return text.slice(-300);
  }
  return "";
}
