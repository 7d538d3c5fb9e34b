import { randomBytes } from "node:crypto";
import { access, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../desk/remove-tree.ts";
import { runProcess } from "../process/run-process.ts";
import type { Sandbox } from "./sandbox.ts";

const SCRIPT = `
(: > "$1/written") 2>/dev/null && echo wrote outside
cat "$2/secret" 2>/dev/null
(: > "$3/written") 2>/dev/null && echo wrote inside
echo done`;
const DEADLINE = 20_000;

/**
 * Tries a sandbox with a tiny command that writes outside, reads a hidden file and writes into its scratch folder. Returns
 * what did not behave, or undefined when all did.
 */
export async function probeSandbox(wrap: Sandbox["wrap"], root: string): Promise<string | undefined> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(root, ".probe-"));
  try {
    const [outside, hidden, scratch] = [
      join(folder, "outside"),
      join(folder, "outside", "hidden"),
      join(folder, "scratch"),
    ];
    for (const one of [outside, hidden, scratch]) await mkdir(one);
    const secret = randomBytes(12).toString("hex");
    await writeFile(join(hidden, "secret"), `${secret}\n`);
    const args = ["-c", SCRIPT, "probe", outside, hidden, scratch];
    const plain = { command: "/bin/sh", args, cwd: outside, env: { PATH: "/usr/bin:/bin" } };
    const launch = await wrap(plain, { readable: [outside], writable: [scratch], hidden: [hidden] });
    let said = "";
    const onStdout = (chunk: Buffer): void => void (said += chunk.toString("utf8"));
    const result = await runProcess(launch, { onStdout, deadline: DEADLINE });
    if (!said.includes("done")) return firstLine(result.stderrTail) || "it did not run a command to its end";
    if (said.includes(secret)) return "a hidden file could be read";
    if (said.includes("wrote outside") || (await exists(join(outside, "written")))) return "it could write outside";
    if (!said.includes("wrote inside") || !(await exists(join(scratch, "written")))) return "it could not write inside";
    return undefined;
  } finally {
    await removeTree(folder);
  }
}

const firstLine = (text: string): string => text.trim().split("\n")[0] ?? "";

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
