import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";

const file = new URL("../fixtures/sarif/sarif-2.1.0-rtm.5.json", import.meta.url);
// The schema's `id` is a keyword of an older draft; nothing refers to it.
const { id: _id, $schema: _schema, ...schema } = JSON.parse(readFileSync(file, "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What is wrong with a SARIF text by the official schema; empty when it is valid. */
export function sarifFaults(text: string): string[] {
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`);
}
