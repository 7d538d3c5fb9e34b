// Writes schema/ from the model and the configuration. A test fails when a committed file is not what this writes.
import { mkdir, writeFile } from "node:fs/promises";
import { configJsonSchema } from "#config/config.ts";
import { reviewJsonSchema } from "#model/json-schema.ts";
import { configTypes } from "./config-types.ts";

await mkdir("schema", { recursive: true });
const schemas = { review: reviewJsonSchema(), config: configJsonSchema() };
for (const [name, schema] of Object.entries(schemas)) {
  await writeFile(`schema/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
}
await writeFile("schema/config.d.ts", configTypes(schemas.config));
