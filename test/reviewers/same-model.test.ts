import { expect, test } from "vitest";
import { isSameModel } from "#reviewers/same-model.ts";

test.each([
  ["claude-opus-5-5", "claude-opus-5-5"],
  ["opus", "claude-opus-5-5"],
  ["opus[1m]", "claude-opus-5-5-20260901"],
  ["claude-opus-5-5", "claude-opus-5-5-20260901"],
  ["pro", "gemini-3.1-pro-preview"],
  ["gemini-3-pro-preview", "gemini-3-pro"],
  ["gemini-2.5-pro", "models/gemini-2.5-pro-preview-05-06"],
  ["openai/gpt-5.5", "gpt-5.5-2026-08-07"],
  ["auto", "gemini-3-flash"],
])("%s may answer as %s", (asked, answered) => {
  expect(isSameModel(asked, answered)).toBe(true);
});

test.each([
  ["gpt-5.5", "gpt-5.5-mini"],
  ["gpt-5.5-mini", "gpt-5.5"],
  ["gemini-2.5-flash", "gemini-2.5-flash-lite"],
  ["flash", "gemini-3.1-flash-lite"],
  ["gemini-2.5-pro", "gemini-2.5-flash"],
  ["pro", "gemini-3-flash-preview"],
  ["claude-opus-5-5", "claude-opus-5"],
  ["claude-opus-5", "claude-opus-5-5"],
  ["claude-opus-5-5", "claude-sonnet-5-5"],
  ["opus", "claude-haiku-5"],
])("%s does not answer as %s", (asked, answered) => {
  expect(isSameModel(asked, answered)).toBe(false);
});
