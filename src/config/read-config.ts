import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, UserError } from "#util/errors.ts";
import type { ConfigSource } from "./resolve-config.ts";

/** Finds the configuration of a repository: deep-review.config.json, else the key deep-review in package.json. */
export async function readConfig(root: string): Promise<ConfigSource | undefined> {
  const own = await readJson(join(root, "deep-review.config.json"), "deep-review.config.json");
  if (own !== undefined) return { name: "deep-review.config.json", value: own };
  // A broken package.json is not ours to complain about.
  const manifest = await readJson(join(root, "package.json"), "package.json").catch(() => undefined);
  const value =
    typeof manifest === "object" && manifest !== null && "deep-review" in manifest
      ? manifest["deep-review"]
      : undefined;
  return value === undefined ? undefined : { name: "package.json", value };
}

async function readJson(path: string, name: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UserError({
      what: `${name} is not JSON`,
      why: messageOf(error),
      fix: "put it right; `deep-review config --schema` prints what may stand there",
      cause: error,
    });
  }
}
