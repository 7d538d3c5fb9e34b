/** An answer that says no, with GitHub's body. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, errors?: readonly unknown[]) {
    super(message);
    this.status = status;
    const documentation = "https://docs.github.com/rest";
    this.body = {
      message,
      ...(errors === undefined ? {} : { errors }),
      documentation_url: documentation,
      status: String(status),
    };
  }
}

/** Nothing is there, or the viewer may not know of it. */
export const notFound = (): Refusal => new Refusal(404, "Not Found");

/** What GitHub says where a review or a comment cannot stand: words, and not which comment it is about. */
export const unprocessable = (...errors: readonly string[]): Refusal =>
  new Refusal(422, "Unprocessable Entity", errors);

/** What GitHub says where a field of a body is wrong. */
export const invalid = (resource: string, field: string, message: string): Refusal =>
  new Refusal(422, "Validation Failed", [{ resource, field, code: "custom", message }]);
