import { configJsonSchema } from "#config/config.ts";
import { reviewJsonSchema } from "#model/json-schema.ts";
import { EXIT, type ExitCode, type Io, printJson } from "../io.ts";

/** `deep-review schema`: prints the JSON Schema of `review.json` or of the configuration. */
export function runSchema({ config }: { readonly config?: boolean }, io: Io): ExitCode {
  printJson(config === true ? configJsonSchema() : reviewJsonSchema(), io);
  return EXIT.ok;
}
