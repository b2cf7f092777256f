import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
import { CodecEnv, Env } from "#schemas/settings/env.ts";
import { taskQueues } from "#orders/messages.ts";
import { readCompose, root } from "./composeFile.ts";

type Probe = { httpGet: { path: string; port: string } };
type Container = {
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
type PodSpec = {
  automountServiceAccountToken?: boolean;
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: object };
  containers: Container[];
  volumes: { name: string; secret?: { secretName: string; items?: { key: string }[] } }[];
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  resources?: string[];
  spec?: {
    replicas?: number;
    selector?: { matchLabels?: Record<string, string> };
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    podSelector?: object;
    scaleTargetRef?: { name: string };
    triggers?: { type: string; metadata: Record<string, string> }[];
    egress?: { to?: { ipBlock?: { cidr: string; except?: string[] } }[] }[];
  };
};

const folder = join(root, "deploy/kubernetes");
const files = readdirSync(folder);
const manifests = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => {
    expect(document.errors, file).to.deep.equal([]);
    const manifest: Manifest = document.toJS();
    return manifest;
  }),
);
const pods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template ? [{ name: metadata.name, labels: spec.template.metadata.labels, ...spec.template.spec }] : [],
);
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

const configs = ofKind("ConfigMap");

describe("the Kubernetes manifests", () => {
  it("are all in the kustomization", () => {
    const [kustomization] = ofKind("Kustomization");
    const others = files.filter((file) => file !== "kustomization.yaml");
    expect(kustomization?.resources?.toSorted()).to.deep.equal(others.toSorted());
  });

  for (const { name, containers, securityContext, automountServiceAccountToken, volumes } of pods) {
    it(`${name}: not root, nothing writable but what is mounted, no capability, no token, a bound on memory`, () => {
      expect(securityContext).to.deep.include({ runAsNonRoot: true, runAsUser: 10_001 });
      expect(securityContext.seccompProfile).to.deep.equal(
        name === "worker-render"
          ? { type: "Localhost", localhostProfile: "watchframe/seccomp-chromium.json" }
          : { type: "RuntimeDefault" },
      );
      expect(automountServiceAccountToken).to.equal(false);
      for (const container of containers) {
        expect(container.securityContext).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources.limits?.memory).to.be.a("string");
        const mounted = volumes.map((volume) => volume.name);
        for (const mount of container.volumeMounts) expect(mounted).to.include(mount.name);
      }
    });
  }

  for (const { name, containers } of pods.filter((pod) => pod.name !== "temporal-setup")) {
    it(`${name}: probes of ports and paths that it has`, () => {
      for (const { livenessProbe, readinessProbe, ports = [] } of containers) {
        for (const probe of [livenessProbe, readinessProbe]) {
          expect(ports.map((port) => port.name)).to.include(probe?.httpGet.port);
          expect(probe?.httpGet.path).to.match(/^\/health(\/live|\/ready)?$/);
        }
      }
    });
  }

  it("give each program the same settings as docker-compose.yml, and only settings that exist", () => {
    const known = new Set(Object.keys({ ...Env.properties, ...CodecEnv.properties }));
    const settings = [...configs.flatMap(({ data }) => Object.keys(data ?? {})), ...pods.flatMap(envOf)];
    for (const setting of settings) expect(known.has(setting.replace(/_FILE$/, "")), setting).to.equal(true);
    const { services } = readCompose();
    const filed = (names: string[]) => names.filter((name) => name.endsWith("_FILE")).toSorted();
    for (const name of ["api", "worker-render", "worker-orchestration"]) {
      const composed = services[name];
      const pod = pods.find((each) => each.name === name);
      expect(filed(pod === undefined ? [] : settingsOf(pod)), name).to.deep.equal(
        filed(Object.keys(composed?.environment ?? {})),
      );
      const mounted = pod?.volumes.flatMap(({ secret }) => secret?.items?.map(({ key }) => key) ?? []);
      expect(mounted, name).to.have.members(composed?.secrets ?? []);
    }
  });

  it("have each task queue worked on by some worker", () => {
    const worked = pods.flatMap(({ containers }) =>
      containers.flatMap(({ env = [] }) =>
        env.filter(({ name }) => name === "WATCHFRAME_WORKER_QUEUES").flatMap(({ value }) => value.split(",")),
      ),
    );
    expect(worked.toSorted()).to.deep.equal(Object.values(taskQueues).toSorted());
  });

  it("keep some of what serves through an eviction, by budgets that select pods there are", () => {
    const selected = ofKind("PodDisruptionBudget").map(({ spec }) => spec?.selector?.matchLabels ?? {});
    for (const labels of selected) expect(pods.map((pod) => pod.labels)).to.deep.include(labels);
    expect(ofKind("PodDisruptionBudget").map(({ metadata }) => metadata.name)).to.deep.equal([
      "api",
      "worker-orchestration",
      "worker-render",
    ]);
  });

  it("scale render workers by what waits for a browser in Temporal", () => {
    const [scaled] = ofKind("ScaledObject");
    expect(scaled?.spec?.scaleTargetRef?.name).to.equal("worker-render");
    expect(scaled?.spec?.triggers?.[0]).to.deep.include({ type: "temporal" });
    expect(scaled?.spec?.triggers?.[0]?.metadata).to.include({ taskQueue: taskQueues.browser, queueTypes: "activity" });
  });

  it("close everything, and open the internet without its private addresses", () => {
    const policies = ofKind("NetworkPolicy");
    expect(policies[0]?.spec?.podSelector).to.deep.equal({});
    const blocks = policies.flatMap(({ spec }) => spec?.egress ?? []).flatMap(({ to = [] }) => to);
    const except = blocks.flatMap(({ ipBlock }) => ipBlock?.except ?? []);
    expect(except).to.include.members(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"]);
    expect(blocks.flatMap(({ ipBlock }) => ipBlock?.cidr ?? [])).to.deep.equal(["0.0.0.0/0", "2000::/3"]);
  });
});

/** The names of all settings of a pod, also those of its configuration maps. */
function settingsOf({ containers }: { containers: Container[] }): string[] {
  const maps = new Set(containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name)));
  const mapped = configs.filter(({ metadata }) => maps.has(metadata.name));
  return [...mapped.flatMap(({ data }) => Object.keys(data ?? {})), ...envOf({ containers })];
}

function envOf({ containers }: { containers: Container[] }): string[] {
  return containers.flatMap(({ env = [] }) => env.map(({ name }) => name));
}
