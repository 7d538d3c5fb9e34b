import { anthropic } from "./anthropic.ts";
import { chat } from "./chat.ts";
import { gemini } from "./gemini.ts";
import type { Protocol } from "./protocol.ts";
import { responses } from "./responses.ts";

/** The protocols that the server speaks. Each is one file. */
export const PROTOCOLS: readonly Protocol[] = [anthropic, responses, chat, gemini];
