import { spawn } from "node:child_process";

/** Ends the parts if the supervisor is killed. */
export type Guard = {
  pid: number | undefined;
  watch(pid: number): void;
  forget(pid: number): void;
  /** Ends the guard. Call it when the parts have stopped. */
  release(): void;
};

/**
 * Reads `+pid`, `-pid` and `q` from its input. Input that ends without `q` means that the supervisor died.
 * Then the guard ends the remaining process groups. A shell costs only one megabyte.
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

/** Starts the guard. Windows has none: the next start ends the remaining processes. */
export function startGuard(): Guard {
  if (process.platform === "win32") {
    return { pid: undefined, watch() {}, forget() {}, release() {} };
  }
  const child = spawn("/bin/sh", ["-c", guardScript], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  // A killed guard must not end the stack: run.json still names the processes to end.
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
