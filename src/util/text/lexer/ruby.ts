import { compileSyntax, readQuoted, type StringForm } from "./constructs.ts";
import { heredocBody } from "./heredoc.ts";
import { mayBeginValue } from "./javascript.ts";
import { COMMENT, lineEnd, type Handler, type HandlerTable, type Scan } from "./scan.ts";
import { lookUp } from "../../look-up.ts";

const HOLE = { open: "#{", close: "}" } as const;
const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** `=begin … =end`, and everything after `__END__`. */
const rubyBlock: Handler = (scan, at) => {
  const { text } = scan;
  if (at > 0 && text[at - 1] !== "\n") return -1;
  if (text.startsWith("=begin", at)) {
    const close = text.indexOf("\n=end", at);
    const innerEnd = close === -1 ? text.length : close;
    const end = close === -1 ? text.length : lineEnd(text, close + 1);
    return scan.add({ kind: COMMENT, start: at, innerStart: at + 6, innerEnd }, end);
  }
  if (!/^__END__\r?(?:\n|$)/.test(text.slice(at, at + 9))) return -1;
  return scan.add({ kind: COMMENT, start: at, innerStart: at + 7, innerEnd: text.length }, text.length);
};

/** `%w[…]`, `%q(…)`, `%(…)`. Nested brackets are not counted. */
const percentLiteral: Handler = (scan, at) => {
  const mark = /^%([qQwWiIrx]?)([([{<|!])/.exec(scan.text.slice(at, at + 3));
  if (mark === null || !beginsValue(scan, at)) return -1;
  const [open, letter = "", bracket = ""] = mark;
  const plain = /[qwi]/.test(letter);
  return readQuoted(scan, at, {
    open,
    close: lookUp(CLOSERS, bracket) ?? bracket,
    escape: "\\",
    lines: true,
    ...(plain ? {} : { hole: HOLE }),
  });
};

const BEFORE_VALUE = /(?:^|[^\w.])(?:if|elsif|unless|while|until|when|in|and|or|not|then|return|do|else|puts)\s*$/;

/** A value follows an operator or keyword, begins a line, or has a space only before it: `puts /x/`, not `a / b`. */
function beginsValue(scan: Scan, at: number): boolean {
  const { text } = scan;
  if (mayBeginValue(scan, at)) return true;
  const head = text.slice(Math.max(text.lastIndexOf("\n", at - 1) + 1, at - 80), at);
  if (head.trim() === "" || BEFORE_VALUE.test(head)) return true;
  return /[\w?!]\s$/.test(head) && !/[\s=]/.test(text[at + 1] ?? " ") && !/[\d)\]}]\s$/.test(head);
}

const rubyRegex: Handler = (scan, at) =>
  beginsValue(scan, at) ? readQuoted(scan, at, { open: "/", escape: "\\", lines: true, hole: HOLE }) : -1;

const rubyHeredoc: Handler = (scan, at) => {
  const mark = /^<<([~-]?)(["'`]?)([A-Za-z_]\w{0,80})\2/.exec(scan.text.slice(at, at + 100));
  if (mark === null) return -1;
  const [open, dash = "", quote = "", name = ""] = mark;
  // `list <<item` appends. The name of a heredoc is in capitals or has a dash.
  if (dash === "" && quote === "" && !/^[A-Z]/.test(name)) return -1;
  const hole = quote === "'" ? {} : { hole: HOLE };
  return heredocBody(scan, at, { open, name, indented: dash !== "", ...hole });
};

/** `?'` is a character. */
const rubyCharacter: Handler = (scan, at) =>
  /^\?["'`#](?!\w)/.test(scan.text.slice(at, at + 3)) && beginsValue(scan, at) ? at + 2 : -1;

/** `$'` and similar are variables. `:"…"` needs no handling. */
const rubyGlobal: Handler = (scan, at) => (/^\$["'`]/.test(scan.text.slice(at, at + 2)) ? at + 2 : -1);

const QUOTES: readonly StringForm[] = [
  { open: '"', escape: "\\", lines: true, hole: HOLE },
  { open: "'", escape: "\\", lines: true },
  { open: "`", escape: "\\", lines: true, hole: HOLE },
];

export const RUBY: HandlerTable = compileSyntax({
  line: ["#"],
  quotes: QUOTES,
  own: {
    "=": [rubyBlock],
    _: [rubyBlock],
    "%": [percentLiteral],
    "<": [rubyHeredoc],
    "/": [rubyRegex],
    "?": [rubyCharacter],
    $: [rubyGlobal],
  },
});
