import { runProcess } from "#adapters/process/run-process.ts";

/** Started by the test of the guard: runs three trees of sleepers and says when all of them sleep. */
const [mark = ""] = process.argv.slice(2);
const env = { PATH: "/usr/bin:/bin", TEST_MARK: mark };
/** One that ignores all that can be ignored, one in a session of its own, one that also dropped its environment, one that dropped its parents, too. */
const tree = `
  trap '' TERM HUP INT
  setsid sh -c 'trap "" TERM HUP; sleep 3600; true' &
  env -i setsid /bin/sh -c 'sleep 3601; true' &
  (env -i setsid /bin/sh -c 'sleep 3603; true' </dev/null >/dev/null 2>&1 &)
  sh -c 'sleep 3602; true' &
  echo up
  wait`;
let waking = 3;
const onLine = (): void => {
  waking -= 1;
  if (waking === 0) process.stdout.write("all up\n");
};
await Promise.all(
  [1, 2, 3].map(() => runProcess({ command: "/bin/sh", args: ["-c", tree], cwd: "/", env }, { onLine })),
);
