// Merges the findings of a JSON file once, in a process of its own, and prints what that took.
import { readFileSync } from "node:fs";
import type { Finding } from "#model/finding.ts";
import { judgeProblems } from "#steps/judge/judge.ts";

const findings = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as readonly Finding[];
const started = performance.now();
const problems = judgeProblems({ raised: findings.map((finding) => ({ finding })) }).length;
const milliseconds = Math.round(performance.now() - started);
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ findings: findings.length, milliseconds, megabytes, problems }));
