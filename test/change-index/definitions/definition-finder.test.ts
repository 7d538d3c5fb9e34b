import { describe, expect, it } from "vitest";
import { createDefinitionFinder } from "#change-index/definitions/definition-finder.ts";
import { QUERIES } from "#change-index/definitions/queries.ts";
import { dialectOf } from "#util/text/lexer/dialect.ts";
import type { Definition } from "#model/change/change-index.ts";

const finder = createDefinitionFinder();

async function definitions(path: string, text: string): Promise<readonly Definition[]> {
  const dialect = dialectOf(path, text);
  await finder.prepare(dialect);
  return finder.find(text, dialect) ?? [];
}

/** `+` exported, kind, container, name, lines, branches: one short line for each. */
async function sketch(path: string, text: string): Promise<string[]> {
  return (await definitions(path, text)).map(
    ({ name, kind, start, end, exported, container, branches }) =>
      `${exported ? "+" : "-"}${kind} ${container === undefined ? "" : `${container}.`}${name} ${start}-${end}` +
      (branches === undefined ? "" : ` b${branches}`),
  );
}

describe("definitions", () => {
  it("are found in TypeScript, locals left out", async () => {
    const text = [
      "export function send(a: number): void {",
      "  const local = a && 1;",
      "  if (local) for (const x of []) x ?? 1;",
      "}",
      "const retry = async () => { let y = 1; };",
      "export const LIMIT = 3, other = 4;",
      "let count = 0;",
      "export interface Box { size: number; open(): void }",
      "export class Mail extends Box {",
      "  private limit = 1;",
      "  #hidden = 2;",
      "  post() { return this.limit ? 1 : 2; }",
      "}",
      "enum Color { Red, Blue = 2 }",
      "type Pair = [number, number];",
      "function later() {}",
      "export { later };",
      "it('works', () => { const inside = 1; function helper() {} });",
    ].join("\n");
    expect(await sketch("a.ts", text)).toEqual([
      "+function send 1-4 b4",
      "-function retry 5-5 b0",
      "+constant LIMIT 6-6",
      "+constant other 6-6",
      "-variable count 7-7",
      "+type Box 8-8",
      "+field Box.size 8-8",
      "+method Box.open 8-8 b0",
      "+type Mail 9-13",
      "-field Mail.limit 10-10",
      "-field Mail.hidden 11-11",
      "+method Mail.post 12-12 b1",
      "-type Color 14-14",
      "-constant Color.Red 14-14",
      "-constant Color.Blue 14-14",
      "-type Pair 15-15",
      "+function later 16-16 b0",
      "-function helper 18-18 b0",
    ]);
  });

  it("are found in JavaScript with CommonJS exports and in TSX", async () => {
    expect(await sketch("a.js", "function a() {}\nclass B { c() {} d = 1 }\nmodule.exports = { a };\n")).toEqual([
      "+function a 1-1 b0",
      "-type B 2-2",
      "-method B.c 2-2 b0",
      "-field B.d 2-2",
    ]);
    expect(await sketch("a.tsx", "export const View = () => <p>{x ? 1 : 2}</p>;\n")).toEqual(["+function View 1-1 b1"]);
  });

  it("are found in Go", async () => {
    const text =
      "package a\nconst (\n\tMax = 1\n\tmin, mid = 2, 3\n)\nvar Err error\ntype Box struct {\n\tSize int\n}\n" +
      "func (b *Box) Open(x int) error {\n\tif x > 1 && x < 3 {\n\t\tvar y = 1\n\t}\n\tswitch x {\n\tcase 1:\n\tdefault:\n\t}\n}\nfunc run() {}\n";
    expect(await sketch("a.go", text)).toEqual([
      "+constant Max 3-3",
      "-constant min 4-4",
      "-constant mid 4-4",
      "+variable Err 6-6",
      "+type Box 7-9",
      "+field Box.Size 8-8",
      "+method Box.Open 10-18 b3",
      "-function run 19-19 b0",
    ]);
  });

  it("are found in Python", async () => {
    const text =
      "LIMIT = 3\n_name = 1\n_name = 2\nclass Box:\n    size = 1\n    @property\n    def open(self):\n        x = 1\n        if x and y:\n            pass\n" +
      "    def _shut(self): pass\ndef run():\n    def inner(): pass\n";
    expect(await sketch("a.py", text)).toEqual([
      "+constant LIMIT 1-1",
      "-variable _name 2-2",
      "+type Box 4-11",
      "+field Box.size 5-5",
      "+method Box.open 6-10 b2",
      "-method Box._shut 11-11 b0",
      "+function run 12-13 b0",
      "-function inner 13-13 b0",
    ]);
  });

  it("are found in Bash, and in BATS without its tests", async () => {
    const text =
      'LIMIT=3\nreadonly HOME_DIR=/x\nrun() {\n  local x=1\n  if a && b; then c; fi\n}\n@test "runs" {\n  y=2\n}\nfunction _shut {\n  :\n}\n';
    expect(await sketch("a.bats", text)).toEqual([
      "+variable LIMIT 1-1",
      "+constant HOME_DIR 2-2",
      "+function run 3-6 b2",
      "-function _shut 10-12 b0",
    ]);
  });

  it("are found in Java", async () => {
    const text =
      "public class Box {\n  public static final int MAX = 1;\n  private int size;\n  public Box() {}\n  void open() { if (a) {} }\n}\ninterface Shut { void shut(); }\npublic enum E { A, B }\n";
    expect(await sketch("Box.java", text)).toEqual([
      "+type Box 1-6",
      "+constant Box.MAX 2-2",
      "-field Box.size 3-3",
      "+method Box.Box 4-4 b0",
      "-method Box.open 5-5 b1",
      "-type Shut 7-7",
      "-method Shut.shut 7-7 b0",
      "+type E 8-8",
      "+constant E.A 8-8",
      "+constant E.B 8-8",
    ]);
  });

  it("are found in Rust", async () => {
    const text =
      "pub const MAX: u8 = 1;\npub struct Box<T> { pub size: T, inner: u8 }\nimpl<T> Box<T> {\n  pub fn open(&self) { match x { 1 => a, _ => b } }\n  fn shut() {}\n}\nimpl Drop for Box<u8> { fn drop(&mut self) {} }\nenum E { A }\nmod m { pub fn f() {} }\n";
    expect(await sketch("a.rs", text)).toEqual([
      "+constant MAX 1-1",
      "+type Box 2-2",
      "+field Box.size 2-2",
      "-field Box.inner 2-2",
      "+method Box.open 4-4 b2",
      "-method Box.shut 5-5 b0",
      "+method Box.drop 7-7 b0",
      "-type E 8-8",
      "-constant E.A 8-8",
      "-module m 9-9",
      "+function m.f 9-9 b0",
    ]);
  });

  it("are found in Ruby", async () => {
    const text =
      "module M\n  class Box\n    MAX = 1\n    attr_reader :size\n    def open\n      a if b\n    end\n    private\n    def shut; end\n  end\nend\ndef run; end\n";
    expect(await sketch("a.rb", text)).toEqual([
      "+module M 1-11",
      "+type M.Box 2-10",
      "+constant Box.MAX 3-3",
      "+field Box.size 4-4",
      "+method Box.open 5-7 b1",
      "-method Box.shut 9-9 b0",
      "+function run 12-12 b0",
    ]);
  });

  it("are found in C#", async () => {
    const text =
      "namespace N;\npublic class Box {\n  public const int Max = 1;\n  private int size;\n  public int Size { get; set; }\n  void Open() { if (a) {} }\n}\npublic interface IShut { void Shut(); }\n";
    expect(await sketch("a.cs", text)).toEqual([
      "+type Box 2-7",
      "+constant Box.Max 3-3",
      "-field Box.size 4-4",
      "+field Box.Size 5-5",
      "-method Box.Open 6-6 b1",
      "+type IShut 8-8",
      "+method IShut.Shut 8-8 b0",
    ]);
  });

  it("are found in C and C++", async () => {
    expect(
      await sketch(
        "a.c",
        "#define MAX 1\nstatic int run(void) { int x = 1; return x; }\nchar *name(int a);\nint total = 0;\n",
      ),
    ).toEqual(["+constant MAX 1-1", "-function run 2-2 b0", "+function name 3-3 b0", "+variable total 4-4"]);
    expect(
      await sketch(
        "a.cc",
        "class Box { public: int open(); int size; };\nint Box::open() { for (;;) {} }\nenum class E { A };\n",
      ),
    ).toEqual([
      "+type Box 1-1",
      "+method Box.open 1-1 b0",
      "+field Box.size 1-1",
      "+method Box.open 2-2 b1",
      "+type E 3-3",
      "+constant E.A 3-3",
    ]);
  });

  it("are found in PHP", async () => {
    const text =
      "<?php\nfunction run() { if ($a) {} }\nclass Box {\n  const MAX = 1;\n  private $size;\n  public function open() {}\n  private function shut() {}\n}\n";
    expect(await sketch("a.php", text)).toEqual([
      "+function run 2-2 b1",
      "+type Box 3-8",
      "+constant Box.MAX 4-4",
      "+field Box.size 5-5",
      "+method Box.open 6-6 b0",
      "-method Box.shut 7-7 b0",
    ]);
  });

  it("are none where no grammar knows the language, and odd text breaks nothing", async () => {
    expect(await definitions("a.kt", "fun run() {}")).toEqual([]);
    for (const grammar of Object.keys(QUERIES)) {
      const path =
        {
          typescript: "a.ts",
          tsx: "a.tsx",
          javascript: "a.js",
          "c-sharp": "a.cs",
          cpp: "a.cc",
          rust: "a.rs",
          ruby: "a.rb",
          python: "a.py",
          bash: "a.sh",
        }[grammar] ?? `a.${grammar}`;
      expect(dialectOf(path, "").grammar).toBe(grammar);
      for (const text of ["", "\0\u0001\uD800", "(".repeat(500), 'class { ( [ "'.repeat(500)])
        await definitions(path, text);
    }
  });
});
