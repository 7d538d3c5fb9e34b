import { expect, test } from "vitest";
import { codex } from "#reviewers/agent/codex/codex.ts";
import { jobFor } from "../contract/plan-clauses.ts";

const planFor = (variables: Record<string, string>) => codex.plan(jobFor(codex, { variables }));

test("of the two names of a key the program gets the one that it reads", () => {
  expect(planFor({ OPENAI_API_KEY: "a" }).env).toMatchObject({ CODEX_API_KEY: "a" });
  expect(planFor({ OPENAI_API_KEY: "a", CODEX_API_KEY: "b" }).env).toMatchObject({ CODEX_API_KEY: "b" });
});

test("a server of its own is asked over HTTP, with our number of retries", () => {
  const { args } = planFor({ OPENAI_API_KEY: "a", OPENAI_BASE_URL: 'http://127.0.0.1:9/v1?a="b"' });
  expect(args).toContain("model_provider=gateway");
  expect(args).toContain('model_providers.gateway.base_url="http://127.0.0.1:9/v1?a=\\"b\\""');
  expect(args).toContain("model_providers.gateway.request_max_retries=2");
});

test("who is signed in by a file is not sent to a server of somebody else", () => {
  expect(planFor({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }).args.join(" ")).not.toContain("127.0.0.1");
});

test("who is signed in by a file is not billed on a key that is there for other programs", () => {
  const variables = { OPENAI_API_KEY: "a", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
  const { env, args } = codex.plan(jobFor(codex, { variables, loginFiles: [".codex/auth.json"] }));
  expect(Object.values(env)).not.toContain("a");
  expect(args.join(" ")).not.toContain("127.0.0.1");
});

test("a key under Codex's own name counts also for who is signed in by a file", () => {
  const variables = { OPENAI_API_KEY: "a", CODEX_API_KEY: "b" };
  const { env } = codex.plan(jobFor(codex, { variables, loginFiles: [".codex/auth.json"] }));
  expect(env).toMatchObject({ CODEX_API_KEY: "b" });
});
