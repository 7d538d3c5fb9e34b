import { spawn, type ChildProcess } from "node:child_process";
import { RUN_VARIABLE, type RunMark } from "./process-family.ts";

/** Ends a program's family if we die before we could. */
export interface Guard {
  /** Ends the guard, once there is nothing left to end, and waits for it. */
  dismiss(): Promise<void>;
}

/**
 * Starts the guard of one run: a shell in its own session, which no terminal signal reaches. Its input is a pipe that
 * only we hold. However we die, the system closes it, and the guard kills the family. Throws if it cannot start.
 */
export function startGuard(leader: number, { variable, locks }: RunMark): Guard {
  const marks = [`${RUN_VARIABLE}=${variable}`, locks];
  const child = spawn("/bin/sh", ["-c", GUARD, "deep-review-guard", String(leader), ...marks], {
    // Do not keep a folder busy that the user may want to remove.
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  if (child.pid === undefined) {
    child.on("error", () => undefined);
    throw new Error("the guard process cannot be started");
  }
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.stdin.on("error", () => undefined);
  return {
    async dismiss() {
      child.stdin.end("done\n");
      await Promise.race([gone, killLater(child)]);
    },
  };
}

/** A guard that is stopped or starved must not delay the round. */
async function killLater(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve();
    }, 2000);
    child.once("exit", () => clearTimeout(timer));
  });
}

/**
 * Collects the whole family before it kills, since a child cannot be recognized once its parent is gone. Makes several
 * passes: what a killed process left behind still has a known group or session. Uses shell built-ins; grep to find
 * processes that left group and session; ps only without /proc.
 */
const GUARD = `
trap '' HUP INT QUIT TERM TSTP TTIN TTOU
if read -r said; then exit 0; fi
family=" $1 "
mark=$2
locks=$3
marked() {
  grep -l -F -e "$mark" /proc/[0-9]*/environ
  [ -z "$locks" ] || grep -l -e "^Max file locks .* $locks " /proc/[0-9]*/limits
}
rows() {
  if [ -r /proc/self/stat ]; then
    for folder in /proc/[0-9]*; do
      { read -r line < "$folder/stat"; } 2>/dev/null || continue
      fields=\${line##*) }
      case $fields in Z*|X*) continue;; esac
      echo "\${folder#/proc/} \${fields#* }"
    done
  else
    ps -A -o pid=,ppid=,pgid=
  fi
}
for pass in 1 2 3 4 5; do
  for file in $(marked 2>/dev/null); do
    pid=\${file#/proc/}
    pid=\${pid%/*}
    case $family in *" $pid "*) ;; *) family="$family$pid ";; esac
  done
  table=$(rows)
  grew=1
  while [ -n "$grew" ]; do
    grew=
    while read -r pid parent group session rest; do
      case $pid in 1|$$|'') continue;; esac
      case $family in *" $pid "*) continue;; esac
      case $family in
        *" $parent "*|*" $group "*|*" \${session:-none} "*) family="$family$pid "; grew=1;;
      esac
    done <<TABLE
$table
TABLE
  done
  left=
  kill -KILL -- "-$1" 2>/dev/null
  while read -r pid rest; do
    case $pid in 1|$$|'') continue;; esac
    case $family in *" $pid "*) left=1; kill -KILL "$pid" 2>/dev/null;; esac
  done <<TABLE
$table
TABLE
  [ -z "$left" ] && exit 0
  sleep 0.1 2>/dev/null || sleep 1
done
`;
