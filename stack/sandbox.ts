import { spawnSync } from "node:child_process";

/** A remedy for each reason for which Chromium cannot use its sandbox. */
const warnings = {
  root: "running as root, so Chromium runs without its sandbox; fine for trying out, not for production",
  namespaces:
    "users may make no namespaces here, so Chromium runs without its sandbox; fine for trying out. In a container, allow them with --security-opt seccomp=deploy/seccomp-chromium.json",
} as const;

/** Why Chromium cannot use its sandbox, as a warning; null if it can. */
export function sandboxWarning(): string | null {
  if (process.getuid?.() === 0) return warnings.root;
  if (process.platform !== "linux") return null;
  // Chromium makes these namespaces. A system without the command tells nothing, and then Chromium itself decides.
  const { status } = spawnSync("unshare", ["--user", "--pid", "--fork", "true"], { stdio: "ignore", timeout: 5_000 });
  return status === 0 || status === null ? null : warnings.namespaces;
}
