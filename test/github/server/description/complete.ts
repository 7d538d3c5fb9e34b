import type { Schema } from "./description.ts";
import { description } from "./description.ts";

/**
 * Adds to an answer what the description requires and our tests do not care about: addresses, counters, flags.
 * So a handler says only what it knows, and the answer has GitHub's whole shape.
 */
export function complete(schema: Schema, value: unknown): unknown {
  const resolved = description().resolve(schema);
  if (value === null) return null;
  if (value === undefined) return sample(resolved);
  if (Array.isArray(value)) {
    const { items } = variantOf(resolved, "items");
    return items === undefined ? value : value.map((each) => complete(items, each));
  }
  if (typeof value !== "object") return value;
  let result = value as Record<string, unknown>;
  for (const part of resolved.allOf ?? []) result = complete(part, result) as Record<string, unknown>;
  const shape = variantOf(resolved, "properties");
  const properties = shape.properties ?? {};
  const added: Record<string, unknown> = { ...result };
  for (const name of shape.required ?? []) {
    if (added[name] === undefined && properties[name] !== undefined) added[name] = sample(properties[name]);
  }
  for (const [name, given] of Object.entries(result)) {
    const property = properties[name];
    if (given === undefined) delete added[name];
    else if (property !== undefined) added[name] = complete(property, given);
  }
  return added;
}

/** The schema itself, or the first of its variants, that has what is looked for. */
function variantOf(schema: Schema, key: "items" | "properties"): Schema {
  if (schema[key] !== undefined) return schema;
  const variants = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((each) => description().resolve(each));
  return variants.find((each) => each[key] !== undefined) ?? schema;
}

const samples = new WeakMap<Schema, { readonly value: unknown }>();

function sample(schema: Schema): unknown {
  const known = samples.get(schema);
  if (known !== undefined) return known.value;
  const value = make(description().resolve(schema));
  samples.set(schema, { value });
  return value;
}

function make(schema: Schema): unknown {
  if (schema.nullable === true) return null;
  if (schema.enum !== undefined) return schema.enum[0];
  const variant = schema.allOf ?? schema.oneOf ?? schema.anyOf;
  if (schema.type === undefined && schema.properties === undefined && variant?.[0] !== undefined) {
    return schema.allOf === undefined ? sample(variant[0]) : complete(schema, {});
  }
  switch (schema.type) {
    case "string":
      return SAMPLE_TEXT[schema.format ?? ""] ?? "x".repeat(schema.minLength ?? 0);
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    case "array":
      return [];
    default:
      return complete(schema, {});
  }
}

const SAMPLE_TEXT: Readonly<Record<string, string>> = {
  "date-time": "2024-01-01T00:00:00Z",
  date: "2024-01-01",
  uri: "https://example.test/",
  "uri-template": "https://example.test/",
  email: "nobody@example.test",
  uuid: "00000000-0000-4000-8000-000000000000",
};
