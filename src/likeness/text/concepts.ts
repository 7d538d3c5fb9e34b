import { stem } from "./stem.ts";

/**
 * Words that reviewers use for the same kind of problem. General knowledge, not taken from any one code base: "dangling"
 * and "stale" share no letters, but mean the same.
 */
const CONCEPTS: Readonly<Record<string, string>> = {
  race: "race racy toctou concurrent concurrency interleave simultaneous simultaneously parallel unsynchronized synchronize synchronized atomic atomically",
  lock: "lock mutex deadlock semaphore contention",
  stale: "stale dangling orphan orphaned leftover linger lingering outdated obsolete persist remain",
  delete: "delete remove destroy drop erase purge wipe discard cleanup clean teardown prune unlink",
  lose: "lose lost loss vanish disappear",
  leak: "leak unclosed close release unreleased",
  null: "nil null undefined none dereference nullptr unset missing absent",
  crash: "crash panic abort exception throw throws segfault fatal",
  error: "error err failure fail exception",
  swallow: "swallow ignore silent silently suppress mask hide unhandled unchecked discard",
  log: "log logging print message warn warning",
  timeout: "timeout deadline expire expiry budget grace wait",
  retry: "retry backoff requeue loop repeat replay",
  validate: "validate validation check verify sanitize guard enforce reject",
  inject: "inject injection escape escaping traversal xss unsanitized",
  permission: "permission privilege auth authorization authorize access role",
  secret: "secret credential token password",
  memory: "memory oom unbounded allocate allocation buffer heap",
  slow: "slow performance expensive cost quadratic latency inefficient",
  duplicate: "duplicate duplicated duplication repeat repeated copy redundant",
  unused: "unused dead unreachable unnecessary needless superfluous",
  literal: "hardcode hardcoded literal magic constant",
  name: "name naming rename misnomer misleading label",
  document: "doc docs documentation document comment readme changelog docstring describe description wording",
  test: "test tests testing coverage untested assertion assert spec",
  flaky: "flaky nondeterministic sleep timing intermittent",
  order: "order ordering sort sorted sequence deterministic",
  encode: "encode encoding charset decode unicode",
  path: "path directory folder filename file",
  port: "port bind listen socket rebind probe",
  setting: "config configuration setting option flag env environment",
  default: "default fallback",
  version: "version upgrade bump pin compatibility backward",
  platform: "windows linux macos darwin platform posix",
  type: "type cast conversion coerce signature generic",
  overflow: "overflow underflow truncation truncate wrap",
  bound: "boundary bounds index range edge limit",
  cache: "cache caching cached memoize invalidate invalidation",
  state: "state status condition phase transition",
  event: "event watch watcher notify notification subscribe listener callback handler",
  cancel: "context cancel cancellation ctx signal",
  start: "start startup boot init initialize launch spawn",
  stop: "stop shutdown terminate kill exit halt graceful",
  update: "update patch modify mutate overwrite write",
  conflict: "conflict optimistic collision collide",
  request: "api endpoint route request response http",
  format: "format style indent whitespace lint",
  differ: "inconsistent consistency mismatch diverge drift differ disagree contradict",
  wrong: "wrong incorrect incorrectly broken break breaks bug",
  create: "create recreate add generate",
  build: "ci workflow pipeline action build",
};

const CONCEPTS_OF: ReadonlyMap<string, readonly string[]> = invert();

function invert(): Map<string, string[]> {
  const concepts = new Map<string, string[]>();
  for (const [concept, words] of Object.entries(CONCEPTS)) {
    for (const word of new Set(words.split(" ").map(stem))) {
      concepts.set(word, [...(concepts.get(word) ?? []), concept]);
    }
  }
  return concepts;
}

/** The concepts of a text, by its words, with repetitions. */
export function conceptsOf(tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => CONCEPTS_OF.get(token) ?? []);
}
