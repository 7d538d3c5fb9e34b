import { describe, expect, it } from "vitest";
import { readFile } from "#change-index/facts/read-facts.ts";

interface Expected {
  readonly code?: readonly string[];
  readonly not?: readonly string[];
  readonly comments?: readonly string[];
  readonly strings?: readonly string[];
}

function check(path: string, text: string, { code, not, comments, strings }: Expected): void {
  const { facts } = readFile({ path, text }, () => []);
  const words = [...facts.words.keys()];
  if (code !== undefined) expect(words).toEqual(expect.arrayContaining([...code]));
  for (const word of not ?? []) expect(words).not.toContain(word);
  if (comments !== undefined) expect(facts.comments.map((span) => span.text)).toEqual(comments);
  if (strings !== undefined) expect(facts.strings.map((span) => span.text)).toEqual(strings);
}

describe("JavaScript and TypeScript", () => {
  it("keep // in strings and addresses out of the comments", () => {
    check("a.ts", 'const site = "https://x.org"; // the "site"\nnext();', {
      code: ["const", "site", "next"],
      comments: ['the "site"'],
      strings: ["https://x.org"],
    });
  });

  it("see the code inside nested template literals", () => {
    check("a.ts", "const s = `a ${one ? `b ${two} // no` : 'c'} d`; three();", {
      code: ["one", "two", "three"],
      not: ["a", "b", "c", "d", "no"],
      comments: [],
      strings: ["a ${one ? `b ${two} // no` : 'c'} d", "b ${two} // no", "c"],
    });
  });

  it("tell a regular expression with quotes from a division", () => {
    check("a.js", "if (/[\"'/]`/.test(x)) y = a / b / c; // end", {
      code: ["test", "y", "a", "b", "c"],
      comments: ["end"],
      strings: ["[\"'/]`"],
    });
    check("a.js", "return /it's/g; 'str'", { strings: ["it's", "str"] });
  });

  it("take the text of elements as strings and what stands in braces as code", () => {
    const text = 'const v = <p title="a // b">Don\'t {name} stop <b>now</b> {/* why */}</p>; // end';
    check("a.tsx", text, {
      code: ["v", "name", "title"],
      not: ["Don", "stop", "now"],
      comments: ["why", "end"],
      strings: ["a // b", "Don't", "stop", "now"],
    });
  });

  it("do not take type parameters and comparisons for elements", () => {
    check("a.tsx", "const f = <T extends object>(x: T) => x; if (a <b && c> d) { e('s'); }", {
      code: ["T", "x", "a", "b", "c", "d", "e"],
      strings: ["s"],
    });
    check("a.ts", "const f = <Thing>value; g('s');", { code: ["Thing", "value", "g"], strings: ["s"] });
  });

  it("join line comments that stand below one another", () => {
    const { facts } = readFile({ path: "a.ts", text: "// one\n// two\nx; // three\n/**\n * four\n */\n" }, () => []);
    expect(facts.comments).toEqual([
      { start: 1, end: 2, text: "one\ntwo" },
      { start: 3, end: 3, text: "three" },
      { start: 4, end: 6, text: "\nfour\n" },
    ]);
  });
});

describe("Go", () => {
  it("reads raw strings over lines and runes that are quotes", () => {
    check("a.go", "q := `say \"hi\" // no\n'`\nr := '\"' // yes\nz()", {
      code: ["q", "r", "z"],
      comments: ["yes"],
      strings: ['say "hi" // no\n\'', '"'],
    });
  });
});

describe("Python", () => {
  it("counts docstrings as comments and other long strings as strings", () => {
    const text = 'def f(a):\n    """Adds # things."""\n    s = """not\n a doc"""\n    return s  # done\n';
    check("a.py", text, { code: ["f", "a", "s"], comments: ["Adds # things.", "done"], strings: ["not\n a doc"] });
  });

  it("sees the code in f-strings and not in doubled braces", () => {
    check("a.py", "x = f'{{no}} {name!r} it'\ny = rb'\\'' + b\"#\"", {
      code: ["x", "name", "y"],
      not: ["no", "it"],
      comments: [],
    });
  });

  it("keeps an argument that is a long string a string", () => {
    check("a.py", 'run(\n    """select 1""",\n    "x",\n)\n', { comments: [], strings: ["select 1", "x"] });
  });
});

describe("formats and variables inside strings", () => {
  it("do not hide what follows them", () => {
    check("a.py", "x = f'{code:#x} {more}'  # real\n", { code: ["x", "code", "more"], comments: ["real"] });
    check("a.php", '<?php $a = "$b[0]: text {$c}"; // end\n', {
      code: ["a", "b", "c"],
      not: ["text"],
      comments: ["end"],
    });
    check("a.cs", 'var a = @"""x"": 1"; // end\n', { strings: ['""x"": 1'], comments: ["end"] });
    check("a.kt", 'val a = "$b and ${c.d}"\n', { code: ["a", "b", "c", "d"], not: ["and"] });
  });
});

