import { existsSync } from "node:fs";
import { describe } from "vitest";

/** The browser of the system; nothing is downloaded. */
export const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** A `describe` that is skipped, and says why, without a browser; where one is required it is a failure. */
export function describeInBrowser(title: string, body: () => void): void {
  const required = process.env["DEEP_REVIEW_REQUIRE_BROWSER"] === "1";
  if (existsSync(executablePath) || required) describe(title, body);
  else describe.skip(`${title} (skipped: no browser at ${executablePath}; set CHROMIUM)`, body);
}
