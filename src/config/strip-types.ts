import { transform } from "sucrase";
import { messageOf, UserError } from "#util/errors.ts";

/** Removes the types from TypeScript. A separate file, so that sucrase is loaded only when it is needed. */
export function stripTypes(text: string, name: string): string {
  try {
    return transform(text, { transforms: ["typescript"], disableESTransforms: true, filePath: name }).code;
  } catch (error) {
    throw new UserError({
      what: `${name} is not TypeScript`,
      why: messageOf(error),
      fix: "fix the syntax error",
      cause: error,
    });
  }
}