describe("Bash", () => {
  it("does not take # in expansions and words for a comment", () => {
    check("a.sh", "v=${name#x} n=$# w=a#b # real\necho \"${v##*/} # no\" '# no'", {
      code: ["v", "name", "n", "w", "echo"],
      comments: ["real"],
      strings: ["${v##*/} # no", "# no"],
    });
  });

  it("sees variables and commands inside double quotes", () => {
    check("a.sh", 'echo "say $greeting to $(whoami "$user") now"', {
      code: ["greeting", "whoami", "user"],
      not: ["say", "now"],
    });
  });

  it("reads heredocs, with and without expansion", () => {
    const text = "cat <<EOF | grep x # c\nit's $name # no\nEOF\ncat <<-'END'\n\t$plain\n\tEND\nafter=1\n";
    check("a.sh", text, {
      code: ["cat", "grep", "name", "after"],
      not: ["it", "plain"],
      comments: ["c"],
      strings: ["it's $name # no", "\t$plain"],
    });
  });

  it("does not take a shift or a here-string for a heredoc", () => {
    check("a.sh", "x=$((1<<two)); grep y <<<'s'; z=1 # c\n", { code: ["two", "z"], strings: ["s"], comments: ["c"] });
  });
});

describe("Rust", () => {
  it("tells lifetimes from characters and reads raw strings and nested comments", () => {
    const text =
      "fn f<'a>(x: &'a str) -> char { let s = r#\"a \"q\" b\"#; /* x /* y */ z */ '\\'' } let q = '\"'; g::<'b>()";
    check("a.rs", text, {
      code: ["f", "x", "str", "s", "q", "g"],
      comments: ["x /* y */ z"],
      strings: ['a "q" b', "\\'", '"'],
    });
  });
});

describe("Ruby", () => {
  it("reads blocks of comment, interpolation, heredocs and percent literals", () => {
    const text =
      "=begin\nold name\n=end\nx = \"a #{call('s')} # no\" # yes\ny = <<~SQL\n  select #{table}\nSQL\nz = %w[one two]\n";
    check("a.rb", text, {
      code: ["x", "call", "y", "table", "z"],
      not: ["select", "one", "old"],
      comments: ["\nold name", "yes"],
      strings: ["a #{call('s')} # no", "s", "  select #{table}", "one two"],
    });
  });
});

describe("Ruby's slashes and percents", () => {
  it("are operators or open a literal, as the space around them has it", () => {
    check("a.rb", "x = a / b / c if %w[one two].any?\nputs /it's #{d}/\ncase e when ?\" then f # end\nend\n", {
      code: ["a", "b", "c", "any", "d", "e", "f"],
      not: ["one", "it"],
      comments: ["end"],
    });
  });
});

describe("C#, Java, C++ and PHP", () => {
  it("reads verbatim, interpolated and raw strings of C#", () => {
    check("a.cs", 'var a = @"c:\\x"; var b = $"{name}: {{no}}"; var c = """say "hi" // no"""; // end', {
      code: ["a", "b", "name", "c"],
      not: ["no", "hi"],
      comments: ["end"],
      strings: ["c:\\x", "{name}: {{no}}", 'say "hi" // no'],
    });
  });

  it("reads text blocks of Java", () => {
    check("A.java", 'String s = """\n  a "b" // no\n  """; // yes', { code: ["String", "s"], comments: ["yes"] });
  });

  it("reads raw strings and separated digits of C++", () => {
    check("a.cc", "int n = 1'000'000; auto s = R\"x(a \")\" b)x\"; // end\nchar c = 'q';", {
      code: ["int", "n", "auto", "s", "c"],
      comments: ["end"],
      strings: ['a ")" b', "q"],
    });
  });

  it("reads heredocs and attributes of PHP, and leaves the page around it alone", () => {
    const text = "<?php #[Attr]\n$a = <<<EOT\nit's $b\nEOT;\n$c = 'd'; # e\n?>\n<p>Don't</p>\n<?php $f = \"g\"; // h\n";
    check("a.php", text, { code: ["Attr", "a", "c", "f"], comments: ["e", "h"], strings: ["it's $b", "d", "g"] });
  });
});

describe("settings and documents", () => {
  it("tell a YAML comment from # in values, quotes and blocks", () => {
    const text = "a: x#y # one\nb: 'don''t # no'\nc: don't # two\nrun: |\n  echo # no\nd: \"# no\"\n";
    check(".github/w.yml", text, { comments: ["one", "two"], strings: ["don''t # no", "  echo # no", "# no"] });
  });

  it("have no words in documents, fences included", () => {
    check("README.md", "# Title\n```go\nfunc f() {}\n```\n", { comments: [], strings: [] });
    expect(readFile({ path: "README.md", text: "# Title\n" }, () => []).facts).toMatchObject({
      role: "doc",
      language: "markdown",
    });
    expect(readFile({ path: "README.md", text: "# Title\n" }, () => []).facts.words.size).toBe(0);
  });

  it("read the script of a page", () => {
    check("a.vue", "<p>Don't</p><script>\nx('s'); // c\n</script>", { code: ["x"], comments: ["c"], strings: ["s"] });
  });
});
