import { spawn } from "node:child_process";

/** Ends the parts when their supervisor has no chance to do it itself. */
export type Guard = {
  pid: number | undefined;
  watch(pid: number): void;
  forget(pid: number): void;
  /** The parts are down: the guard goes without touching anything. */
  release(): void;
};

/**
 * Reads `+pid`, `-pid` and `q` from its input. Input that ends without `q` means that the supervisor is gone,
 * killed with -9 perhaps: then it ends the groups that are left. A shell, because it costs one megabyte.
 */
const guardScript = `
trap '' INT HUP TERM
pids=' '
while read -r line; do
  pid=\${line#?}
  case $line in
    +*) pids="$pids$pid " ;;
    -*) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
    q) exit 0 ;;
  esac
done
for pid in $pids; do kill -TERM -"$pid" 2>/dev/null; done
for second in 1 2 3 4 5; do
  left=
  for pid in $pids; do kill -0 -"$pid" 2>/dev/null && left=y; done
  [ -z "$left" ] && exit 0
  sleep 1
done
for pid in $pids; do kill -KILL -"$pid" 2>/dev/null; done
`;

/** Starts the guard; on Windows there is none, and only the next start ends what was left. */
export function startGuard(): Guard {
  if (process.platform === "win32") {
    return { pid: undefined, watch() {}, forget() {}, release() {} };
  }
  const child = spawn("/bin/sh", ["-c", guardScript], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  // A guard that somebody killed is no reason to end the stack: run.json still names what to end.
  child.stdin.on("error", () => undefined);
  child.on("error", () => undefined);
  child.unref();
  const say = (line: string): void => void child.stdin.write(`${line}\n`);
  return {
    pid: child.pid,
    watch: (pid) => say(`+${pid}`),
    forget: (pid) => say(`-${pid}`),
    release: () => void child.stdin.end("q\n"),
  };
}
