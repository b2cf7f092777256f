import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { waitForLock } from "#stack/lock.ts";
import { type Artifact, findOnPath, findOrGet, fromRelease, ProvisionError } from "#stack/provision/artifact.ts";
import { provisionBrowser } from "#stack/provision/browser.ts";
import type { ProvisionContext } from "#stack/provision/context.ts";
import { installWithApt } from "#stack/provision/debian.ts";
import { provisionFfmpeg } from "#stack/provision/ffmpeg.ts";
import { fromGoFolder, fromGoModule } from "#stack/provision/goBuild.ts";
import { until } from "./support/until.ts";

const HELP = "Help: set WATCHFRAME_TOOL_URL.";
const givenUp = new Error("stopped by hand");

/** A vendor's download site with one release, and a count of what was asked of it. */
class Vendor {
  readonly #server: Server;
  readonly #archive: Buffer;
  requests: string[] = [];
  sum: string;
  url = "";

  constructor(archive: Buffer) {
    this.#archive = archive;
    this.sum = createHash("sha256").update(archive).digest("hex");
    this.#server = createServer((request, response) => {
      this.requests.push(request.url ?? "");
      if (request.url === "/checksums.txt") response.end(`${this.sum}  tool.tar.gz\n`);
      else response.end(this.#archive);
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  artifact(): Artifact {
    const release = { url: `${this.url}/tool.tar.gz`, checksumsUrl: `${this.url}/checksums.txt`, member: "tool" };
    return { name: "tool", version: "1.0", onPath: ["tool"], sources: [fromRelease(release)] };
  }
}

/** A vendor's site and an empty cache for each test. */
function useVendor() {
  let folder: string;
  let vendor: Vendor;
  let lines: string[];
  let context: ProvisionContext;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-provision-"));
    await writeFile(path.join(folder, "tool"), "#!/bin/sh\necho tool 1.0\n", { mode: 0o755 });
    execFileSync("tar", ["-czf", path.join(folder, "tool.tar.gz"), "-C", folder, "tool"]);
    vendor = new Vendor(await readFile(path.join(folder, "tool.tar.gz")));
    await vendor.open();
    lines = [];
    const env = { PATH: "/usr/local/bin:/usr/bin:/bin" };
    context = { env, cacheDir: path.join(folder, "cache"), onLine: (line) => void lines.push(line) };
  });
  afterEach(async () => {
    vendor.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return folder;
    },
    get vendor() {
      return vendor;
    },
    get lines() {
      return lines;
    },
    get context() {
      return context;
    },
  };
}

describe("provisioning a server: the cache", () => {
  const vendors = useVendor();

  it("downloads a release once and finds it in the cache from then on", async () => {
    const first = await findOrGet(vendors.vendor.artifact(), vendors.context, HELP);
    expect(execFileSync(first, { encoding: "utf8" })).to.equal("tool 1.0\n");
    vendors.vendor.requests = [];
    expect(await findOrGet(vendors.vendor.artifact(), vendors.context, HELP)).to.equal(first);
    expect(vendors.vendor.requests).to.deep.equal([]);
  });

  it("prefers an executable on PATH, unless it is refused", async () => {
    const bin = path.join(vendors.folder, "bin");
    await mkdir(bin);
    await writeFile(path.join(bin, "tool"), "#!/bin/sh\n", { mode: 0o755 });
    const withBin = { ...vendors.context, env: { PATH: `${bin}:/usr/bin:/bin` } };
    expect(await findOrGet(vendors.vendor.artifact(), withBin, HELP)).to.equal(path.join(bin, "tool"));
    const refused = await findOrGet(
      { ...vendors.vendor.artifact(), refuse: async () => "it is too old" },
      withBin,
      HELP,
    );
    expect(refused).to.include(vendors.context.cacheDir);
    expect(vendors.lines.join("\n")).to.include("it is too old");
  });

  it("reports a damaged file in the cache and downloads it again", async () => {
    const executable = await findOrGet(vendors.vendor.artifact(), vendors.context, HELP);
    await appendFile(executable, "# changed\n");
    const again = await findOrGet(vendors.vendor.artifact(), vendors.context, HELP);
    expect(vendors.lines.join("\n")).to.include("the cached copy is damaged");
    expect(await readFile(again, "utf8")).to.not.include("# changed");
  });

  it("does not use a download with a wrong checksum", async () => {
    vendors.vendor.sum = "0".repeat(64);
    const failure = await failureOf(findOrGet(vendors.vendor.artifact(), vendors.context, HELP));
    expect(failure.message).to.include("the vendor's sha256 is 0000");
    expect(await readdir(path.join(vendors.context.cacheDir, "tool"))).to.deep.equal(["lock"]);
  });

  it("removes what a killed process has left half done", async () => {
    const left = path.join(vendors.context.cacheDir, "tool", ".unfinished-abc");
    await mkdir(left, { recursive: true });
    await chmod(left, 0o700);
    await findOrGet(vendors.vendor.artifact(), vendors.context, HELP);
    expect(await readdir(path.join(vendors.context.cacheDir, "tool"))).to.not.include(".unfinished-abc");
  });
});

