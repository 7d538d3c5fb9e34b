import type { ScannedLine } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import type { Location } from "#model/location.ts";

/** A verifier's evidence, unchecked. */
export type StatedProof =
  | {
      readonly kind: "quote";
      readonly place?: Location;
      readonly code: string;
      /** Inline code in prose: it may be a quote, or just words. */
      readonly isInline: boolean;
    }
  | { readonly kind: "command"; readonly command: string; readonly output?: string };

/** More than these are a listing. */
const MAX_COUNT = 20;
const MAX_CODE_LENGTH = 20_000;

/** Reads quotes, each with the last place named before it, and commands with their output. */
export function readProofs(lines: readonly ScannedLine[]): StatedProof[] {
  const reader = new ProofReader();
  for (const line of lines) reader.take(line);
  return reader.finish();
}

class ProofReader {
  readonly #proofs: StatedProof[] = [];
  #place: Location | undefined;
  #block: { readonly info: string; readonly lines: string[] } | undefined;

  take({ text, inFence, fence }: ScannedLine): void {
    if (fence?.open === true) this.#block = { info: fence.info, lines: [] };
    else if (fence?.open === false) this.#close();
    else if (inFence) this.#block?.lines.push(text);
    else this.#takeProse(text);
  }

  finish(): StatedProof[] {
    this.#close();
    return this.#proofs.slice(0, MAX_COUNT);
  }

  #takeProse(text: string): void {
    const line = text.slice(0, 5000);
    this.#place = locationsInProse(line).at(-1) ?? this.#place;
    // Short code is often quoted inline.
    for (const [, code = ""] of line.matchAll(/`([^`]{12,400})`/g)) {
      if (/[\s=(){};<>]/.test(code) && locationsInProse(`\`${code}\``).length === 0) this.#quote(code, true);
    }
  }

  #close(): void {
    if (this.#block === undefined) return;
    const { info, lines } = this.#block;
    this.#block = undefined;
    const code = lines.join("\n").slice(0, MAX_CODE_LENGTH);
    if (code.trim() === "") return;
    if (/\b(?:repro-)?output\b/.test(info)) this.#addOutput(code);
    else if (/\brepro\b/.test(info) || /^\s*\$ /.test(code)) this.#proofs.push({ kind: "command", command: code });
    else {
      this.#place = locationsInProse(info).at(-1) ?? this.#place;
      this.#quote(code, false);
    }
  }

  #quote(code: string, isInline: boolean): void {
    const place = this.#place === undefined ? {} : { place: this.#place };
    this.#proofs.push({ kind: "quote", ...place, code, isInline });
  }

  #addOutput(output: string): void {
    const last = this.#proofs.at(-1);
    if (last?.kind === "command" && last.output === undefined)
      this.#proofs[this.#proofs.length - 1] = { ...last, output };
  }
}
