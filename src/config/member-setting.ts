import { z } from "zod";
import { lookUp } from "#util/look-up.ts";

const ID = /^[a-z0-9][a-z0-9._-]*$/;

/** A place on a panel as people write it: `claude`, `codex=gpt-5.5@high`, `anthropic/claude-opus-5`, or all of it in an object. */
export const writtenMemberSchema = z.union([
  z
    .string()
    .refine((text) => readShortSeat(text) !== undefined, "is not a reviewer such as claude or codex=gpt-5.5@high"),
  z.strictObject({
    use: z
      .string()
      .min(1)
      .describe("a built-in reviewer, an agent (such as claude, codex or acp) or a model (openai/gpt-5)"),
    id: z.string().regex(ID).optional().describe("its name in reports, needed if two members use the same"),
    name: z.string().min(1).optional(),
    family: z.string().min(1).optional().describe("whose models it uses; two members of one family count as one voice"),
    model: z.string().min(1).optional(),
    effort: z.string().min(1).optional(),
    optional: z.boolean().optional().describe("the review is complete without it"),
    blind: z.boolean().optional().describe("it sees no title, description, message or author"),
    timeout: z
      .string()
      .refine((text) => parseDuration(text) !== undefined, "is not a duration such as 90s, 30m or 1h")
      .optional()
      .describe("how long it may take: 90s, 30m, 1h"),
    program: z.string().min(1).optional().describe("the program, if it is not in PATH; needs trust"),
    command: z.array(z.string()).min(1).optional().describe("the command of an agent that speaks ACP; needs trust"),
    baseUrl: z.url().optional().describe("where a model is served; needs trust"),
    keyVariable: z.string().min(1).optional().describe("the variable that holds its key; needs trust"),
  }),
]);
export type WrittenMember = z.infer<typeof writtenMemberSchema>;

/** Who sits at a place, and how it is asked. */
export interface MemberSetting {
  readonly use: string;
  readonly id?: string;
  readonly name?: string;
  readonly family?: string;
  readonly model?: string;
  readonly effort?: string;
  readonly isOptional: boolean;
  readonly isBlind: boolean;
  readonly timeoutSeconds?: number;
  readonly program?: string;
  readonly command?: readonly string[];
  readonly baseUrl?: string;
  readonly keyVariable?: string;
}

/** Reads a place; a text that is none gives undefined. */
export function parseMember(written: WrittenMember): MemberSetting | undefined {
  if (typeof written === "string") return readShortSeat(written);
  const { optional, blind, timeout, ...rest } = written;
  const timeoutSeconds = timeout === undefined ? undefined : parseDuration(timeout);
  if (timeout !== undefined && timeoutSeconds === undefined) return undefined;
  return {
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as typeof rest & object),
    isOptional: optional === true,
    isBlind: blind === true,
    timeoutSeconds,
  } as MemberSetting;
}

/** `use[=model][@effort]`. */
function readShortSeat(text: string): MemberSetting | undefined {
  const match = /^([^=@\s]+)(?:=([^@\s]+))?(?:@([^@\s]+))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, use = "", model, effort] = match;
  const chosen = { model, effort };
  return { use, ...chosen, isOptional: false, isBlind: false };
}

/** A place as people write it in short, with what the short form cannot say behind it. */
export function describeMemberSetting({ use, id, model, effort, isOptional, isBlind, command }: MemberSetting): string {
  const short = `${use}${model === undefined ? "" : `=${model}`}${effort === undefined ? "" : `@${effort}`}`;
  const more = [
    ...(command === undefined ? [] : [command.join(" ")]),
    ...(isOptional ? ["optional"] : []),
    ...(isBlind ? ["blind"] : []),
  ];
  const named = id === undefined || id === use ? short : `${id}: ${short}`;
  return more.length === 0 ? named : `${named} (${more.join(", ")})`;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Seconds in `90s`, `30m`, `1.5h`; undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * (lookUp(UNIT_SECONDS, unit) ?? 0);
  return seconds > 0 && seconds <= 24 * 3600 ? seconds : undefined;
}

/** What in a place runs a program or sends a key somewhere: a repository alone may not decide that. */
export function riskyKeys(seat: MemberSetting): string[] {
  return (["program", "command", "baseUrl", "keyVariable"] as const).filter((key) => seat[key] !== undefined);
}
