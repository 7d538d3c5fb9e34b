import { resolve } from "node:path";
import { examine } from "#pipeline/agents/prepare/examine.ts";
import { describeExamination } from "../doctor/describe-examination.ts";
import { drawSections } from "../doctor/lay-out.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io, printJson, readableWidth, wantsColor } from "../io.ts";
import { VERSION } from "../version.ts";

/** What `deep-review doctor` takes. */
export interface DoctorOptions {
  readonly json?: boolean;
  readonly try?: boolean;
  readonly repo?: string;
}

/** `deep-review doctor`: shows what is available for a review and what is missing. Sends nothing without `--try`. */
export async function runDoctor(options: DoctorOptions, io: Io): Promise<ExitCode> {
  const isTrying = options.try === true;
  if (isTrying && options.json !== true)
    io.stderr.write("Asking every ready agent for one word. This costs a little.\n");
  let code: ExitCode = EXIT.ok;
  const wasInterrupted = await interruptible(async (signal) => {
    const folder = resolve(io.cwd(), options.repo ?? ".");
    const found = await examine({ folder, env: io.env, version: VERSION, isTrying, signal });
    if (signal.aborted) return;
    if (options.json === true) printJson(found, io);
    else {
      const screen = { width: readableWidth(io.stdout), color: wantsColor(io, io.stdout) };
      io.stdout.write(drawSections(describeExamination(found, io.env["HOME"]), screen));
    }
    code = found.canReview ? EXIT.ok : EXIT.user;
  });
  return wasInterrupted ? EXIT.interrupted : code;
}
