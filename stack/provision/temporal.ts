import path from "node:path";
import { searchAttributes } from "#temporal-config/names.ts";
import { serverEnvironment } from "../environment.ts";
import type { PartDefinition } from "../supervisor/partRunner.ts";
import { type Artifact, findOrGet, fromRelease } from "./artifact.ts";
import { type ProvisionContext, runCommand } from "./context.ts";
import { fromGoModule } from "./goBuild.ts";

/** The newest CLI that also builds from the Go module proxy. It contains server 1.29. */
const version = "1.5.1";
const help =
  "Help: set WATCHFRAME_TEMPORAL_ADDRESS to a running Temporal (host:port), put the Temporal CLI (https://docs.temporal.io/cli) " +
  "on PATH, or install Go 1.23 or newer.";

const dynamicConfig = [
  // The default of 20 polls a second on the dev server's one shard puts every step on a 50 ms grid.
  "history.transferProcessorMaxPollRPS=500",
  "history.timerProcessorMaxPollRPS=500",
  // Priorities and fairness are exact only with one partition.
  "matching.enableFairness=true",
  "matching.numTaskqueueReadPartitions=1",
  "matching.numTaskqueueWritePartitions=1",
  // By default it keeps the state of the last 128,000 workflows in memory, so it would grow for days.
  "history.cacheSizeBasedLimit=true",
  `history.hostLevelCacheMaxSizeBytes=${32 * 2 ** 20}`,
];

const temporalCli: Artifact = {
  name: "temporal",
  version,
  onPath: ["temporal"],
  refuse: refuseOldServer,
  sources: [
    fromRelease({
      url: `https://github.com/temporalio/cli/releases/download/v${version}/temporal_cli_${version}_${process.platform}_${goArch()}.tar.gz`,
      checksumsUrl: `https://github.com/temporalio/cli/releases/download/v${version}/checksums.txt`,
      member: "temporal",
    }),
    fromGoModule("github.com/temporalio/cli/cmd/temporal", `v${version}`),
  ],
};

/** Bytes of memory beyond which the server collects garbage without a pause. Go's own rule waits for a multiple of what lives. */
const maxServerBytes = 384 * 2 ** 20;

/** Path of the Temporal CLI. */
export async function provisionTemporal(context: ProvisionContext): Promise<string> {
  return findOrGet(temporalCli, context, help);
}

/** Options of the dev server. */
export type TemporalTarget = {
  executable: string;
  home: string;
  namespace: string;
  port: number;
  uiPort: number;
};

/** Temporal's dev server with its UI and one SQLite file. */
export function temporalPart({ executable, home, namespace, port, uiPort }: TemporalTarget): PartDefinition {
  const args = ["server", "start-dev", "--db-filename", path.join(home, "temporal.db"), "--namespace", namespace];
  args.push("--ip", "127.0.0.1", "--port", String(port), "--ui-port", String(uiPort), "--log-level", "error");
  for (const value of dynamicConfig) args.push("--dynamic-config-value", value);
  // Without these settings a workflow costs three to five times as much.
  for (const pragma of ["journal_mode=wal", "synchronous=1"]) args.push("--sqlite-pragma", pragma);
  for (const name of searchAttributes) args.push("--search-attribute", `${name}=Keyword`);
  return {
    name: "temporal",
    needs: [],
    command: { file: executable, args, env: { ...serverEnvironment(home), GOMEMLIMIT: String(maxServerBytes) } },
    ready: () => namespaceIsUp(`http://127.0.0.1:${uiPort}`, namespace),
    graceMs: 10_000,
  };
}

/** The UI forwards the request to the server, so one reply shows that both are up. */
async function namespaceIsUp(uiUrl: string, namespace: string): Promise<boolean> {
  const response = await fetch(`${uiUrl}/api/v1/namespaces/${namespace}/search-attributes`, {
    signal: AbortSignal.timeout(2_000),
  });
  await response.body?.cancel();
  return response.ok;
}

/** Fairness and activity control need server 1.29. `temporal --version` prints the server's version. */
async function refuseOldServer(executable: string, context: ProvisionContext): Promise<string | undefined> {
  const printed = await runCommand({ file: executable, args: ["--version"], env: context.env });
  const [, major, minor] = /Server (\d+)\.(\d+)/.exec(printed) ?? [];
  if (Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 29)) return undefined;
  return `its server is older than 1.29 (${printed.trim()})`;
}

function goArch(): string {
  return process.arch === "x64" ? "amd64" : process.arch;
}