describe("provisioning a server: sources and stops", () => {
  const vendors = useVendor();

  it("tries the next source, and finally reports all tries and the remedy", async () => {
    vendors.vendor.close();
    const artifact = vendors.vendor.artifact();
    const sources = [...artifact.sources, fromGoModule("example.com/tool", "v1.0.0")];
    const failure = await failureOf(
      findOrGet({ ...artifact, sources }, { ...vendors.context, env: { PATH: "/nowhere" } }, HELP),
    );
    expect(failure.message).to.include("PATH: no tool");
    expect(failure.message).to.match(/downloading .*ECONNREFUSED/);
    expect(failure.message).to.match(/building example.com\/tool@v1.0.0 with Go: no go on PATH/);
    expect(failure.message).to.include(HELP);
  });

  it("keeps the executable of a Go build alone", async () => {
    const { context } = vendors;
    const folder = path.join(context.cacheDir, "sources");
    const directory = path.join(context.cacheDir, "built");
    for (const each of [folder, directory]) await mkdir(each, { recursive: true });
    await writeFile(path.join(folder, "go.mod"), "module example.com/tool\n\ngo 1.23\n");
    await writeFile(path.join(folder, "main.go"), 'package main\n\nfunc main() { print("built") }\n');
    const output = await fromGoFolder(folder, "tool", []).fetch(directory, { ...context, env: process.env });
    expect(await readdir(directory)).to.deep.equal(["tool"]);
    expect(spawnSync(output, { encoding: "utf8" }).stderr).to.equal("built");
  });

  it("tries no other source after the start was cancelled", async () => {
    const abortStart = new AbortController();
    const tried: string[] = [];
    const source = (title: string): Artifact["sources"][number] => ({
      title,
      fetch: () => {
        tried.push(title);
        abortStart.abort(givenUp);
        return Promise.reject(new Error("ended by a signal"));
      },
    });
    const artifact = { ...vendors.vendor.artifact(), onPath: [], sources: [source("first"), source("second")] };
    const reason = await reasonOf(findOrGet(artifact, { ...vendors.context, signal: abortStart.signal }, HELP));
    expect([reason, tried]).to.deep.equal([givenUp, ["first"]]);
  });

  it("does not report a broken browser when the start is cancelled during its check", async () => {
    const shell = path.join(vendors.folder, "chrome-headless-shell");
    await writeFile(shell, `#!/bin/sh\necho asked > ${vendors.folder}/asked\nexec sleep 60\n`, { mode: 0o755 });
    const abortStart = new AbortController();
    const env = { PATH: `${vendors.folder}:/usr/bin:/bin` };
    const ending = reasonOf(provisionBrowser({ ...vendors.context, env, signal: abortStart.signal }));
    await until("the browser is asked", () => existsSync(path.join(vendors.folder, "asked")));
    abortStart.abort(givenUp);
    expect([await ending, vendors.lines]).to.deep.equal([givenUp, []]);
  });
});

