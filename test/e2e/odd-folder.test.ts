import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { beginLife, EMPTY_SHIFT } from "./rounds/life.ts";

const outer = mkdtempSync(join(tmpdir(), "deep-review-odd-"));
afterAll(() => rmSync(outer, { recursive: true, force: true }));

test.each(["two\nlines", '\u001b[31mred\u202e "quo\'te"\\ $(x):100%'])(
  "a repository in the folder %j is reviewed like any other",
  async (name) => {
    const folder = join(outer, name);
    mkdirSync(folder);
    const life = beginLife(folder);
    const review = await life.round({ rosa: { findings: [EMPTY_SHIFT] } });
    expect(review.clusters).toHaveLength(1);
    rmSync(join(folder, ".deep-review/reviews", review.id, "review.json"));
    const script = join(folder, ".git/script.json");
    for (const args of [
      ["resume", "--scripted", script],
      ["list"],
      ["show"],
      ["show", "I1"],
      ["site", ".deep-review"],
      ["render", "last", "--format", "md,html", "--out", "reports"],
      ["publish", "--to", "pages", "--dry-run"],
    ]) {
      const { code, stdout, stderr } = await life.cli(...args);
      expect(code, `${args.join(" ")}: ${stderr}`).toBe(0);
      expect(stdout + stderr, "nothing of the folder's name reaches the terminal").not.toMatch(/[\u001b\u202e]/);
    }
    expect(life.record().clusters).toEqual(review.clusters);
  },
  60_000,
);
