import { expect, test } from "vitest";
import { monogram, reviewerColor } from "#steps/render/html/reviewer-color.ts";
import { type Palette, PALETTES, REVIEWER_HUES, verdictTint } from "#steps/render/html/theme.ts";

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** As CSS color-mix in srgb does. */
function mix(color: string, ground: string, share: number): string {
  const [over, under] = [channels(color), channels(ground)];
  return `#${over
    .map((value, i) =>
      Math.round((value * share + (under[i] ?? 0) * (1 - share)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Every pair of text and ground that the pages use. */
function pairs({ base, tints, code }: Palette): [string, string, string][] {
  const out: [string, string, string][] = [];
  for (const ground of ["page", "surface", "sunken"] as const) {
    for (const ink of ["ink", "muted", "link"] as const) out.push([`${ink} on ${ground}`, base[ink], base[ground]]);
  }
  for (const [name, tint] of Object.entries(tints)) {
    out.push(
      [`${name} on its ground`, tint.ink, tint.ground],
      [`${name} on a card`, tint.ink, base.surface],
      [`${name} on the page`, tint.ink, base.page],
    );
  }
  for (const name of ["critical", "important", "good", "neutral"] as const) {
    out.push([`text on ${name}`, base.ink, tints[name].ground], [`link on ${name}`, base.link, tints[name].ground]);
  }
  for (const [name, color] of Object.entries(code)) {
    out.push(
      [`code ${name}`, color, base.sunken],
      [`code ${name} on a cited line`, color, mix(tints.important.edge, base.sunken, 0.16)],
    );
  }
  for (const ink of ["bar-ink", "bar-quiet"] as const) out.push([`${ink} on the bar`, base[ink], base.bar]);
  out.push(["line number on a cited line", base.muted, mix(tints.important.edge, base.sunken, 0.16)]);
  out.push(["added line", tints.good.ink, mix(tints.good.edge, base.sunken, 0.16)]);
  out.push(["removed line", tints.critical.ink, mix(tints.critical.edge, base.sunken, 0.14)]);
  return out;
}

test.each(["light", "dark"] as const)("every text of the %s scheme has a contrast of at least 4.5", (scheme) => {
  const weak = pairs(PALETTES[scheme]).filter(([, ink, ground]) => contrast(ink, ground) < 4.5);
  expect(weak.map(([name, ink, ground]) => `${name}: ${contrast(ink, ground).toFixed(2)}`)).toEqual([]);
});

test("known reviewers have a colour of their own", () =>
  expect(["claude", "codex", "gemini"].map(reviewerColor)).toEqual(["rv-claude", "rv-codex", "rv-gemini"]));

test("any other name has one of the shared colours, always the same", () => {
  for (const name of ["qwen", "loose-ends", "constructor", "__proto__", ""]) {
    expect(reviewerColor(name)).toMatch(new RegExp(`^rv-[0-${REVIEWER_HUES - 1}]$`));
    expect(reviewerColor(name)).toBe(reviewerColor(name));
  }
});

/** Hue in degrees, and how strong the colour is, 0 to 1. */
function hue(color: string): { degrees: number; chroma: number } {
  const [r = 0, g = 0, b = 0] = channels(color);
  const max = Math.max(r, g, b);
  const chroma = max - Math.min(r, g, b);
  if (chroma === 0) return { degrees: 0, chroma };
  const sector = max === r ? (g - b) / chroma : max === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  return { degrees: (sector * 60 + 360) % 360, chroma };
}

test.each(["light", "dark"] as const)("no reviewer looks like a severity in the %s scheme", (scheme) => {
  const { tints } = PALETTES[scheme];
  const alike: string[] = [];
  for (const [name, { edge }] of Object.entries(tints)) {
    if (!name.startsWith("rv-")) continue;
    for (const severity of ["critical", "important", "suggestion"] as const) {
      const [one, other] = [hue(edge), hue(tints[severity].edge)];
      const apart = Math.abs(((one.degrees - other.degrees + 540) % 360) - 180);
      if (one.chroma > 0.25 && apart < 25) alike.push(`${name} and ${severity}: ${Math.round(apart)} degrees`);
    }
  }
  expect(alike).toEqual([]);
});

test("a verdict without a colour of its own is neutral", () => {
  expect(["checks-only", "constructor", undefined].map(verdictTint)).toEqual(Array(3).fill("neutral"));
  expect(verdictTint("rework")).toBe("critical");
});

test("a monogram has two letters of the name, of its first two words where it has them", () => {
  expect(["Claude Opus", "Gemini", "x", "", "«—»", "qwen-3 coder"].map(monogram)).toEqual([
    "CO",
    "Ge",
    "X",
    "?",
    "?",
    "Q3",
  ]);
});
