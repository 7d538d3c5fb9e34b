import { MAX_LINE } from "./diff-lines.ts";

/** A literal that identifies one exact thing: an address, a digest, a version, a file name, a port. */
export interface DataToken {
  readonly kind: "url" | "digest" | "version" | "file" | "port";
  readonly text: string;
  readonly at: number;
}

// In this order: a version inside an address belongs to the address.
const KINDS: readonly (readonly [DataToken["kind"], RegExp])[] = [
  ["url", /\bhttps?:\/\/[^\s"'`<>()[\]{},;|\\]+/g],
  ["digest", /(?<![\w-])(?:sha(?:256|384|512)[:-])?(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})(?!\w)/g],
  ["version", /(?<![\w.-])v?\d{1,4}\.\d{1,4}\.\d{1,5}(?:-(?:alpha|beta|rc|dev)[\w.]*)?(?![\w.]*\d|\w)/g],
  ["port", /(?<=:|\bports?\W{1,4}|_PORT\W{1,4}|[pP]ort\W{1,4})(?!20[0-3]\d\b|19\d\d\b)[1-9]\d{3,4}(?![\w%-]|\.\d)/g],
  [
    "file",
    /(?<![\w./@$~{}*-])[A-Za-z_.][\w-]*(?:\.[\w-]+)*\.(?:json|ya?ml|toml|ini|conf|cfg|env|txt|log|db|sock|pid|pem|crt|key|sh|tar\.gz|zip|xml|csv|sql|lock)(?![\w/.-]*\w)/g,
  ],
];

/** The data tokens of a line, in order, not overlapping. */
export function dataTokens(line: string): DataToken[] {
  const found: DataToken[] = [];
  if (line.length > MAX_LINE) return found;
  for (const [kind, pattern] of KINDS) {
    for (const match of line.matchAll(pattern)) {
      const text = kind === "url" ? match[0].replace(/[.:!?]+$/, "") : match[0];
      const end = match.index + text.length;
      if (found.every((other) => end <= other.at || match.index >= other.at + other.text.length)) {
        found.push({ kind, text, at: match.index });
      }
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The line without its data tokens. Two lines with the same mask differ only in data. */
export function mask(line: string): string {
  let out = "";
  let end = 0;
  for (const { kind, text, at } of dataTokens(line)) {
    out += `${line.slice(end, at)}\u0000${kind}\u0000`;
    end = at + text.length;
  }
  return (out + line.slice(end)).replace(/\s+/g, " ").trim();
}

// Words about the form of a line, not its subject.
const FORM =
  /^(?:version|versions|image|images|uses|from|tag|tags|const|let|var|name|export|default|with|the|and|url|http|https|ref|rev|sha|sha256|digest|value|key|string|set|env|run|install|add|get|use|run|this|that|for|file|path|latest|release|download|require|requires|indirect|www|com|org|github|githubusercontent|dependencies|true|false|static|final|public|private|min|max|test|tests|data|key|new|return|import|module|package|source|target|build|type)$/;

/** The subject of a line apart from its data: words of at least three letters, lower case, in order. */
export function subjects(line: string): string[] {
  const words = mask(line).match(/[A-Za-z][A-Za-z0-9]{2,}/g) ?? [];
  const kinds = new Set(KINDS.map(([kind]) => kind as string));
  const parts = words.flatMap((word) => word.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[ _]/));
  return parts
    .map((word) => word.toLowerCase().replace(/(?<=\w{3})s$/, ""))
    .filter((word) => word.length > 2 && !FORM.test(word) && !kinds.has(word));
}

/** The subject of a token: the nearest such word before it. */
export function subjectOf(line: string, { at }: DataToken): string | undefined {
  return subjects(line.slice(0, at)).at(-1);
}
