import { describe, expect, test } from "vitest";
import type { AgentJob } from "#reviewers/agent/agent-adapter.ts";
import { opencode } from "#reviewers/agent/opencode/opencode.ts";
import { jobFor } from "../contract/plan-clauses.ts";

const config = (changes: Partial<AgentJob>): unknown =>
  JSON.parse(opencode.plan(jobFor(opencode, changes)).env["OPENCODE_CONFIG_CONTENT"] ?? "");

describe("the model of opencode", () => {
  test("must be given, with its provider", () => {
    for (const model of [undefined, "", "gpt-5.5", "/gpt", "openai/", "two words/x"]) {
      expect(opencode.needs?.(jobFor(opencode, model === undefined ? {} : { model })), model).toMatch(
        /provider\/model/,
      );
    }
    expect(opencode.needs?.(jobFor(opencode, { model: "openrouter/z-ai/glm-5" }))).toBeUndefined();
  });

  test("says whose voice it is", () => {
    expect(opencode.familyOf?.("anthropic/claude-opus-4-7")).toBe("anthropic");
    expect(opencode.familyOf?.("openrouter/z-ai/glm-5")).toBe("z-ai");
    expect(opencode.familyOf?.("no-provider")).toBe("opencode");
  });

  test("is the only one that has a part in a review", () => {
    expect(config({ model: "openrouter/z-ai/glm-5" })).toMatchObject({
      model: "openrouter/z-ai/glm-5",
      small_model: "openrouter/z-ai/glm-5",
      enabled_providers: ["openrouter"],
      provider: { openrouter: { models: { "z-ai/glm-5": {} } } },
    });
  });
});

describe("the endpoint of opencode", () => {
  test.each([
    ["anthropic/claude", { ANTHROPIC_BASE_URL: "http://127.0.0.1:9/a" }, "http://127.0.0.1:9/a/v1"],
    ["anthropic/claude", { ANTHROPIC_BASE_URL: "http://127.0.0.1:9/a/v1/" }, "http://127.0.0.1:9/a/v1"],
    ["openai/gpt", { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }, "http://127.0.0.1:9/v1"],
    ["google/gemini", { GOOGLE_GEMINI_BASE_URL: "http://127.0.0.1:9" }, "http://127.0.0.1:9/v1beta"],
    ["openai/gpt", { OPENCODE_BASE_URL: "http://127.0.0.1:9/x", OPENAI_BASE_URL: "http://no" }, "http://127.0.0.1:9/x"],
    ["openai/gpt", { ANTHROPIC_BASE_URL: "http://127.0.0.1:9/a" }, undefined],
  ])("%s with %o", (model, variables, baseURL) => {
    const [provider = ""] = model.split("/");
    const options = baseURL === undefined ? {} : { baseURL };
    expect(config({ model, variables: variables as Record<string, string> })).toMatchObject({
      provider: { [provider]: { options } },
    });
  });

  test("a provider that it does not know speaks like OpenAI, with the key from the environment", () => {
    const variables = { OPENCODE_BASE_URL: "http://127.0.0.1:9/v1", OPENCODE_API_KEY: "secret" };
    const plan = opencode.plan(jobFor(opencode, { model: "local/qwen", variables }));
    expect(JSON.parse(plan.env["OPENCODE_CONFIG_CONTENT"] ?? "")).toMatchObject({
      provider: { local: { npm: "@ai-sdk/openai-compatible", options: { apiKey: "{env:OPENCODE_API_KEY}" } } },
    });
    expect(plan.env["OPENCODE_CONFIG_CONTENT"]).not.toContain("secret");
  });
});

describe("the key of opencode", () => {
  test("Gemini's own name for it is understood where opencode's is not set", () => {
    const options = (variables: Record<string, string>): unknown =>
      (config({ model: "google/gemini-3-pro", variables }) as { provider: { google: { options: unknown } } }).provider
        .google.options;
    expect(options({ GEMINI_API_KEY: "k" })).toEqual({ apiKey: "{env:GEMINI_API_KEY}" });
    expect(options({ GEMINI_API_KEY: "k", GOOGLE_GENERATIVE_AI_API_KEY: "g" })).toEqual({});
  });
});

describe("the place of opencode", () => {
  test("is a folder of its own, and it is told where the desk is", () => {
    const job = jobFor(opencode);
    const { cwd, files } = opencode.plan(job);
    expect(cwd).toBe(`${job.home}/.config/opencode`);
    expect(files).toHaveLength(1);
    expect(`${job.home}/${files[0]?.path}`).toBe(`${cwd}/AGENTS.md`);
    expect(files[0]?.text).toContain(`Your working directory is ${job.desk},`);
  });

  test("opens the desk for reading and nothing else", () => {
    const job = jobFor(opencode);
    const { permission } = config({}) as { permission: Record<string, unknown> };
    const allowed = Object.keys(permission).filter((name) => permission[name] === "allow");
    expect(allowed).toEqual(["read", "grep", "glob", "list"]);
    expect(permission["external_directory"]).toEqual({ "*": "deny", [`${job.desk}/*`]: "allow" });
    expect(Object.keys(permission)[0]).toBe("*");
  });
});
