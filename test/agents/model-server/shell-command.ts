import type { Call } from "./scenario.ts";

/** A call that can be made by a shell. */
export type ShellCall = Exclude<Call, { readonly tool: "exact" }>;

/** The shell command that does what an abstract call means, for clients whose only tool is a shell (Codex). */
export function shellCommand(call: ShellCall): string {
  switch (call.tool) {
    case "read":
      return call.lines === undefined
        ? `cat ${quote(call.path)}`
        : `sed -n '${call.lines[0]},${call.lines[1]}p' ${quote(call.path)}`;
    case "grep":
      return `grep -rn -e ${quote(call.pattern)} ${quote(call.path ?? ".")}`;
    case "list":
      return `ls -1 ${quote(call.path ?? ".")}`;
    case "shell":
      return call.command;
    case "write":
      return `printf %s ${quote(call.content)} > ${quote(call.path)}`;
    case "diff":
      return `git diff HEAD~1 -- ${quote(call.path ?? ".")}`;
    case "blame":
      return `git blame ${quote(call.path)}`;
  }
}

/** The same for Codex's code mode: one free-text tool whose input is JavaScript that calls the tools. */
export function codeModeScript(call: ShellCall): string {
  if (call.tool === "write") return `text(await tools.apply_patch(${JSON.stringify(patchFor(call))}));\n`;
  const command = JSON.stringify({ cmd: shellCommand(call) });
  return `const result = await tools.exec_command(${command});\ntext(result.output ?? JSON.stringify(result));\n`;
}

/** A patch in Codex's own format that adds a file. */
export function patchFor({ path, content }: { readonly path: string; readonly content: string }): string {
  const lines = content.split("\n").map((line) => `+${line}`);
  return ["*** Begin Patch", `*** Add File: ${path}`, ...lines, "*** End Patch", ""].join("\n");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
