/** A tint: text colour, background, and a stronger colour for edges and bars. */
export interface Tint {
  readonly ink: string;
  readonly ground: string;
  readonly edge: string;
}

/** All colours of a scheme. Text has a contrast of at least 4.5 on its background, which a test checks. */
export interface Palette {
  /** Page, card and code grounds, text, quieter text, lines, links. */
  readonly base: Readonly<Record<"page" | "surface" | "sunken" | "ink" | "muted" | "line" | "link" | "focus", string>>;
  readonly tints: Readonly<Record<TintName, Tint>>;
  /** Syntax colours, on the sunken ground. */
  readonly code: Readonly<Record<"keyword" | "string" | "number" | "comment" | "name" | "meta", string>>;
}

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
      page: "#fafaf8",
      surface: "#ffffff",
      sunken: "#f5f6f7",
      ink: "#1f2429",
      muted: "#5a646e",
      line: "#e2e4e7",
      link: "#2454c6",
      focus: "#2f6bff",
    },
    tints: {
      critical: { ink: "#a3172a", ground: "#fdeff0", edge: "#d6465a" },
      important: { ink: "#874600", ground: "#fdf3e3", edge: "#dd8f25" },
      suggestion: { ink: "#1c509f", ground: "#eef4fc", edge: "#6797dc" },
      neutral: { ink: "#56606a", ground: "#f1f2f4", edge: "#b0b7bf" },
      good: { ink: "#17653a", ground: "#eaf6ee", edge: "#4da673" },
      "rv-claude": { ink: "#6231a3", ground: "#f1eafb", edge: "#9a6cd6" },
      "rv-codex": { ink: "#0f6149", ground: "#e3f5ee", edge: "#3fa583" },
      "rv-gemini": { ink: "#a01c45", ground: "#fdebf0", edge: "#d96488" },
      "rv-0": { ink: "#0c5c73", ground: "#e2f3f8", edge: "#3d9db9" },
      "rv-1": { ink: "#3a42a8", ground: "#ebedfc", edge: "#7a82e0" },
      "rv-2": { ink: "#7d4a06", ground: "#faf0dd", edge: "#c9922f" },
      "rv-3": { ink: "#8b2a86", ground: "#faeaf9", edge: "#c56ec0" },
      "rv-4": { ink: "#4b5f0b", ground: "#f1f5dc", edge: "#94ad35" },
      "rv-5": { ink: "#9a3412", ground: "#fdeee7", edge: "#dc7c54" },
      "rv-6": { ink: "#2b5d8a", ground: "#e8f1f9", edge: "#6a9ecb" },
      "rv-7": { ink: "#4e5867", ground: "#eceff3", edge: "#8d99a9" },
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
      page: "#13161a",
      surface: "#191d22",
      sunken: "#20252b",
      ink: "#dde2e8",
      muted: "#9aa5b1",
      line: "#2e353d",
      link: "#8db0ff",
      focus: "#6e9bff",
    },
    tints: {
      critical: { ink: "#ff9aa6", ground: "#37191e", edge: "#cf4a5c" },
      important: { ink: "#f3b765", ground: "#332410", edge: "#bf7c22" },
      suggestion: { ink: "#98c0ff", ground: "#18263c", edge: "#4a7cc4" },
      neutral: { ink: "#a9b3be", ground: "#262c33", edge: "#5b6672" },
      good: { ink: "#85d3a3", ground: "#15291d", edge: "#3d9461" },
      "rv-claude": { ink: "#cbadf7", ground: "#2b2040", edge: "#8c62c6" },
      "rv-codex": { ink: "#82d6b8", ground: "#132b23", edge: "#36936f" },
      "rv-gemini": { ink: "#fba3bb", ground: "#381b26", edge: "#c4587a" },
      "rv-0": { ink: "#86cfe3", ground: "#13292f", edge: "#37899f" },
      "rv-1": { ink: "#b3b9fb", ground: "#222540", edge: "#6a71cb" },
      "rv-2": { ink: "#e6c07a", ground: "#2f2511", edge: "#a57a2b" },
      "rv-3": { ink: "#eca9e8", ground: "#331d33", edge: "#a95aa5" },
      "rv-4": { ink: "#c0d473", ground: "#252b11", edge: "#7d9130" },
      "rv-5": { ink: "#f7ad8d", ground: "#351f16", edge: "#b86743" },
      "rv-6": { ink: "#9ec9ee", ground: "#1a2836", edge: "#5585ae" },
      "rv-7": { ink: "#b8c2cf", ground: "#272d35", edge: "#6d7989" },
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

/** The tint of each verdict. */
export const VERDICT_TINTS = {
  merge: "good",
  "merge-with-optional-fixes": "good",
  "merge-with-fixes": "important",
  rework: "critical",
  incomplete: "neutral",
} as const;

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
