import { configJsonSchema } from "#config/config.ts";
import { reviewJsonSchema } from "#model/json-schema.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** `deep-review schema`: the published form of `review.json`, or with `--config` of the configuration. */
export function runSchema({ config }: { readonly config?: boolean }, io: Io): ExitCode {
  io.stdout.write(`${JSON.stringify(config === true ? configJsonSchema() : reviewJsonSchema(), null, 2)}\n`);
  return EXIT.ok;
}
