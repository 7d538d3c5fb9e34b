// Opens the last commit of a repository and indexes both sides whole; prints seconds and peak memory as JSON.
import { openChange } from "#adapters/git/open-change.ts";
import { openFactsCache } from "#adapters/store/facts-cache.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";

const [, , folder = ".", file = "facts"] = process.argv;
const started = performance.now();
const { change, base, head, history, close } = await openChange({ folder, target: "HEAD" });
const cache = await openFactsCache(file);
const index = buildChangeIndex({ change, base, head, log: () => history.log(), cache });
// A word that no file holds: the index of words is built, and nothing else is read.
for (const side of [index.base, index.head]) await side.findWord("zqxjkvbzqxjkvb");
for (const { file: changed } of change.diffs) await index.head.facts(changed.path);
await cache.save();
await close();
const seconds = Math.round((performance.now() - started) / 10) / 100;
console.log(JSON.stringify({ seconds, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
