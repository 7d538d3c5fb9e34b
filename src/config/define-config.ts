import type { WrittenConfig } from "./config.ts";

export type { WrittenConfig };

/** Gives a configuration in TypeScript its type: `export default defineConfig({ failOn: "important" })`. */
export function defineConfig(config: WrittenConfig): WrittenConfig {
  return config;
}
