// Names that tell what code is for. A break in code for people to read, or in what only makes it faster, says nothing
// about the tests.

/** What logs, measures or warns: any word of what is called. */
const TELLERS =
  /^(?:console|logger|log|logs|logging|slog|klog|glog|zap|logrus|winston|pino|loguru|sentry|warnings?|metrics?|telemetry|statsd|stats|tracer|tracing|span|analytics|perf|performance|profiler|prometheus|newrelic|otel|debug|debuglog|dbg)$/i;

/** What is called to tell something, to wait, to stop the program, to claim something, or for the machine's sake. */
const TELLING =
  /^(?:print|println|printf|pprint|echo|secho|debug\w*|trace|warn\w*|log[A-Z]?\w*|deprecat\w*|emitWarning|captureStackTrace|sleep|delay|wait|usleep|Sleep|assert\w*|Assert\w*|expect\w*|invariant|exit|Exit|helper|Helper|KeepAlive|freeze|unref|ref|gc|GC|Gosched|Grow|reserve|Print|Printf|Println|Log|Logf|Lock|Unlock|RLock|RUnlock|acquire|release|setMaxListeners|flush|Flush|stacklevel)$/;

export function isTellingCall(callee: string): boolean {
  const words = callee
    .replaceAll(/\(.*?\)/gs, "")
    .split(/[^\w$]+/)
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  return (
    /^(?:expect|assert\w*)$/.test(words[0] ?? "") ||
    TELLING.test(last) ||
    words.slice(0, -1).some((word) => TELLERS.test(word)) ||
    (words.length === 1 && TELLERS.test(last))
  );
}

/** What is called to write something on the terminal with `fmt`. */
export const isTerminalCall = (call: string): boolean =>
  /^fmt\.(?:Print|Fprint\w*\([\w.]*(?:Std(?:err|out)|[Ss]tderr|[Ss]tdout|Output\(\)|ErrOrStderr\(\)|OutOrStdout\(\))|Fprint\w*\([^"]*"[^"]*deprecated)/.test(
    call,
  );

/** Values for people: texts, versions, logs. */
const TEXT_VALUES =
  /^(?:_*(?:message|msg|reason|description|desc|help|usage|hint|notice|banner|epilog|prolog|version|docs?|debug|verbose|logger|log|label|stack|displayName|short_?help|stacklevel)_*|[a-z]\w*(?:Message|Msg|Description|Hint|Version)|\w+_(?:message|msg|description|hint|version)|(?:__)?VERSION(?:__)?|__\w+__)$/;

/** `options.message` → its last word. */
export const isTextValue = (target: string): boolean => TEXT_VALUES.test(/[\w$]+(?=\W*$)/.exec(target)?.[0] ?? "");

/** Functions that show a value to people. */
export const SHOWING =
  /^(?:__repr__|__str__|__rich_repr__|__format__|toString|toLocaleString|String|GoString|Format|inspect|\[?Symbol\.(?:toStringTag|for).*|\[?util\.inspect\.custom.*|usage|printUsage|showUsage|print_?[hH]elp|show_?[hH]elp|version|getVersion|showVersion)$/;

/** Conditions that depend on how the program is run, not on what it is given. */
export const SURROUNDINGS =
  /\b(?:TYPE_CHECKING|__DEV__|__debug__|NODE_ENV|NODE_DEBUG|DEBUG|isDebug\w*|debug(?:Mode|Enabled)?|verbose|isDebugEnabled|process\.(?:platform|version|versions|arch|env)|sys\.(?:platform|version_info|implementation)|os\.name|platform\.system|runtime\.(?:GOOS|GOARCH)|PY[23]|WIN|isWindows|isWin32|IS_WINDOWS|isatty|isTTY|performance|globalThis\.\w+|\w*[lL]og(?:ger)?(?:Disabled|Enabled|Level|Serializers|Opts|Options))\b|\btypeof\s+(?:window|document|process|globalThis|Deno|Bun|global|self|navigator|require|module|exports|define|Buffer|performance|WeakRef|Symbol|Promise|fetch|crypto)\b/;

/** What remembers a result. */
export const REMEMBERING = /(?:cache(?!Control|-control)|memo(?:ize|ise|ized|ised)?(?![a-z])|interned|pool\b)/i;
