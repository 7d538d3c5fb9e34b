import type { Location } from "#model/location.ts";
import type { Class, Severity } from "#model/severity.ts";
import { readClassTag } from "./class-tag.ts";
import { readLocations } from "./locations.ts";
import { endOfCode } from "./spans.ts";

/** What follows the title of a finding line, in any order. */
export interface FindingTail {
  readonly locations: readonly Location[];
  readonly places: readonly string[];
  readonly class?: Class;
  readonly severity?: Severity;
  readonly attributions: readonly string[];
  readonly notes: readonly string[];
  readonly invalid: boolean;
}

/** Reads the part of a finding line behind its title: places, `(severity, class)`, `[names]`, `(remarks)`. */
export function readFindingTail(text: string): FindingTail {
  const tail = new TailReader();
  for (let at = 0; at < text.length;) at = tail.take(text, at);
  return tail.finish();
}

class TailReader {
  readonly #attributions: string[] = [];
  readonly #notes: string[] = [];
  readonly #unclosed = new Set<string>();
  #places = "";
  #class: Class | undefined;
  #severity: Severity | undefined;

  /** Consumes the piece that starts at `at`; returns where the next one starts. */
  take(text: string, at: number): number {
    const sign = text[at];
    if (sign === "`") return this.#takeCode(text, at);
    const end = sign === "(" || sign === "[" ? this.#closing(text, at, sign) : undefined;
    if (end === undefined || text[end + 1] === "(") {
      // `[label](target)` is a place; consume it whole, so that its brackets are not read again.
      const stop = end !== undefined && sign === "[" ? (this.#closing(text, end + 1, "(") ?? at) : at;
      this.#places += text.slice(at, stop + 1);
      return stop + 1;
    }
    const inside = text.slice(at + 1, end);
    if (sign === "(") this.#takeRemark(inside);
    else this.#takeNames(inside);
    return end + 1;
  }

  /** If one bracket is never closed, do not search for the close of later ones: that would be quadratic. */
  #closing(text: string, at: number, sign: "(" | "["): number | undefined {
    if (this.#unclosed.has(sign)) return undefined;
    const end = closing(text, at, sign === "(" ? ")" : "]");
    if (end === undefined) this.#unclosed.add(sign);
    return end;
  }

  finish(): FindingTail {
    const invalid = /\*\*INVALID\*\*/.test(this.#places);
    const { locations, places } = readLocations(this.#places.replaceAll("**INVALID**", " — "));
    return {
      locations,
      places,
      class: this.#class,
      severity: this.#severity,
      attributions: this.#attributions,
      notes: this.#notes,
      invalid,
    };
  }

  #takeCode(text: string, at: number): number {
    const end = endOfCode(text, at);
    const inside = text.slice(at + 1, end);
    if (/^\(.*\)$/.test(inside) && readClassTag(inside) !== undefined) this.#takeRemark(inside.slice(1, -1));
    else this.#places += text.slice(at, end + 1);
    return end + 1;
  }

  #takeRemark(inside: string): void {
    const tag = readClassTag(inside);
    if (tag !== undefined) {
      this.#class ??= tag.class;
      this.#severity ??= tag.severity;
      if (tag.note !== undefined) this.#notes.push(tag.note);
      return;
    }
    const { locations, places } = readLocations(inside);
    if (locations.length > 0 && places.length === 0) this.#places += ` — ${inside}`;
    else if (inside.trim() !== "") this.#notes.push(inside.trim());
  }

  #takeNames(inside: string): void {
    if (/^(?:carry-?over|round\s+\d)/i.test(inside.trim())) this.#notes.push(inside.trim());
    else this.#attributions.push(...splitNames(inside));
  }
}

/** `Ada 2, verified, Bob (as S5, S6)` → `Ada 2, verified` and `Bob (as S5, S6)`: names begin with a capital. */
function splitNames(inside: string): string[] {
  const names: string[] = [];
  for (const part of inside.split(/,(?![^(]*\))/)) {
    const last = names.length - 1;
    if (last >= 0 && /^\s*[a-z(]/.test(part)) names[last] += `,${part}`;
    else if (part.trim() !== "") names.push(part.trim());
  }
  return names;
}

function closing(text: string, start: number, sign: string): number | undefined {
  const opening = text[start];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "`" && at > start) at = endOfCode(text, at);
    else if (text[at] === opening) depth++;
    else if (text[at] === sign && --depth === 0) return at;
  }
  return undefined;
}
