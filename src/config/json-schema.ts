import { z } from "zod";
import { writtenConfigSchema } from "./config.ts";

/** The published JSON Schema of the configuration, generated from the schema that checks it. */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(writtenConfigSchema, { target: "draft-2020-12" });
  return { $schema, $id: "deep-review/config.schema.json", title: "Deep Review configuration", ...schema };
}
