import { readFileSync } from "node:fs";
import { installedDescription } from "../../../../tools/github-description.ts";

/** A schema of the description, as far as we look into it ourselves. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
  readonly "x-multi-segment"?: boolean;
}

/** One method of one route, as GitHub describes it. */
export interface Operation {
  /** `GET /repos/{owner}/{repo}`: what handlers are found by. */
  readonly route: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly required: boolean; readonly schema: Schema };
  readonly responses: ReadonlyMap<number, Schema | undefined>;
}

/** A request's operation with the values in its path. */
export interface Match {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly $ref?: string;
}
interface RawOperation {
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}
interface RawDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let loaded: Description | undefined;

/** GitHub's description; read once a process. */
export const description = (): Description => (loaded ??= new Description(installedDescription()));

/** GitHub's OpenAPI description of its REST API. */
export class Description {
  readonly #raw: RawDescription;
  readonly #operations = new Map<string, Operation>();
  /** Templates by their number of parts. */
  readonly #templates = new Map<number, (readonly string[])[]>();

  constructor(path: string) {
    this.#raw = JSON.parse(readFileSync(path, "utf8")) as RawDescription;
    for (const template of Object.keys(this.#raw.paths)) {
      const parts = template.split("/");
      const same = this.#templates.get(parts.length) ?? [];
      same.push(parts);
      this.#templates.set(parts.length, same);
    }
  }

  /** The operation that a request asks for, or undefined where GitHub describes none. */
  match(method: string, path: string): Match | undefined {
    const parts = path.split("/");
    // A last parameter may stand for several parts of an address: a branch, a file.
    for (let length = parts.length; length > 1; length -= 1) {
      const joined = [...parts.slice(0, length - 1), parts.slice(length - 1).join("/")];
      const found = this.#find(method, joined, length < parts.length);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #find(method: string, parts: readonly string[], isJoined: boolean): Match | undefined {
    const fits = (template: readonly string[]): boolean =>
      template.every((part, index) => part.includes("{") || part === parts[index]);
    const written = (template: readonly string[]): number => template.filter((part) => !part.includes("{")).length;
    const [found] = (this.#templates.get(parts.length) ?? [])
      .filter((template) => fits(template) && this.#raw.paths[template.join("/")]?.[method.toLowerCase()] !== undefined)
      .toSorted((a, b) => written(b) - written(a));
    if (found === undefined) return undefined;
    const operation = this.#operation(method, found.join("/"));
    const last = operation.parameters.find(({ name }) => found.at(-1) === `{${name}}`);
    if (isJoined && last?.["x-multi-segment"] !== true) return undefined;
    const params = Object.fromEntries(
      found.flatMap((part, index) =>
        part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(parts[index] ?? "")]] : [],
      ),
    );
    return { operation, params };
  }

  /** What a `$ref` points at. */
  resolve<T extends object>(thing: T & { readonly $ref?: string }): T {
    if (thing.$ref === undefined) return thing;
    const [, , group = "", name = ""] = thing.$ref.split("/");
    const target = this.#raw.components[group]?.[name];
    if (target === undefined) throw new Error(`The description has no ${thing.$ref}.`);
    return this.resolve(target as T);
  }

  /** A schema with everything that it refers to, and nothing else: the whole would take seconds to compile. */
  closure(schema: Schema): object {
    const found: Record<string, unknown> = {};
    const queue: unknown[] = [schema];
    while (queue.length > 0) {
      const next = queue.pop();
      if (typeof next !== "object" || next === null) continue;
      const ref = (next as Schema).$ref;
      if (typeof ref === "string") {
        const name = ref.split("/").at(-1) ?? "";
        if (!(name in found)) queue.push((found[name] = this.#raw.components["schemas"]?.[name]));
      }
      queue.push(...Object.values(next));
    }
    return plain({ allOf: [schema], components: { schemas: found } }) as object;
  }

  #operation(method: string, template: string): Operation {
    const route = `${method} ${template}`;
    const known = this.#operations.get(route);
    if (known !== undefined) return known;
    const raw = this.#raw.paths[template]?.[method.toLowerCase()];
    if (raw === undefined) throw new Error(`The description has no ${route}.`);
    const body = raw.requestBody?.content?.["application/json"]?.schema;
    const responses = Object.entries(raw.responses).map(([status, response]): [number, Schema | undefined] => [
      Number(status),
      this.resolve(response).content?.["application/json"]?.schema,
    ]);
    const operation: Operation = {
      route,
      parameters: (raw.parameters ?? []).map((parameter) => this.resolve<Parameter>(parameter)),
      ...(body === undefined ? {} : { body: { required: raw.requestBody?.required ?? false, schema: body } }),
      responses: new Map(responses),
    };
    this.#operations.set(route, operation);
    return operation;
  }
}

/** The same in JSON Schema's own words: OpenAPI's `nullable` also stands where there is no type, or a list of values. */
function plain(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(plain);
  const { nullable, example, examples, ...rest } = schema as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
  // A property may have one of these names too; then it is a schema.
  for (const [key, value] of Object.entries({ nullable, example, examples })) {
    if (typeof value === "object" && value !== null && "type" in value) kept[key] = plain(value);
  }
  return nullable === true ? { anyOf: [{ type: "null" }, kept] } : kept;
}
