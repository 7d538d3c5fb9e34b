import { z } from "zod";
import { lookUp } from "#util/look-up.ts";

const ID = /^[a-z0-9][a-z0-9._-]*$/;

export const durationSchema = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, "is not a duration such as 90s, 30m or 1h");

/** A panel member as people write it: `claude`, `codex=gpt-5.5@high`, `anthropic/claude-opus-5`, or an object. */
export const writtenMemberSchema = z.union([
  z
    .string()
    .refine((text) => parseShortMember(text) !== undefined, "is not a reviewer such as claude or codex=gpt-5.5@high"),
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
    timeout: durationSchema.optional().describe("how long it may take: 90s, 30m, 1h"),
    program: z.string().min(1).optional().describe("the program, if it is not in PATH; needs trust"),
    command: z.array(z.string()).min(1).optional().describe("the command of an agent that speaks ACP; needs trust"),
    baseUrl: z.url().optional().describe("where a model is served; needs trust"),
    keyVariable: z.string().min(1).optional().describe("the variable that holds its key; needs trust"),
  }),
]);
export type WrittenMember = z.infer<typeof writtenMemberSchema>;

/** A configured panel member: which reviewer it uses, and how it is run. */
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

/** Parses a panel member; undefined if there is none or it is not one. */
export function parseMember(written: WrittenMember | undefined): MemberSetting | undefined {
  if (written === undefined) return undefined;
  if (typeof written === "string") return parseShortMember(written);
  const { optional = false, blind = false, timeout, ...rest } = written;
  const timeoutSeconds = parseDuration(timeout ?? "");
  if (timeout !== undefined && timeoutSeconds === undefined) return undefined;
  return { ...rest, isOptional: optional, isBlind: blind, timeoutSeconds };
}

/** Parses `use[=model][@effort]`. */
function parseShortMember(text: string): MemberSetting | undefined {
  const match = /^([^=@\s]+)(?:=([^@\s]+))?(?:@([^@\s]+))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, use = "", model, effort] = match;
  return { use, model, effort, isOptional: false, isBlind: false };
}

/** The short form of a member, followed by what the short form cannot express: `codex=gpt-5.5 (optional)`. */
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

/** Seconds in `90s`, `30m`, `1.5h`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * (lookUp(UNIT_SECONDS, unit) ?? 0);
  return seconds > 0 && seconds <= 24 * 3600 ? seconds : undefined;
}

/** The keys of a member that run a program or send a key somewhere. A repository alone may not decide that. */
export function riskyKeys(member: MemberSetting): string[] {
  return (["program", "command", "baseUrl", "keyVariable"] as const).filter((key) => member[key] !== undefined);
}
