import { existsSync } from "node:fs";
import { describe } from "vitest";

/** The headless shell is the same browser without its windows, and needs a third of the time. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser of the system; nothing is downloaded. */
export const executablePath = process.env["CHROMIUM"] ?? BROWSERS.find(existsSync) ?? "/usr/bin/chromium";

/** A `describe` that is skipped, and says why, without a browser; where one is required it is a failure. */
export function describeInBrowser(title: string, body: () => void): void {
  const required = process.env["DEEP_REVIEW_REQUIRE_BROWSER"] === "1";
  if (existsSync(executablePath) || required) describe(title, body);
  else describe.skip(`${title} (skipped: no browser at ${executablePath}; set CHROMIUM)`, body);
}
