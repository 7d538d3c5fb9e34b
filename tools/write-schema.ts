// Writes schema/review.schema.json from the model. A test fails when the committed file is not what this writes.
import { mkdir, writeFile } from "node:fs/promises";
import { reviewJsonSchema } from "#model/json-schema.ts";

await mkdir("schema", { recursive: true });
await writeFile("schema/review.schema.json", `${JSON.stringify(reviewJsonSchema(), null, 2)}\n`);
