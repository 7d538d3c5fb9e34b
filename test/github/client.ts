/** What was answered; the tests say themselves what they expect of it. */
export interface Json {
  readonly [name: string]: Json;
}

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** A client without any comfort: what is sent is what the test says. */
export class Client {
  readonly #url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.#url = url;
    this.#token = token;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  get = (path: string): Promise<ApiAnswer> => this.call("GET", path);
  post = (path: string, body: unknown): Promise<ApiAnswer> => this.call("POST", path, body);

  graphql(query: string, variables: Record<string, unknown> = {}): Promise<ApiAnswer> {
    return this.call("POST", "/graphql", { query, variables });
  }
}
