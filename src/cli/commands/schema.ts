import { reviewJsonSchema } from "#model/json-schema.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** `deep-review schema`: the published form of `review.json`. */
export function runSchema(io: Io): ExitCode {
  io.stdout.write(`${JSON.stringify(reviewJsonSchema(), null, 2)}\n`);
  return EXIT.ok;
}
