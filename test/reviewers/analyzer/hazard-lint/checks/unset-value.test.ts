import { expect, test } from "vitest";
import type { Language } from "#model/change/change-index.ts";
import { loggedError } from "#reviewers/analyzer/hazard-lint/checks/logged-error.ts";
import { findLines } from "./find-lines.ts";

test.each<[Language, string, number[]]>([
  [
    "python",
    "def run():\n    try:\n        data = load()\n    except OSError as e:\n        logger.error(e)\n    save(data)",
    [4],
  ],
  [
    "python",
    "def run():\n    try:\n        data = load()\n    except OSError as e:\n        print(\n            e\n        )\n\n    return data",
    [4],
  ],
  [
    "typescript",
    "let data: Order;\ntry {\n  data = await load();\n} catch (e) {\n  console.error(e);\n}\nsave(data.id);",
    [4],
  ],
  ["javascript", "let data;\ntry {\n  data = await load();\n} catch (e) {\n  logger.warn(e);\n}\nreturn data[0];", [4]],
])("%s: %s", (language, source, expected) => {
  expect(findLines(loggedError, language, source)).toEqual(expected);
});

test.each<[string, Language, string]>([
  [
    "it was set before",
    "python",
    "def run():\n    data = None\n    try:\n        data = load()\n    except OSError as e:\n        logger.error(e)\n    save(data)",
  ],
  [
    "the function is left",
    "python",
    "def run():\n    try:\n        data = load()\n    except OSError as e:\n        logger.error(e)\n        return\n    save(data)",
  ],
  [
    "it is set anew",
    "python",
    "def run():\n    try:\n        data = load()\n    except OSError as e:\n        logger.error(e)\n    data = other()\n    save(data)",
  ],
  [
    "another function uses the name",
    "python",
    "def run():\n    try:\n        data = load()\n    except OSError as e:\n        logger.error(e)\n\n\ndef other(data):\n    save(data)",
  ],
  [
    "it is a parameter",
    "python",
    "def run(data):\n    try:\n        data = load()\n    except OSError as e:\n        logger.error(e)\n    save(data)",
  ],
  [
    "the use asks first",
    "typescript",
    "let data;\ntry {\n  data = await load();\n} catch (e) {\n  console.error(e);\n}\nif (data) save(data.id);",
  ],
  [
    "the error is thrown on",
    "typescript",
    "let data;\ntry {\n  data = await load();\n} catch (e) {\n  console.error(e);\n  throw e;\n}\nsave(data.id);",
  ],
  [
    "it has a value",
    "typescript",
    "let data = [];\ntry {\n  data = await load();\n} catch (e) {\n  console.error(e);\n}\nsave(data.id);",
  ],
])("not when %s (%s)", (_, language, source) => {
  expect(findLines(loggedError, language, source)).toEqual([]);
});
