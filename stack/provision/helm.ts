import { type Artifact, findOrGet, fromRelease } from "./artifact.ts";
import { type ProvisionContext, runCommand } from "./context.ts";
import { fromGoModule } from "./goBuild.ts";

const version = "3.18.6";
const help = "Help: put Helm 3 (https://helm.sh) on PATH, or install Go 1.24 or newer.";

const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
const archive = `https://get.helm.sh/helm-v${version}-${platform}.tar.gz`;

const helm: Artifact = {
  name: "helm",
  version,
  onPath: ["helm"],
  refuse: refuseOther,
  sources: [
    fromRelease({ url: archive, checksumsUrl: `${archive}.sha256sum`, member: `${platform}/helm` }),
    fromGoModule("helm.sh/helm/v3/cmd/helm", `v${version}`),
  ],
};

/** Path of Helm, which the tests of the chart run. */
export async function provisionHelm(context: ProvisionContext): Promise<string> {
  return await findOrGet(helm, context, help);
}

/** Messages about wrong values differ before 3.18, and in Helm 4. */
async function refuseOther(executable: string, context: ProvisionContext): Promise<string | undefined> {
  const printed = await runCommand({ file: executable, args: ["version", "--short"], env: context.env });
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(printed) ?? [];
  return Number(major) === 3 && Number(minor) >= 18 ? undefined : `it is ${printed.trim()}, not 3.18 or newer`;
}
