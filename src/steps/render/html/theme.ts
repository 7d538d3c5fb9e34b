import { lookUp } from "#util/look-up.ts";

/** A tint: text colour, background, and a stronger colour for edges and bars. */
export interface Tint {
  readonly ink: string;
  readonly ground: string;
  readonly edge: string;
}

/** All colours of a scheme. Text has a contrast of at least 4.5 on its background, which a test checks. */
export interface Palette {
  /** Page, card and code grounds, text, quieter text, lines, links; the top bar, its text and its one bright spot. */
  readonly base: Readonly<Record<BaseName, string>>;
  readonly tints: Readonly<Record<TintName, Tint>>;
  /** Syntax colours, on the sunken ground. */
  readonly code: Readonly<Record<"keyword" | "string" | "number" | "comment" | "name" | "meta", string>>;
}

export type BaseName =
  | "page"
  | "surface"
  | "sunken"
  | "ink"
  | "muted"
  | "line"
  | "link"
  | "focus"
  | "bar"
  | "bar-ink"
  | "bar-quiet"
  | "spark";

/** Everything with its own colour: severities, verdicts, reviewers, and the lines of a diff. */
export type TintName = (typeof TINT_NAMES)[number];

/** The number of colours for reviewers without their own. */
export const REVIEWER_HUES = 8;

const TINT_NAMES = [
  "critical",
  "important",
  "suggestion",
  "neutral",
  "good",
  "rv-claude",
  "rv-codex",
  "rv-gemini",
  "rv-0",
  "rv-1",
  "rv-2",
  "rv-3",
  "rv-4",
  "rv-5",
  "rv-6",
  "rv-7",
] as const;

/** The two colour schemes. */
export const PALETTES: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    base: {
      page: "#f8faf9",
      surface: "#ffffff",
      sunken: "#f1f5f4",
      ink: "#17272b",
      muted: "#55666a",
      line: "#dde5e4",
      link: "#0b6470",
      focus: "#0f8795",
      bar: "#0f2d34",
      "bar-ink": "#f1f7f7",
      "bar-quiet": "#a8c5c8",
      spark: "#4fd6c8",
    },
    tints: {
      critical: { ink: "#a3172a", ground: "#fdeff0", edge: "#d6465a" },
      important: { ink: "#874600", ground: "#fdf3e3", edge: "#dd8f25" },
      suggestion: { ink: "#1c509f", ground: "#eef4fc", edge: "#6797dc" },
      neutral: { ink: "#56606a", ground: "#f1f2f4", edge: "#b0b7bf" },
      good: { ink: "#17653a", ground: "#eaf6ee", edge: "#4da673" },
      "rv-claude": { ink: "#5b319c", ground: "#f1ebfa", edge: "#9471cc" },
      "rv-codex": { ink: "#14604a", ground: "#e5f4ee", edge: "#459c80" },
      "rv-gemini": { ink: "#654b3b", ground: "#f3ece7", edge: "#a0806b" },
      "rv-0": { ink: "#0c5b64", ground: "#e1f2f3", edge: "#3d99a3" },
      "rv-1": { ink: "#762c74", ground: "#f7ebf6", edge: "#b171ae" },
      "rv-2": { ink: "#4a5816", ground: "#f0f3de", edge: "#8b9c3d" },
      "rv-3": { ink: "#4a555b", ground: "#ebeff0", edge: "#87949a" },
      "rv-4": { ink: "#4c3d98", ground: "#eeecfa", edge: "#8577cb" },
      "rv-5": { ink: "#2c5c30", ground: "#e7f2e7", edge: "#649a68" },
      "rv-6": { ink: "#58523f", ground: "#f0eee6", edge: "#938b73" },
      "rv-7": { ink: "#6a4a68", ground: "#f2ecf2", edge: "#9d7f9b" },
    },
    code: {
      keyword: "#8a2a9c",
      string: "#17653a",
      number: "#9a4a00",
      comment: "#5a636c",
      name: "#1c509f",
      meta: "#56606a",
    },
  },
  dark: {
    base: {
      page: "#0e1618",
      surface: "#141e21",
      sunken: "#1b272a",
      ink: "#dbe5e6",
      muted: "#98a9ac",
      line: "#29373a",
      link: "#74cfd6",
      focus: "#3fb6c2",
      bar: "#0a2329",
      "bar-ink": "#eef6f6",
      "bar-quiet": "#9dbcc0",
      spark: "#4fd6c8",
    },
    tints: {
      critical: { ink: "#ff9aa6", ground: "#37191e", edge: "#cf4a5c" },
      important: { ink: "#f3b765", ground: "#332410", edge: "#bf7c22" },
      suggestion: { ink: "#98c0ff", ground: "#18263c", edge: "#4a7cc4" },
      neutral: { ink: "#a9b3be", ground: "#262c33", edge: "#5b6672" },
      good: { ink: "#85d3a3", ground: "#15291d", edge: "#3d9461" },
      "rv-claude": { ink: "#cbb0f3", ground: "#2a2240", edge: "#8a67bf" },
      "rv-codex": { ink: "#86d3b8", ground: "#142b24", edge: "#3b9072" },
      "rv-gemini": { ink: "#d9bda9", ground: "#2e251f", edge: "#8f705b" },
      "rv-0": { ink: "#86d0d8", ground: "#12292c", edge: "#378a94" },
      "rv-1": { ink: "#e3aee0", ground: "#311f31", edge: "#a05f9d" },
      "rv-2": { ink: "#c2d07d", ground: "#262b14", edge: "#7c8c35" },
      "rv-3": { ink: "#b6c3c8", ground: "#252d30", edge: "#6d7b81" },
      "rv-4": { ink: "#bcb2f5", ground: "#252240", edge: "#7568bd" },
      "rv-5": { ink: "#97cf9b", ground: "#182a1a", edge: "#4f8a54" },
      "rv-6": { ink: "#cfc7ac", ground: "#2a281e", edge: "#7f7860" },
      "rv-7": { ink: "#d3b8d1", ground: "#2c242c", edge: "#886986" },
    },
    code: {
      keyword: "#dba1ee",
      string: "#8fd3a6",
      number: "#f0b078",
      comment: "#9ba6b2",
      name: "#98c0ff",
      meta: "#a9b3be",
    },
  },
};

