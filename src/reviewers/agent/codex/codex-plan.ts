import type { AgentJob, AgentLogin, AgentPlan } from "../agent-adapter.ts";

const AUTH_FILE = ".codex/auth.json";

/** How Codex is signed in. */
export const CODEX_LOGIN: AgentLogin = {
  variables: ["CODEX_API_KEY", "OPENAI_API_KEY"],
  companions: ["OPENAI_BASE_URL"],
  files: [AUTH_FILE],
  how: "Run codex login, or set CODEX_API_KEY.",
};

/** Features that access the network, start other agents, run other people's commands, or wait forever. */
const UNWANTED = [
  "apps",
  "goals",
  "hooks",
  "image_generation",
  "multi_agent",
  "plugins",
  "remote_plugin",
  "sleep_tool",
  "unbounded_connection_retries",
];

const SETTINGS = [
  ...UNWANTED.map((feature) => `features.${feature}=false`),
  // `multi_agent` above leaves newer models their subagents, whose work would be neither seen nor counted.
  "agents.enabled=false",
  "web_search=disabled",
  "analytics.enabled=false",
  "feedback.enabled=false",
  "check_for_update_on_startup=false",
  // No AGENTS.md and no login shell, whose rc files belong to somebody.
  "project_doc_max_bytes=0",
  "allow_login_shell=false",
  // Commands that the model runs do not get the key.
  "shell_environment_policy.inherit=core",
];

/** How to start Codex: commands run in its own read-only sandbox without network and without questions. */
export function planCodex(job: AgentJob): AgentPlan {
  const { model, effort } = job;
  const key = keyOf(job);
  const settings = [
    ...SETTINGS,
    ...(effort === undefined ? [] : [`model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...(key === undefined ? [] : gatewaySettings(job)),
  ];
  return {
    command: job.program,
    args: [
      "exec",
      "--json",
      "--sandbox=read-only",
      "--ephemeral",
      "--ignore-rules",
      "--ignore-user-config",
      // The desk is not a repository; the code below it is.
      "--skip-git-repo-check",
      ...(model === undefined ? [] : ["-m", model]),
      ...settings.flatMap((setting) => ["-c", setting]),
      "-",
    ],
    // Of the two names, `codex exec` itself reads only the first.
    env: { ...(key === undefined ? {} : { CODEX_API_KEY: key }), CODEX_HOME: `${job.home}/.codex` },
    cwd: job.desk,
    stdin: job.prompt,
    keepsStdin: false,
    // It does not start when its folder is missing.
    files: [{ path: ".codex/deep-review", text: "" }],
  };
}

/**
 * A user who signed in to Codex itself pays through that account and must not be billed on a key that is set for other
 * programs. A key under Codex's own name is meant for it.
 */
function keyOf({ variables, loginFiles = [] }: AgentJob): string | undefined {
  const common = loginFiles.includes(AUTH_FILE) ? undefined : variables["OPENAI_API_KEY"];
  return variables["CODEX_API_KEY"] ?? common;
}

/**
 * Another server than OpenAI's, as a separate provider: over plain HTTP (the built-in provider tries a WebSocket first,
 * which gateways do not offer) and with our number of retries (the built-in provider does not let them be set).
 */
function gatewaySettings({ variables, retries }: AgentJob): string[] {
  const url = variables["OPENAI_BASE_URL"];
  if (url === undefined) return [];
  const provider = {
    name: "gateway",
    base_url: url,
    env_key: "CODEX_API_KEY",
    wire_api: "responses",
  };
  return [
    "model_provider=gateway",
    ...Object.entries(provider).map(([name, value]) => `model_providers.gateway.${name}=${JSON.stringify(value)}`),
    `model_providers.gateway.request_max_retries=${retries}`,
    `model_providers.gateway.stream_max_retries=${retries}`,
  ];
}
