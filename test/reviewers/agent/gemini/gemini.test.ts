import { describe, expect, test } from "vitest";
import type { AgentJob } from "#reviewers/agent/agent-adapter.ts";
import { gemini } from "#reviewers/agent/gemini/gemini.ts";
import { jobFor } from "../contract/plan-clauses.ts";

/** The settings that are written to its HOME. */
function settings(changes: Partial<AgentJob>): unknown {
  const [file] = gemini.plan(jobFor(gemini, changes)).files;
  return JSON.parse(file?.text ?? "");
}

describe("how Gemini signs in", () => {
  const chosen = (changes: Partial<AgentJob>): unknown =>
    (settings(changes) as { security: { auth: { selectedType: unknown } } }).security.auth.selectedType;

  test("by the key of the Gemini API, when there is one", () => {
    expect(chosen({ variables: { GEMINI_API_KEY: "k", GOOGLE_API_KEY: "g" } })).toBe("gemini-api-key");
  });

  test("by Vertex, when the user chose it or has only a key of Google Cloud", () => {
    expect(chosen({ variables: { GEMINI_API_KEY: "k", GOOGLE_GENAI_USE_VERTEXAI: "true" } })).toBe("vertex-ai");
    expect(chosen({ variables: { GOOGLE_API_KEY: "g" } })).toBe("vertex-ai");
  });

  test("by the user's account, when its file was found and no key is set", () => {
    const loginFiles = [".gemini/oauth_creds.json"];
    expect(chosen({ loginFiles })).toBe("oauth-personal");
    expect(chosen({ loginFiles, variables: { GEMINI_API_KEY: "k" } })).toBe("gemini-api-key");
  });
});

test("experiments of an account are left alone, else older results of tools stay whole", () => {
  const plan = (changes: Partial<AgentJob>) => gemini.plan(jobFor(gemini, changes));
  const account = plan({ loginFiles: [".gemini/oauth_creds.json"] });
  expect(account.env).not.toHaveProperty("GEMINI_EXP");
  expect(account.files.map(({ path }) => path)).toEqual([".gemini/settings.json"]);
  const { env, files } = plan({ variables: { GEMINI_API_KEY: "k" } });
  expect(env["GEMINI_EXP"]).toBe(`/places/home/${files[1]?.path}`);
});

describe("what Gemini is told", () => {
  test("effort in tokens for models of the 2.5 line, in words for later ones", () => {
    const thinking = (thinkingConfig: object, match: object): object => ({
      modelConfigs: { overrides: [{ match, modelConfig: { generateContentConfig: { thinkingConfig } } }] },
    });
    expect(settings({ model: "gemini-2.5-pro", effort: "low" })).toMatchObject(
      thinking({ thinkingBudget: 1024 }, { model: "gemini-2.5-pro" }),
    );
    expect(settings({ model: "gemini-3-pro", effort: "high" })).toMatchObject(
      thinking({ thinkingLevel: "HIGH" }, { model: "gemini-3-pro" }),
    );
    expect(settings({ model: "gemini-3-pro" })).not.toHaveProperty("modelConfigs");
  });

  test("effort needs a model", () => {
    expect(gemini.needs?.(jobFor(gemini, { effort: "low" }))).toMatch(/Name a model/);
    expect(gemini.needs?.(jobFor(gemini, { effort: "low", model: "gemini-3-pro" }))).toBeUndefined();
    expect(gemini.needs?.(jobFor(gemini))).toBeUndefined();
  });

  test("one attempt more than retries", () => {
    expect(settings({ retries: 0 })).toMatchObject({ general: { maxAttempts: 1 } });
    expect(settings({ retries: 4 })).toMatchObject({ general: { maxAttempts: 5 } });
  });

  test("no command and no reference to a file can be made of the prompt", () => {
    const told = (prompt: string): string => gemini.plan(jobFor(gemini, { prompt })).stdin;
    expect(told("/quit or read @a and \\@b, a@b.c")).toBe(" /quit or read \\@a and \\@b, a\\@b.c");
    expect(told("Read review/INSTRUCTIONS.md.")).toBe("Read review/INSTRUCTIONS.md.");
  });
});

test("who names no model gets the best of the large line, without a small one that chooses", () => {
  expect(gemini.plan(jobFor(gemini)).args).toContain("--model=pro");
  expect(gemini.plan(jobFor(gemini, { model: "gemini-3-flash" })).args).toContain("--model=gemini-3-flash");
});

test("the model that answered is named, not the word that it was asked by", () => {
  const reader = gemini.createReader(jobFor(gemini));
  const models = { "gemini-3.1-pro-preview": { output_tokens: 26 } };
  const stats = { total_tokens: 1434, input_tokens: 1400, output_tokens: 26, models };
  expect(reader.line(JSON.stringify({ type: "init", model: "pro" }))).toEqual([{ type: "begin" }]);
  expect(reader.line(JSON.stringify({ type: "result", status: "success", stats }))).toContainEqual({
    type: "model",
    model: "gemini-3.1-pro-preview",
  });
  const named = gemini.createReader(jobFor(gemini)).line('{"type":"init","model":"gemini-3-pro"}');
  expect(named).toEqual([{ type: "begin", model: "gemini-3-pro" }]);
});
