import { randomBytes } from "node:crypto";
import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { endianness } from "node:os";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Definition } from "#model/change/change-index.ts";
import { readPlainBytes } from "./read-plain-file.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { makeFolder } from "./write-file.ts";

/** What the index stores between runs, in one file. */
export interface StoredFacts {
  readonly words: { get(key: string): Uint32Array | undefined; set(key: string, value: Uint32Array): void };
  readonly definitions: {
    get(key: string): readonly Definition[] | undefined;
    set(key: string, value: readonly Definition[]): void;
  };
  /** Writes the entries, up to the size limit. Never throws: the next run then works without a cache. */
  save(): Promise<void>;
}

// Increase the number whenever the way in which words or definitions are found changes.
const HEAD = Buffer.from(`deep-review facts 1 ${endianness()}\n`.padEnd(32));
const MAX_BYTES = 64 * 1024 * 1024;
/** The maximum number of repositories; the least recently reviewed ones are removed. */
const MAX_FILES = 10;

/** Opens the cache in this file. A missing, damaged or older file counts as empty. The last process to save wins. */
export async function openFactsCache(path: string, maxBytes: number = MAX_BYTES): Promise<StoredFacts> {
  const stored = decode(await readPlainBytes(path).catch(() => Buffer.alloc(0)));
  const words = new Kept<Uint32Array>(stored.words);
  // Kept as text: parsing all of them takes time, and most are never used.
  const definitions = new Kept<string>(stored.definitions);
  return {
    words,
    definitions: {
      get: (key) => readDefinitions(definitions.get(key)),
      set(key, value) {
        const text = JSON.stringify(value);
        // A name that looks like a credential is not stored.
        if (maskSecrets(text) === text) definitions.set(key, text);
      },
    },
    async save() {
      if (!words.isChanged && !definitions.isChanged) return;
      await writeOver(path, encode({ words: words.latestFirst(), definitions: definitions.latestFirst() }, maxBytes));
    },
  };
}

/** Entries, and which of them this run used: those are kept first. */
class Kept<Value> {
  isChanged = false;
  private readonly entries: Map<string, Value>;
  private readonly used = new Set<string>();

  constructor(entries: Map<string, Value>) {
    this.entries = entries;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.used.add(key);
    return value;
  }

  set(key: string, value: Value): void {
    this.isChanged = true;
    this.used.add(key);
    this.entries.set(key, value);
  }

  latestFirst(): (readonly [string, Value])[] {
    const all = [...this.entries];
    return [...all.filter(([key]) => this.used.has(key)), ...all.filter(([key]) => !this.used.has(key))];
  }
}

interface Listed {
  readonly words: readonly (readonly [string, Uint32Array])[];
  readonly definitions: readonly (readonly [string, string])[];
}

interface Loaded {
  readonly words: Map<string, Uint32Array>;
  readonly definitions: Map<string, string>;
}

/** Format: head, checksum of the rest, length of the text; hashes; lines `key<tab>count` and `key<tab>definitions`. */
function encode({ words, definitions }: Listed, maxBytes: number): Buffer {
  let room = maxBytes;
  const lines: string[] = [];
  const parts: Buffer[] = [];
  for (const [key, hashes] of words) {
    room -= hashes.byteLength + key.length + 8;
    // Words get at most half, so that there is room for the definitions.
    if (room < maxBytes / 2) break;
    lines.push(`${key}\t${hashes.length}`);
    // An empty part would reset the checksum.
    if (hashes.length > 0) parts.push(Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength));
  }
  for (const [key, value] of definitions) {
    room -= 3 * (key.length + value.length);
    if (room < 0) break;
    lines.push(`${key}\t${value}`);
  }
  const text = Buffer.from(lines.join("\n"));
  if (text.length > 0) parts.push(text);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(text.length, 4);
  // Part by part, so that the parts are joined only once, in the result.
  const checksum = parts.reduce((sum, part) => crc32(part, sum), crc32(numbers.subarray(4)));
  numbers.writeUInt32LE(checksum, 0);
  return Buffer.concat([HEAD, numbers, ...parts]);
}

function decode(file: Buffer): Loaded {
  const loaded: Loaded = { words: new Map(), definitions: new Map() };
  const start = HEAD.length + 8;
  if (file.length < start || !file.subarray(0, HEAD.length).equals(HEAD)) return loaded;
  const body = file.subarray(start);
  const checksum = crc32(body, crc32(file.subarray(HEAD.length + 4, start)));
  const textLength = file.readUInt32LE(HEAD.length + 4);
  if (textLength > body.length || checksum !== file.readUInt32LE(HEAD.length)) return loaded;
  const hashBytes = body.length - textLength;
  // A copy, since a Uint32Array must be aligned to four bytes.
  const hashes = new Uint32Array(new Uint8Array(body.subarray(0, hashBytes - (hashBytes % 4))).buffer);
  let at = 0;
  for (const line of body.toString("utf8", hashBytes).split("\n")) {
    const tab = line.indexOf("\t");
    const key = line.slice(0, tab);
    const value = line.slice(tab + 1);
    if (tab === -1) continue;
    if (value.startsWith("[")) loaded.definitions.set(key, value);
    else {
      const count = Number(value);
      if (!Number.isSafeInteger(count) || count < 0 || at + count > hashes.length) return loaded;
      loaded.words.set(key, hashes.subarray(at, at + count));
      at += count;
    }
  }
  return loaded;
}

/** Anybody may have put the file there, so its content is checked. */
function readDefinitions(json: string | undefined): readonly Definition[] | undefined {
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.every(isDefinition) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDefinition(value: unknown): value is Definition {
  if (typeof value !== "object" || value === null) return false;
  const { name, kind, start, end, exported, container, branches } = value as Record<string, unknown>;
  return (
    typeof name === "string" &&
    typeof kind === "string" &&
    /^(?:function|method|type|constant|variable|field|module)$/.test(kind) &&
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    typeof exported === "boolean" &&
    (container === undefined || typeof container === "string") &&
    (branches === undefined || Number.isSafeInteger(branches))
  );
}

async function writeOver(path: string, content: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await makeFolder(dirname(path));
    await writeFile(temporary, content, { flag: "wx" });
    await rename(temporary, path);
    await forgetOldest(dirname(path));
  } catch {
    // The disk is full or read-only, or access is denied: the next run does the work again.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function forgetOldest(folder: string): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = files.toSorted((one, other) => other.at - one.at).slice(MAX_FILES);
  for (const { name } of oldest) await rm(join(folder, name), { force: true });
}
