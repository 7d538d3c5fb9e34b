/** How an agent is pointed at the model server: variables that sign it in and lead it there, and the model to ask for. */
export interface RecordedProgram {
  readonly model: string;
  /** `url` is the base URL of the scenario, without a version. */
  variables(url: string): Readonly<Record<string, string>>;
}

/** The agents that can be recorded, by id. */
export const RECORDED_PROGRAMS: Readonly<Record<string, RecordedProgram>> = {
  claude: {
    model: "claude-opus-5-5",
    variables: (url) => ({ ANTHROPIC_API_KEY: "test-key", ANTHROPIC_BASE_URL: url }),
  },
  codex: {
    model: "gpt-5.5",
    variables: (url) => ({ OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: `${url}/v1` }),
  },
  gemini: {
    model: "gemini-2.5-pro",
    variables: (url) => ({ GEMINI_API_KEY: "test-key", GOOGLE_GEMINI_BASE_URL: url }),
  },
  opencode: {
    model: "scripted/m1",
    variables: (url) => ({ OPENCODE_API_KEY: "test-key", OPENCODE_BASE_URL: `${url}/v1` }),
  },
};
