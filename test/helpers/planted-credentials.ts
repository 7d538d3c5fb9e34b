import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Put together here, so that no scanner takes this file for a leak.
const BASE62 = "R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoViMqP5wZtNrDg0hSyCxUbFjA";
const HEX = "9f3c71e04b8d26a55c1f7e93d08b42a6";
const of = (prefix: string, body: string): string => prefix + body;

/** A token that may stand in the name of a branch or a file. */
export const NAME_TOKEN = of("ghp_", "Q2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoViR7k");

/** One credential of each kind, on one line: what stands around it, and what must be found nowhere. */
export const CREDENTIALS: readonly { readonly line: string; readonly value: string }[] = [
  ...[
    of("AKIA", "QX7LD3PZ5KWT2RBN"),
    of("ghp_", BASE62.slice(0, 36)),
    of("github_pat_", `11${BASE62}${BASE62.slice(0, 22)}`),
    of("glpat-", BASE62.slice(0, 20)),
    of("npm_", BASE62.slice(5, 41)),
    of("pypi-AgE", BASE62),
    of("xoxb-", `918273645546-${BASE62.slice(0, 24)}`),
    of("sk-ant-", `api03-${BASE62}${BASE62.slice(0, 37)}`),
    of("sk-proj-", BASE62),
    of("AIza", BASE62.slice(0, 35)),
    of("GOCSPX-", BASE62.slice(0, 28)),
    of("sk_live_", BASE62.slice(0, 24)),
    of("SG.", `${BASE62.slice(0, 22)}.${BASE62.slice(3, 46)}`),
    of("hvs.", BASE62.slice(0, 30)),
    of("dckr_pat_", BASE62.slice(0, 27)),
    of("shpat_", HEX),
    of("dapi", HEX),
    of("dop_v1_", HEX + HEX),
    of("lin_api_", BASE62.slice(0, 40)),
    of("gsk_", BASE62.slice(0, 52)),
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${BASE62.slice(0, 43)}`,
  ].map((value) => ({ line: `"${value}"`, value })),
  ...[
    ["aws_secret_access_key = ", of("wJalrXUtnFEMI/K7MDENG", "/bPxRfiCYzQ7pLk3mNs")],
    ["AccountKey=", `${BASE62}${BASE62.slice(10, 38)}==`],
    ["https://hooks.slack.com/services/", `T0AB12CD3/B0EF45GH6/${BASE62.slice(0, 24)}`],
    ["Authorization: Bearer ", BASE62.slice(2, 44)],
  ].map(([before = "", value = ""]) => ({ line: before + value, value })),
  { line: "postgres://tess:R7kQ2mXv9LpT@db.example.invalid/app", value: "R7kQ2mXv9LpT" },
  { line: `DB_PASSWORD=${BASE62.slice(7, 39)}`, value: BASE62.slice(7, 39) },
  { line: `password = "Zq8-vR4!kLp27Wt"`, value: "Zq8-vR4!kLp27Wt" },
];

/** The lines of a private key, the first and last of which are no secret. */
export const KEY_LINES: readonly string[] = [
  `-----BEGIN RSA ${"PRIVATE"} KEY-----`,
  ...[3, 7, 11, 15].map((from) => `MIIE${from}${BASE62.slice(from)}${BASE62}`.slice(0, 64)),
  "Kq3vTz8R==",
  `-----END RSA ${"PRIVATE"} KEY-----`,
];

/** Another key, for a file that the change does not touch. */
export const OLD_KEY_LINES: readonly string[] = KEY_LINES.map((line) =>
  line.startsWith("MIIE") ? `MIIF${Array.from(line.slice(4)).toReversed().join("")}` : line,
);

/** What must stand nowhere. Prefixes that only say what kind it is may. */
export const RAW_VALUES: readonly string[] = [
  ...CREDENTIALS.map(({ value }) => value.slice(4)),
  ...KEY_LINES.slice(1, -2),
  ...OLD_KEY_LINES.slice(1, -2),
  NAME_TOKEN.slice(4),
];

/** Where a planted credential stands in these texts: `report.md: ghp_`; empty where masking is whole. */
export function leaksIn(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const small = text.toLowerCase();
    return RAW_VALUES.filter((value) => small.includes(value.toLowerCase())).map((value) => `${name}: ${value}`);
  });
}

/** All files below a folder, and their names. */
export function filesBelow(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, `${path}\n${readFileSync(path, "utf8")}`];
    }),
  );
}
