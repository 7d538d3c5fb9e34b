import { quoteWord, type Runner, withCall } from "../runner/find-runner.ts";

/** How one run of the suite measures the lines that it runs. */
export interface CoveragePlan {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Which of the files that it writes to its folder is read, and how. */
  readonly reads: "v8" | "istanbul" | "lines" | "go";
  /** For people: `NODE_V8_COVERAGE`. */
  readonly by: string;
}

export interface CoverageQuestion {
  readonly command: string;
  readonly runner: Runner | undefined;
  /** The changed files that can be broken. */
  readonly paths: readonly string[];
  /** Where the run may write. */
  readonly folder: string;
  /** Whether a package of the code's dependencies is installed in the copy. */
  readonly hasPackage: (name: string) => boolean;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** How the suite can be measured, or why it cannot. */
export function planCoverage(question: CoverageQuestion): CoveragePlan | string {
  const { command, runner, paths, folder, hasPackage } = question;
  if (paths.every((path) => path.endsWith(".py"))) {
    // A command that sets the variable itself would lose our folder.
    const own = command.replaceAll(/\bPYTHONPATH=(?=\S)/g, `PYTHONPATH=${quoteWord(folder)}:`);
    const env = { PYTHONPATH: folder, DEEP_REVIEW_LINES: `${folder}/lines` };
    return { command: own, env, reads: "lines", by: "a tracer of Python" };
  }
  if (paths.every((path) => path.endsWith(".go"))) {
    if (runner?.name !== "go") return "the command is not a plain `go test`";
    const call = runner.call.replace(
      /\bgo\s+test\b/,
      `go test -coverpkg=./... -coverprofile=${quoteWord(`${folder}/profile`)}`,
    );
    return { command: withCall(runner, call), env: {}, reads: "go", by: "go test -coverprofile" };
  }
  if (!paths.every((path) => SCRIPT.test(path))) return "the changed files are of several languages";
  if (runner?.name === "vitest") {
    const provider = ["v8", "istanbul"].find((name) => hasPackage(`@vitest/coverage-${name}`));
    if (provider === undefined) return "vitest measures only with a coverage provider, and none is installed";
    const flags = `--coverage.enabled --coverage.provider=${provider} --coverage.reporter=json --coverage.reportsDirectory=${quoteWord(folder)} ${THRESHOLDS}`;
    return {
      command: withCall(runner, `${runner.call} ${flags}`),
      env: {},
      reads: "istanbul",
      by: `vitest --coverage (${provider})`,
    };
  }
  if (runner?.name === "jest") {
    const flags = `--coverage --coverageReporters=json --coverageDirectory=${quoteWord(folder)} --coverageThreshold='{}'`;
    return { command: withCall(runner, `${runner.call} ${flags}`), env: {}, reads: "istanbul", by: "jest --coverage" };
  }
  // Both set the variable for their own folder, and the call behind them is what we want.
  const plain =
    runner === undefined ? command : withCall(runner, runner.call.replace(/^(?:npx\s+)?(?:c8|nyc)\s+(?:-\S+\s+)*/, ""));
  const isWrapped = runner !== undefined && /^(?:npx\s+)?(?:c8|nyc)\s/.test(runner.call);
  return {
    command: isWrapped ? plain : command,
    env: { NODE_V8_COVERAGE: folder },
    reads: "v8",
    by: "NODE_V8_COVERAGE",
  };
}

const THRESHOLDS = ["lines", "functions", "branches", "statements"]
  .map((name) => `--coverage.thresholds.${name}=0`)
  .join(" ");

/**
 * Becomes `sitecustomize.py`: writes `path#line` for each line that has code when a file is loaded, and `path:line` for each
 * line when it is first run, at once, so that a kill loses nothing.
 */
export const PYTHON_TRACER = `import os, sys, threading
_out = os.environ.get("DEEP_REVIEW_LINES")
if _out:
    _root = os.environ["DEEP_REVIEW_ROOT"] + os.sep
    _fd = os.open(_out, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    _seen = set()
    _known = set()
    def _list(code, name):
        import dis
        for _, line in dis.findlinestarts(code):
            if line:
                os.write(_fd, ("%s#%d\\n" % (name[len(_root):], line)).encode("utf-8", "replace"))
        for inner in code.co_consts:
            if hasattr(inner, "co_consts"):
                _list(inner, name)
    def _add(code, line):
        name = code.co_filename
        if not os.path.isabs(name):
            name = os.path.abspath(name)
        if not name.startswith(_root) or "site-packages" in name:
            return False
        if code.co_name == "<module>" and name not in _known:
            _known.add(name)
            _list(code, name)
        key = (name, line)
        if key not in _seen:
            _seen.add(key)
            os.write(_fd, ("%s:%d\\n" % (name[len(_root):], line)).encode("utf-8", "replace"))
        return True
    if hasattr(sys, "monitoring"):
        _m = sys.monitoring
        _tool = 4
        _m.use_tool_id(_tool, "deep-review")
        def _line(code, line):
            _add(code, line)
            return _m.DISABLE
        _m.register_callback(_tool, _m.events.LINE, _line)
        _m.set_events(_tool, _m.events.LINE)
    else:
        def _local(frame, event, arg):
            if event == "line":
                _add(frame.f_code, frame.f_lineno)
            return _local
        def _global(frame, event, arg):
            name = frame.f_code.co_filename
            if os.path.isabs(name) and (not name.startswith(_root) or "site-packages" in name):
                return None
            return _local
        sys.settrace(_global)
        threading.settrace(_global)
`;
