import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { Match, Operation, Parameter, Schema } from "./description.ts";
import { description } from "./description.ts";

const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, logger: false, inlineRefs: false });
// The types of the package speak of an older kind of module.
(addFormats as unknown as (target: Ajv) => void)(ajv);
/** Values of a query are text; there a number is one that can be read as one. */
const lenient = new Ajv({ strict: false, allErrors: true, validateSchema: false, logger: false, coerceTypes: true });
(addFormats as unknown as (target: Ajv) => void)(lenient);

/** What GitHub does answer, whatever its description says: a pull request whose fork is gone, a thread whose line is. */
const NOT_DESCRIBED: readonly RegExp[] = [
  /^(?:\/\d+)?\/head\/(?:repo|user) must be object$/,
  /^(?:\/\d+)?\/(?:line|original_line|position) must be integer$/,
];

const compiled = new WeakMap<Schema, ValidateFunction>();

/** What is wrong with a request by GitHub's description; empty where nothing is. */
export function checkRequest({ operation, params }: Match, query: URLSearchParams, body: unknown): string[] {
  return [
    ...operation.parameters
      .filter(({ in: place }) => place === "path")
      .flatMap((each) => checkValue(each, params[each.name])),
    ...checkQuery(operation, query),
    ...checkBody(operation, body),
  ];
}

/** What is wrong with an answer of ours. */
export function checkResponse(operation: Operation, status: number, body: unknown): string[] {
  if (!operation.responses.has(status)) return [`${operation.route} is not described to answer ${status}`];
  const schema = operation.responses.get(status);
  if (schema === undefined) return body === undefined ? [] : [`${operation.route} has no body with ${status}`];
  return errorsOf(ajv, schema, body)
    .filter((error) => !NOT_DESCRIBED.some((known) => known.test(error)))
    .map((error) => `the answer of ${operation.route}: ${error}`);
}

function checkQuery(operation: Operation, query: URLSearchParams): string[] {
  const described = operation.parameters.filter(({ in: place }) => place === "query");
  const names = new Set(described.map(({ name }) => name));
  const unknown = [...query.keys()].filter((name) => !names.has(name));
  return [
    ...unknown.map((name) => `${operation.route} has no parameter "${name}"`),
    ...described.flatMap((each) => checkValue(each, query.get(each.name) ?? undefined)),
  ];
}

function checkValue({ name, required = false, schema }: Parameter, value: string | undefined): string[] {
  if (value === undefined) return required ? [`the parameter "${name}" is missing`] : [];
  return errorsOf(lenient, schema, { value }, "value").map((error) => `the parameter "${name}": ${error}`);
}

function checkBody(operation: Operation, body: unknown): string[] {
  if (operation.body === undefined) {
    return body === undefined || isEmpty(body) ? [] : [`${operation.route} takes no body`];
  }
  if (body === undefined) return operation.body.required ? ["the body is missing"] : [];
  return [...errorsOf(ajv, operation.body.schema, body), ...unknownIn(operation.body.schema, body, "")].map(
    (error) => `the body: ${error}`,
  );
}

const isEmpty = (body: unknown): boolean => typeof body === "object" && body !== null && Object.keys(body).length === 0;

function errorsOf(by: Ajv, schema: Schema, value: unknown, inside?: string): string[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    const whole = inside === undefined ? schema : { type: "object", properties: { [inside]: schema } };
    validate = by.compile(description().closure(whole));
    compiled.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 12).map(({ instancePath, message, params }) => {
    const detail = "additionalProperty" in params ? ` "${params["additionalProperty"]}"` : "";
    return `${instancePath || "/"} ${message ?? "does not fit"}${detail}`;
  });
}

/** Properties that no part of the schema names. GitHub ignores them; for us each is a mistake in writing. */
function unknownIn(schema: Schema, value: unknown, at: string): string[] {
  if (Array.isArray(value)) {
    const items = partsOf(schema).flatMap((part) => (part.items === undefined ? [] : [part.items]));
    return value.flatMap((each, index) => items.slice(0, 1).flatMap((item) => unknownIn(item, each, `${at}/${index}`)));
  }
  if (typeof value !== "object" || value === null) return [];
  const parts = partsOf(schema);
  const open = parts.some(({ additionalProperties }) => typeof additionalProperties === "object");
  const known = new Map(parts.flatMap(({ properties = {} }) => Object.entries(properties)));
  if (open || known.size === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = known.get(name);
    return property === undefined ? [`${at}/${name} is not described`] : unknownIn(property, inner, `${at}/${name}`);
  });
}

/** A schema and what it is composed of; its own properties last, since those of a variant say less. */
function partsOf(schema: Schema): Schema[] {
  const resolved = description().resolve(schema);
  const inner = [...(resolved.allOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])];
  return [...inner.flatMap(partsOf), resolved];
}
