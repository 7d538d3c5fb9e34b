// Builds dist/ from src/: one entry, one chunk per lazily loaded command. Pure-JavaScript dependencies are
// bundled, so an installed package downloads only the parsers; their licences go into dist/third-party-notices.txt.
import { build } from "esbuild";
import { chmod, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

// Packages without a licence file of their own, and one of the same repository and licence that has it.
const LICENCE_BESIDE = new Map([["@ai-sdk/provider-utils", "@ai-sdk/provider"]]);

// Built beside and swapped in at the end: a program that runs meanwhile finds the old files, not half of the new ones.
const fresh = `dist.new-${process.pid}`;
const stale = `dist.old-${process.pid}`;

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { cli: "src/cli/cli.ts", config: "src/config/define-config.ts" },
  outdir: fresh,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  // They come with WebAssembly files that they look for beside themselves; loaded only when a change is reviewed.
  external: ["web-tree-sitter", "@vscode/tree-sitter-wasm"],
  define: { __DEEP_REVIEW_VERSION__: JSON.stringify(version) },
  // Bundled CommonJS packages call require() for Node's own modules; an ES module has none unless we make it.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});

await chmod(join(root, fresh, "cli.js"), 0o755);
await writeFile(join(root, fresh, "third-party-notices.txt"), await thirdPartyNotices(Object.keys(metafile.inputs)));
await rename(join(root, "dist"), join(root, stale)).catch((error) => {
  if (error.code !== "ENOENT") throw error;
});
await rename(join(root, fresh), join(root, "dist"));
await rm(join(root, stale), { recursive: true, force: true });

async function thirdPartyNotices(inputs) {
  const names = new Set();
  for (const path of inputs) {
    const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (match) names.add(match[1]);
  }
  const parts = [];
  for (const name of [...names].sort()) {
    const folder = join(root, "node_modules", name);
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    parts.push(`${name} ${manifest.version} (${manifest.license})\n\n${await licenceText(folder)}`);
  }
  return parts.join(`\n${"-".repeat(78)}\n\n`);
}

async function licenceText(folder) {
  const name = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (name !== undefined) return readFile(join(folder, name), "utf8");
  const sibling = LICENCE_BESIDE.get(folder.slice(join(root, "node_modules/").length));
  if (sibling === undefined) throw new Error(`${folder} has no licence file`);
  return licenceText(join(root, "node_modules", sibling));
}
