import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSandbox } from "#adapters/sandbox/find-sandbox.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";

/**
 * The sandbox of this machine. Where there is none the tests that need one are skipped, with a line that says so, or fail
 * when DEEP_REVIEW_REQUIRE_SANDBOX=1 says that there must be one.
 */
export async function requireSandbox(): Promise<Sandbox | undefined> {
  const root = makeVisibleFolder();
  const sandbox = await findSandbox({ root }).finally(() => rmSync(root, { recursive: true, force: true }));
  if (sandbox.level !== "none") return sandbox;
  if (process.env["DEEP_REVIEW_REQUIRE_SANDBOX"] === "1")
    throw new Error(`these tests need a sandbox; ${sandbox.says}`);
  console.log(`SKIPPED: tests inside a sandbox. ${sandbox.says}`);
  return undefined;
}

/** Whether it lies where a sandbox has an empty folder of its own, which may be written to and is thrown away. */
export function isTemporary(folder: string): boolean {
  return [tmpdir(), "/tmp", "/var/tmp"].some((place) => folder.startsWith(`${place}/`));
}

/** A folder that no rule of ours hides by its place: neither temporary nor in a home, unless the repository itself is. */
export function makeVisibleFolder(): string {
  const scratch = join(new URL("../../..", import.meta.url).pathname, "scratch");
  mkdirSync(scratch, { recursive: true });
  return mkdtempSync(join(scratch, "sandbox-"));
}
