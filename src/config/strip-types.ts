import { transform } from "sucrase";
import { messageOf, UserError } from "#util/errors.ts";

/** TypeScript without its types. In a file of its own, so that the package is loaded only when there is such a file. */
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
