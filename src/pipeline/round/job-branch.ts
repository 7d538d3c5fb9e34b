/** The branch that a job of GitHub Actions or GitLab CI runs for, if it is set. HEAD is detached there. */
export function jobBranch(env: NodeJS.ProcessEnv): string | undefined {
  const named = env["GITHUB_HEAD_REF"] || env["CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"] || env["CI_COMMIT_BRANCH"];
  if (named !== undefined && named !== "") return named;
  // Otherwise it is the name of a tag.
  return env["GITHUB_REF_TYPE"] === "branch" ? env["GITHUB_REF_NAME"] || undefined : undefined;
}