describe("provisioning ffmpeg and Debian packages", () => {
  const vendors = useVendor();
  const program = (name: string, script: string) =>
    writeFile(path.join(vendors.folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const within = () => ({ ...vendors.context, env: { PATH: vendors.folder } });

  it("takes ffmpeg from the setting, or else from PATH", async () => {
    await program("ffmpeg", "exit 0");
    const onPath = path.join(vendors.folder, "ffmpeg");
    expect(await provisionFfmpeg(within())).to.equal(onPath);
    expect(await provisionFfmpeg({ ...vendors.context, env: { WATCHFRAME_FFMPEG: onPath } })).to.equal(onPath);
    const wrong = { ...vendors.context, env: { WATCHFRAME_FFMPEG: "/nowhere/ffmpeg" } };
    expect(String(await reasonOf(provisionFfmpeg(wrong)))).to.include("/nowhere/ffmpeg does not start");
  });

  it("starts without ffmpeg, and one line names the remedy", async () => {
    expect(await provisionFfmpeg({ ...vendors.context, env: { PATH: "/nowhere" } })).to.equal(null);
    expect(vendors.lines).to.have.length(1);
    expect(vendors.lines[0]).to.match(/apt-get install ffmpeg.*WATCHFRAME_FFMPEG/);
  });

  it("installs by the lists that are there, else fetches them, and never runs apt-get twice at once", async function () {
    if (process.getuid?.() !== 0) this.skip();
    const log = path.join(vendors.folder, "log");
    // Stands for apt-get: it installs only after an update, and complains when another one runs.
    await program(
      "apt-get",
      `cd ${vendors.folder}; /bin/mkdir running || { echo twice >> log; exit 1; }
      /bin/sleep 0.2; echo "$*" >> log; code=100
      case "$*" in update) echo > lists; code=0;; *) if [ -f lists ]; then for last; do :; done; echo > "$last"; /bin/chmod 755 "$last"; code=0; fi;; esac
      /bin/rmdir running; exit $code`,
    );
    const get = (name: string) =>
      installWithApt({ name, packages: [name], find: (context) => findOnPath([name], context) }, within(), []);
    const found = await Promise.all(["first", "second", "first"].map(get));
    expect(found).to.deep.equal(["first", "second", "first"].map((name) => path.join(vendors.folder, name)));
    const calls = (await readFile(log, "utf8")).trim().split("\n");
    expect(calls.filter((line) => line === "update")).to.have.length(1);
    expect(calls.filter((line) => line === "twice")).to.deep.equal([]);
    expect(calls.filter((line) => line.includes("install"))).to.have.length(3);
  });
});

describe("provisioning a server: several at once", () => {
  const vendors = useVendor();

  it("downloads once when several processes start at the same time; the others wait", async () => {
    const all = await Promise.all([1, 2, 3].map(() => findOrGet(vendors.vendor.artifact(), vendors.context, HELP)));
    expect(new Set(all).size).to.equal(1);
    expect(vendors.vendor.requests.filter((url) => url === "/tool.tar.gz")).to.have.length(1);
    expect(vendors.lines.join("\n")).to.include("waiting for another process");
  });

  it("does not wait for processes that only read the cache", async () => {
    await findOrGet(vendors.vendor.artifact(), vendors.context, HELP);
    vendors.lines.length = 0;
    const looking = await waitForLock(path.join(vendors.context.cacheDir, "tool", "lock"), () => undefined);
    try {
      await findOrGet(vendors.vendor.artifact(), vendors.context, HELP);
    } finally {
      looking.release();
    }
    expect(vendors.lines).to.deep.equal([]);
  });
});

async function failureOf(work: Promise<unknown>): Promise<ProvisionError> {
  const error = await reasonOf(work);
  if (error instanceof ProvisionError) return error;
  throw new Error(`expected a ProvisionError, got ${String(error)}`);
}

/** The reason of a rejection; undefined if the work succeeds. */
function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}
