import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { provisionHelm } from "#stack/provision/helm.ts";
import { root } from "./composeFile.ts";

const run = promisify(execFile);

/** The folder of the chart. */
export const chart = join(root, "deploy/helm/watchframe");

/** Sets of values that the tests render, by name. */
export const valueSets: readonly string[] = readdirSync(join(chart, "ci"))
  .map((file) => file.replace(/-values\.yaml$/, ""))
  .toSorted();

/** Helm without a cluster knows the version of Kubernetes only by this. */
export const kubeVersion = ["--kube-version", "1.32.0"] as const;

type Probe = { httpGet: { path: string; port: string } };

/** A container of a rendered pod. */
export type Container = {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: Record<string, unknown>;
  resources: { requests?: object; limits?: { memory?: string } };
  volumeMounts: { name: string; mountPath: string }[];
};

type Volume = { name: string; secret?: { secretName: string; items?: { key: string }[] } };

/** A rendered pod. */
export type PodSpec = {
  automountServiceAccountToken?: boolean;
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: object };
  containers: Container[];
  volumes: Volume[];
};

/** An object that the chart makes, as far as tests look at it. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    replicas?: number;
    minReplicas?: number;
    metrics?: { type: string }[];
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    podSelector?: { matchLabels?: Record<string, string> };
    scaleTargetRef?: { name: string };
    triggers?: { type: string; metadata: Record<string, string> }[];
    egress?: { to?: { ipBlock?: { cidr: string; except?: string[] } }[] }[];
    rules?: { host: string }[];
  };
};

/** Gets Helm: a machine without one builds it, which takes minutes. */
export async function getHelm(): Promise<string> {
  const env = process.env;
  return await provisionHelm({ env, cacheDir: cacheDirOf(env), onLine: (line) => console.log(`  ${line}`) });
}

/** Runs Helm and returns what it prints. @throws with its message if it fails. */
export async function runHelm(helm: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(helm, [...args], { maxBuffer: 16 * 2 ** 20 });
  return stdout;
}

/** Arguments that name the chart with a set of values. */
export function withValues(set: string): string[] {
  return [chart, "--namespace", "watchframe", "--values", join(chart, "ci", `${set}-values.yaml`)];
}

/** The objects that the chart makes of a set of values and further arguments. */
export async function renderChart(
  helm: string,
  set: string,
  more: readonly string[] = [],
): Promise<KubernetesObject[]> {
  const text = await runHelm(helm, ["template", "watchframe", ...withValues(set), ...kubeVersion, ...more]);
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.map(({ message }) => message).join("\n"));
    const object: KubernetesObject | null = document.toJS();
    return object === null ? [] : [object];
  });
}
