import { isAbsolute, resolve } from "node:path";
import type { ModelRequest } from "./model-request.ts";

/**
 * The client's working directory, found in what it tells its model before the first turn:
 *
 * - Claude Code: a system message "# Environment" with " - Primary working directory: /path" (older: "Working directory: /path")
 * - Codex: a user message with "<environment_context> <cwd>/path</cwd>"
 * - Gemini CLI: a user message "<session_context>" with "- **Workspace Directories:**" and "  - /path" on the next line
 * - opencode: in the system prompt "<env>" with "  Working directory: /path", unless our own instructions name another
 *
 * Undefined for clients that tell nothing, as our own model reviewer does.
 */
export function workingDirectory(request: ModelRequest): string | undefined {
  for (const text of request.opening) {
    for (const pattern of PATTERNS) {
      const path = pattern.exec(text)?.[1]?.trim();
      if (path !== undefined && isAbsolute(path)) return path;
    }
  }
  return undefined;
}

/** A path of a scenario as the client must see it: absolute when it is known from where, else as it was written. */
export function pathFor(path: string, request: ModelRequest, root: string | undefined): string {
  const base = workingDirectory(request) ?? root;
  return base === undefined ? path : resolve(base, path);
}

const PATTERNS = [
  /Your working directory is (\S+), whatever/,
  /Primary working directory: ([^\n]+)/,
  /<cwd>([^<]+)<\/cwd>/,
  /\*\*Workspace Directories:\*\*\s*\n\s*- ([^\n]+)/,
  /Working directory: ([^\n]+)/,
];