/** The colour of a verdict; neutral for one without a colour of its own. */
export function verdictTint(kind: string | undefined): TintName {
  return (kind === undefined ? undefined : lookUp(VERDICT_TINTS, kind)) ?? "neutral";
}

const VERDICT_TINTS: Readonly<Record<string, TintName>> = {
  merge: "good",
  "merge-with-optional-fixes": "good",
  "merge-with-fixes": "important",
  rework: "critical",
  incomplete: "important",
};

/**
 * The colours as CSS. Every tint name is also a class that sets `--t-ink`, `--t-ground` and `--t-edge`, so a rule for a
 * pill or a card is written once.
 */
export function themeCss(): string {
  const classes = TINT_NAMES.map(
    (name) => `.${name}{--t-ink:var(--${name}-ink);--t-ground:var(--${name}-ground);--t-edge:var(--${name}-edge)}`,
  );
  return [
    `:root{color-scheme:light;${variables(PALETTES.light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark;${variables(PALETTES.dark)}}}`,
    `:root[data-theme="dark"]{color-scheme:dark;${variables(PALETTES.dark)}}`,
    // Paper is white, even if the screen was dark.
    `@media print{:root,:root:not([data-theme="light"]),:root[data-theme="dark"]{color-scheme:light;${variables(PALETTES.light)}}}`,
    ...classes,
  ].join("\n");
}

function variables({ base, tints, code }: Palette): string {
  const out: string[] = [];
  for (const [name, value] of Object.entries(base)) out.push(`--${name}:${value}`);
  for (const [name, tint] of Object.entries(tints)) {
    out.push(`--${name}-ink:${tint.ink}`, `--${name}-ground:${tint.ground}`, `--${name}-edge:${tint.edge}`);
  }
  for (const [name, value] of Object.entries(code)) out.push(`--code-${name}:${value}`);
  return out.join(";");
}
