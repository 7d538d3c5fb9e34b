import type { LanguageModel } from "ai";
import type { ModelJob } from "../model-job.ts";
import { carefulFetch } from "./careful-fetch.ts";

/** A model of the SDK with its provider's options. */
export interface OpenedModel {
  readonly model: LanguageModel;
  readonly options: Readonly<Record<string, Readonly<Record<string, string | boolean | { thinkingLevel: string }>>>>;
}

/** Opens the model of a job. It loads only the provider's code and reads nothing from the environment. */
export async function openModel({
  model: { provider, model },
  baseUrl,
  apiKey,
  effort,
}: ModelJob): Promise<OpenedModel> {
  const settings = {
    baseURL: (baseUrl ?? provider.baseUrl ?? "").replace(/\/+$/, ""),
    apiKey: apiKey ?? "",
    fetch: carefulFetch,
  };
  switch (provider.protocol) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return {
        model: createAnthropic(settings)(model),
        options: { anthropic: effort === undefined ? {} : { effort } },
      };
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      // The provider must not store what we send.
      const options = { openai: { store: false, ...(effort === undefined ? {} : { reasoningEffort: effort }) } };
      return { model: createOpenAI(settings).responses(model), options };
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      const options: Record<string, { thinkingLevel: string }> =
        effort === undefined ? {} : { thinkingConfig: { thinkingLevel: effort } };
      return { model: createGoogleGenerativeAI(settings)(model), options: { google: options } };
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { apiKey: key, ...rest } = settings;
      const server = createOpenAICompatible({
        ...rest,
        ...(key === "" ? {} : { apiKey: key }),
        name: "compatible",
        includeUsage: true,
      });
      return { model: server(model), options: { compatible: effort === undefined ? {} : { reasoningEffort: effort } } };
    }
  }
}
