import { rmSync } from "node:fs";

/** Removes a folder in which a program that was just called may still write to a cache. */
export function removeFolder(folder: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const MAX_ATTEMPTS = 20;
