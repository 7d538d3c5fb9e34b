/** What every adapter of an agent must keep to. The key is what a violation is named by. */
export const CLAUSES = {
  card: "It says who it is, how it is installed and how one signs in.",
  version: "It reads its version from what its program prints, and never throws on anything else.",
  "pure-plan": "The same job gives the same plan, whatever the environment is, and the job is not changed.",
  prompt:
    "The prompt reaches the agent exactly as given, once, and stands nowhere else; the fixture says what is escaped.",
  environment: "The plan sets what the fixture lists and what was given for the login, nothing else.",
  secret: "What signs in stands in the environment only: not in the command line, a file or the input.",
  guard: "The command line and files hold what keeps it read-only and away from other configuration.",
  forbidden: "The command line holds nothing that the fixture forbids.",
  cwd: "It works at the desk, in its temporary folder or below its HOME, never inside the reviewed code.",
  files: "Files are written below its HOME, by relative paths without steps up.",
  "model-switch":
    "The model is passed on when it is set; when it is not, nothing is said of it, or what the fixture names.",
  "effort-switch": "Each level of effort is passed on when set, and nothing is said of it when it is not.",
  "retries-switch": "How often it may try again is passed on, or the fixture says why it cannot be.",
  "budget-switch": "What it may spend is passed on, or the fixture says why it cannot be.",
  cases: "There is a recording of every case, or the fixture says why there is none.",
  throws: "Its reader never throws, whatever it is given.",
  events: "What its reader gives is well-formed, and does not grow beyond what it read.",
  repeatable: "Two readers of one recording give the same and know nothing of each other.",
  text: "Every block of text is told, in order, and nothing else is.",
  salvage: "What was told stays told: a block is void only where the recording says it again, right before that.",
  noise: "Lines that are not its protocol change neither the text nor the outcome.",
  "tool-pairs": "A tool call that begins ends once, with the same id.",
  tools: "Tool calls are told with their action, paths, lines and what they showed.",
  observable: "An agent that calls itself observable shows what it read.",
  usage: "What it used is what the recording says.",
  outcome: "A run went well only by the agent's own rule; a failure has the kind that it is.",
  cut: "A run whose last line is missing did not go well, whatever its exit code.",
  exit: "A run that was killed or exited with an error did not go well, whatever its last line.",
  wait: "How long the server asks to wait is told where it is known.",
  model: "The model that answered is told, also when it is another than the one asked for.",
  send: "Only an agent whose input stays open is talked to.",
} as const;

export type Clause = keyof typeof CLAUSES;

/** One clause that an adapter does not keep to, with what was seen. */
export interface Violation {
  readonly clause: Clause;
  readonly where: string;
  readonly say: string;
}
