import { listSome } from "#util/words.ts";
import type { AgentJob } from "../agent-adapter.ts";
import { type Fields, fieldsOf, textOf } from "../json-line.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { listOf } from "./json-rpc.ts";

/** A setting to apply before the prompt. */
export interface SessionSetting {
  readonly what: "mode" | "model" | "effort";
  readonly method: string;
  readonly params: object;
  /** Whether a failure to set it ends the run. */
  readonly isNeeded: boolean;
}

interface ChosenSettings {
  readonly settings: readonly SessionSetting[];
  readonly oddities: readonly string[];
  /** Why the run must not continue. */
  readonly missing?: string;
}

/** Chooses among what a session offers. A requested model or mode that is not offered ends the run. */
export function chooseSettings(session: Fields, setup: AcpSetup, job: AgentJob): ChosenSettings {
  const settings: SessionSetting[] = [];
  const oddities: string[] = [];
  const missing: string[] = [];
  const mode = chooseMode(session, setup);
  if (typeof mode === "string") missing.push(mode);
  else if (mode !== undefined) settings.push(mode);
  const isOpen = (what: "model" | "effort"): boolean => setup.setBefore?.includes(what) !== true;
  if (job.model !== undefined && isOpen("model")) {
    const model = chooseModel(session, job.model);
    if (typeof model === "string") missing.push(model);
    else if (model !== undefined) settings.push(model);
  }
  if (job.effort !== undefined && isOpen("effort")) {
    const effort = chooseOption(session, { what: "effort", category: "thought_level", value: job.effort });
    if (typeof effort === "string") oddities.push(effort);
    else if (effort !== undefined) settings.push({ ...effort, isNeeded: false });
  }
  return { settings, oddities, missing: missing[0] };
}

/** The model of a session, if it names one. */
export function modelOf(session: Fields): string | undefined {
  const option = listOf(session["configOptions"]).find((one) => one["category"] === "model" || one["id"] === "model");
  const model = textOf(option?.["currentValue"]) ?? textOf(fieldsOf(session["models"])["currentModelId"]);
  return model === "auto" || model === "default" ? undefined : model;
}

/** Modes in which agents write nothing. Not `plan`, which asks for a plan instead of a review. */
const READ_ONLY = ["read-only", "readonly"];

function chooseMode(session: Fields, setup: AcpSetup): SessionSetting | string | undefined {
  const { availableModes, currentModeId } = fieldsOf(session["modes"]);
  const ids = listOf(availableModes).flatMap(({ id }) => textOf(id) ?? []);
  const wanted = setup.mode ?? READ_ONLY.find((id) => ids.includes(id));
  if (wanted === undefined || wanted === currentModeId) return undefined;
  if (ids.includes(wanted)) {
    return { what: "mode", method: "session/set_mode", params: { modeId: wanted }, isNeeded: true };
  }
  return chooseOption(session, { what: "mode", category: "mode", value: wanted });
}

function chooseModel(session: Fields, model: string): SessionSetting | string | undefined {
  const option = chooseOption(session, { what: "model", category: "model", value: model });
  if (typeof option !== "string") return option;
  const ids = listOf(fieldsOf(session["models"])["availableModels"]).flatMap(({ modelId }) => textOf(modelId) ?? []);
  if (ids.includes(model)) {
    return { what: "model", method: "session/set_model", params: { modelId: model }, isNeeded: true };
  }
  return ids.length === 0 ? option : notOffered("model", model, ids);
}

interface SettingRequest {
  readonly what: SessionSetting["what"];
  readonly category: string;
  readonly value: string;
}

/** The setting; undefined if it already holds; a text if it cannot be set. */
function chooseOption(session: Fields, { what, category, value }: SettingRequest): SessionSetting | string | undefined {
  const option = listOf(session["configOptions"]).find((one) => one["category"] === category || one["id"] === what);
  const configId = textOf(option?.["id"]);
  if (option === undefined || configId === undefined) {
    return `its ${what} cannot be chosen: leave "${value}" out, or set it in its command`;
  }
  if (option["currentValue"] === value) return undefined;
  // Options may be grouped.
  const options = listOf(option["options"]).flatMap((one) => [one, ...listOf(one["options"])]);
  const values = options.flatMap((one) => textOf(one["value"]) ?? []);
  if (!values.includes(value)) return notOffered(what, value, values);
  return { what, method: "session/set_config_option", params: { configId, value }, isNeeded: true };
}

function notOffered(what: string, value: string, values: readonly string[]): string {
  return `it does not offer the ${what} "${value}"; it offers ${listSome(values, 20) || "none"}`;
}
