import type { Review } from "#model/review.ts";
import type { Phrase } from "./rules.ts";

const phrase = (where: string, text: string, over: Partial<Phrase> = {}): Phrase => ({
  where,
  key: "",
  column: "",
  row: "",
  items: 0,
  text,
  ...over,
});

/** The phrases with counts of a terminal summary: what was reviewed, the verdict. */
export function readTerminal(text: string, { statedVerdict }: Review): Phrase[] {
  const blocks = text.split("\n\n").map((block) => block.split("\n").map((line) => line.trim()));
  const extent = /\(([^()]*)\)(?: @ \w+)?$/.exec(blocks[0]?.[0] ?? "")?.[1] ?? "";
  const verdict = blocks.find((block) => block.some((line) => / completed(?:, |$)/.test(line))) ?? [];
  // The first line has the words of the author where the report states a verdict of its own.
  const ours = statedVerdict?.rationale === undefined ? verdict : verdict.slice(1);
  return [phrase("terminal header", extent), ...ours.map((line) => phrase("terminal verdict", line))].filter(
    ({ text: said }) => /\d/.test(said),
  );
}

/** The phrases with counts of the summary on GitHub: the overview, the list of findings, the folded texts. */
export function readGithub(text: string, { statedVerdict }: Review): Phrase[] {
  const [overview = "", ...sections] = text.split(/^### /m);
  const paragraphs = overview
    .split("\n\n")
    .slice(1)
    .filter(
      (one, at) => at === 0 || (statedVerdict?.rationale === undefined && !/^(?:Reviewed by |<sub>|- )/.test(one)),
    )
    .map((one) => one.replaceAll(/\[[^\]]*\]\([^)]*\)|`[^`]*`|"[^"]*"/g, ""));
  const findings = sections.find((section) => section.startsWith("Findings"))?.split("<details>")[0] ?? "";
  const folded = /<summary>([^<]*)<\/summary>([\s\S]*?)<\/details>/.exec(text);
  const more = (part: string): number => Number(/(?:and|text of) (\d+) more/.exec(part)?.[1] ?? 0);
  const listed = (findings.match(/^- \*\*/gm)?.length ?? 0) + more(findings);
  const texts =
    (folded?.[2]?.match(/^\*\*(?:Critical|Important|Suggestion):\*\*/gm)?.length ?? 0) + more(folded?.[2] ?? "");
  return [
    ...paragraphs.map((one) => phrase("github", one)),
    ...(findings === "" ? [] : [phrase("github findings", String(listed))]),
    ...(folded === null ? [] : [phrase("github details", folded[1] ?? "", { items: texts })]),
  ].filter(({ text: said }) => /\d/.test(said));
}
