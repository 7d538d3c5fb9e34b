import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { PullAddress } from "#model/pull/pull-request.ts";
import type { GitHub } from "../client.ts";
import { type WriteResult, attempt } from "./attempt.ts";

/** One SARIF log for code scanning. */
interface SarifUpload {
  readonly commit: string;
  readonly ref: string;
  /** The run's `automationDetails.id` up to its last slash. */
  readonly category: string;
  readonly tool: string;
  /** The tool's version in the log; logs with different content must have different versions. */
  readonly version: string;
  /** The log as text. */
  readonly log: string;
}

/** Uploads a SARIF log, unless code scanning already has it. */
export async function uploadSarif(
  github: GitHub,
  address: PullAddress,
  upload: SarifUpload,
): Promise<WriteResult<"uploaded" | "there">> {
  const { commit, ref, tool, log } = upload;
  const sarif = packLog(log);
  if (sarif === undefined) return { refused: { status: 413, words: "it has more than 10 MB when packed" } };
  const known = await isSarifThere(github, address, upload);
  if ("refused" in known) return known;
  if (known.answer) return { answer: "there" };
  const { owner, repository: repo } = address;
  const sent = await attempt(() =>
    github.request("POST /repos/{owner}/{repo}/code-scanning/sarifs", {
      owner,
      repo,
      commit_sha: commit,
      ref,
      sarif,
      tool_name: tool,
    }),
  );
  return "refused" in sent ? sent : { answer: "uploaded" };
}

/**
 * Whether code scanning has a log. GitHub does not return uploaded logs, but lists the commit, ref, category and tool
 * version of each analysis; the version contains a digest of the log. An analysis is listed some time after its upload; a
 * second upload until then replaces the first and does no harm.
 */
export async function isSarifThere(
  github: GitHub,
  { owner, repository: repo }: PullAddress,
  { commit, ref, category, tool, version }: Omit<SarifUpload, "log">,
): Promise<WriteResult<boolean>> {
  const listed = await attempt(() =>
    github.request("GET /repos/{owner}/{repo}/code-scanning/analyses", {
      owner,
      repo,
      ref,
      tool_name: tool,
      per_page: 100,
    }),
  );
  // 404: nothing was ever analysed, or code scanning is off. The upload will show which.
  if ("refused" in listed) return listed.refused.status === 404 ? { answer: false } : listed;
  const analyses = analysesSchema.safeParse(listed.answer.data).data ?? [];
  const isSame = (one: (typeof analyses)[number]): boolean =>
    one.commit_sha === commit &&
    one.ref === ref &&
    isSameCategory(one.category, category) &&
    one.tool.version === version;
  return { answer: analyses.some(isSame) };
}

/** The log as GitHub expects it; undefined if it is too large. */
export function packLog(log: string, largest = MAX_SIZE): string | undefined {
  const packed = gzipSync(log);
  return packed.length > largest ? undefined : packed.toString("base64");
}

const MAX_SIZE = 10 * 1024 * 1024;

/** GitHub lists a category with or without the slash at its end. */
const isSameCategory = (one: string | undefined, other: string): boolean => one?.replace(/\/$/, "") === other;

const analysesSchema = z.array(
  z.object({
    ref: z.string(),
    commit_sha: z.string(),
    category: z.string().optional(),
    tool: z.object({ version: z.string().nullish() }),
  }),
);
