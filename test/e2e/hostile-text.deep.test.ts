import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type HostileRepository, makeHostileRepository } from "../helpers/hostile-repository.ts";

let repository: HostileRepository;
beforeEach(() => {
  repository = makeHostileRepository();
});
afterEach(() => repository.close());

const ESCAPES = "\u001B[2J\u001B]0;owned\u0007\u001B]8;;https://evil.example\u001B\\\u009B31m\u0008\u0007";
const BIDI = "\u202Etxt.exe\u202C\u2066x\u2069\u200B";
const MARKUP = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`;

// Everything that a terminal obeys, or that hides or reorders text; line ends and tabs are fine.
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
// In documents joiners and direction marks belong to the text.
const RAW_IN_DOCUMENT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
const showRaw = (text: string, format = ""): string | undefined => {
  const at = (/md$|html$/.test(format) ? RAW_IN_DOCUMENT : RAW).exec(text)?.index;
  return at === undefined ? undefined : JSON.stringify(text.slice(Math.max(0, at - 60), at + 30));
};

function expectHarmless({ stdout, stderr }: { stdout: string; stderr: string }, format = ""): void {
  expect(showRaw(stdout, format), format).toBeUndefined();
  expect(showRaw(stderr)).toBeUndefined();
}

describe("hostile names", () => {
  const NAMES = [
    `a${ESCAPES.replace(/[\\/]/g, "")}.ts`,
    `b${BIDI}.ts`,
    "c\nFAKE  done  0 findings.ts",
    "-rf.ts",
    "--upload-pack=touch.ts",
    "'; touch owned;'.ts",
    "`x`|*<b>@everyone.ts",
    ":(exclude)d.ts",
    "src/.gitt",
    ".GIT.ts",
    "nul \\ back.ts",
  ];

  test("of files reach no terminal raw, and are told apart", () => {
    for (const name of NAMES) repository.put(name, `export const marked = 1;\ndebugger;\n// ${ESCAPES}${BIDI}\n`);
    repository.commit();
    const result = repository.run("HEAD");
    expectHarmless(result);
    expect(result.status).toBe(0);
    const record = JSON.parse(repository.written()["review.json"] ?? "{}");
    expect(record.scope.files.map(({ path }: { path: string }) => path).sort()).toEqual([...NAMES].sort());
    for (const [name, text] of Object.entries(repository.written())) expect(showRaw(text, name), name).toBeUndefined();
    expectHarmless(repository.run("list"));
  });

  test("of branches and authors, and commit messages, reach no terminal raw", () => {
    const branch = `x${BIDI}'"<img>`;
    repository.git("checkout", "-q", "-b", branch);
    repository.put("src/relay.ts", "export const retries = 4;\n");
    repository.git("add", "-A");
    const author = `${MARKUP.replace(/[<>]/g, "")}${BIDI} <e@example.invalid>`;
    repository.git(
      "commit",
      "-q",
      `--author=${author}`,
      "-m",
      `Subject ${ESCAPES}${BIDI}${MARKUP}\n\n\`gone\` ${ESCAPES}`,
    );
    const result = repository.run();
    expectHarmless(result);
    expect(result.status).toBe(0);
    for (const [name, text] of Object.entries(repository.written())) expect(showRaw(text, name), name).toBeUndefined();
    for (const format of ["md", "html", "json", "sarif", "terminal"])
      expectHarmless(repository.run("--format", format), format);
    expectHarmless(repository.run("list"));
    expectHarmless(repository.run(`no${ESCAPES}such`));
  });
});

describe("hostile reviewers", () => {
  const text = `${ESCAPES}${BIDI}${MARKUP}`;

  test("reach no terminal raw and cannot break a page, whatever the format", () => {
    repository.put("src/relay.ts", `export const retries = 4; // ${text}\n`);
    repository.commit();
    const says = [
      "### Important Issues",
      "",
      `I1. **Wrong ${text}** — \`src/relay.ts:1\` (important, gap)`,
      "",
      `Body ${text} @everyone \`\`\` not a fence`,
      "",
      "```ts",
      `export const retries = 4; // ${text}`,
      "```",
      "",
      "````",
      "```",
      "</details></section>",
      "",
    ].join("\n");
    const reviewers = [
      { id: "ada", name: `Ada${text}`, says },
      { id: "brook", name: "Brook", says: text, fails: `failed ${text}` },
    ];
    repository.put("script.json", JSON.stringify({ reviewers }));
    const uri = "src/relay.ts";
    const result = {
      ruleId: text,
      level: "error",
      message: { text: `Message ${text}` },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1, snippet: { text } } } }],
    };
    repository.put(
      "out.sarif",
      JSON.stringify({ runs: [{ tool: { driver: { name: `Tool ${text}` } }, results: [result] }] }),
    );
    const args = ["HEAD", "--scripted", "script.json", "--sarif", "out.sarif"];
    const first = repository.run(...args);
    expectHarmless(first);
    expect(first.stdout).toMatch(/Message|Wrong/);
    const id = JSON.parse(repository.written()["review.json"] ?? "{}").id as string;
    for (const format of ["md", "html", "json", "sarif", "terminal"]) {
      const rendered = repository.run("render", id, "--format", format);
      expect(showRaw(rendered.stdout, format), format).toBeUndefined();
      expect(rendered.status).toBe(0);
    }
    const { "report.html": html = "", "report.md": markdown = "" } = repository.written();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toMatch(/<img[^>]*onerror/);
    expect(html).not.toContain("</details></section>\n");
    expect(outsideFences(markdown)).not.toMatch(/(?<![\w`])@everyone/);
    // Shown as text: many hosts pass raw HTML.
    expect(outsideFences(markdown)).not.toMatch(/(?<!\\)<(?:script|\/script|img|details|\/details)/);
    expect(outsideFences(markdown)).toContain("\\<script>alert");
    expect(repository.run("import", `.deep-review/reviews/${id}/report.md`, "--json").status).toBe(0);
  });

  test.each(["{", `{"runs":[{"tool":{"driver":{"name":1}}}]}`, `{"${ESCAPES}":1}`])(
    "in a file that is none: %j is an error, not a crash",
    (content) => {
      repository.put("src/relay.ts", "export const retries = 4;\n");
      repository.commit();
      repository.put(`bad.json`, content);
      for (const option of ["--sarif", "--scripted"]) {
        const result = repository.run("HEAD", option, "bad.json");
        expectHarmless(result);
        expect(result.status, result.stderr).not.toBe(70);
      }
    },
  );
});

/** Markdown without its fenced blocks and code spans, where nothing is interpreted. */
function outsideFences(markdown: string): string {
  const lines: string[] = [];
  let fence = "";
  for (const line of markdown.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") {
      if (mark === "") lines.push(line.replace(/(`+)(?:(?!\1).)+\1/g, ""));
      else fence = mark;
    } else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
  }
  return lines.join("\n");
}
