import { expect } from "chai";
import { CodecEnv, Env } from "#schemas/settings/env.ts";
import { readEnv } from "#schemas/settings/readEnv.ts";
import { taskQueues } from "#orders/messages.ts";
import { type Container, getHelm, type KubernetesObject, type PodSpec, renderChart, valueSets } from "./chart.ts";
import { readCompose } from "./composeFile.ts";

type Pod = PodSpec & { name: string; labels: Record<string, string> };

/** Secrets by the names of their files. The others are empty. */
const secrets: Record<string, string> = {
  mongo_url: "mongodb://mongo.test/watchframe",
  s3_access_key_id: "access",
  s3_secret_access_key: "hidden",
  key_ring: `k1:${Buffer.alloc(32).toString("base64")}`,
  signing_key: Buffer.alloc(48).toString("base64"),
};

/** The objects of each set of values. */
const rendered = new Map<string, KubernetesObject[]>();

const objectsOf = (set: string): KubernetesObject[] => rendered.get(set) ?? [];
const ofKind = (set: string, kind: string) => objectsOf(set).filter((object) => object.kind === kind);

function podsOf(set: string): Pod[] {
  return objectsOf(set).flatMap(({ metadata, spec }) =>
    spec?.template
      ? [
          {
            name: metadata.name.replace(/^watchframe-/, ""),
            labels: spec.template.metadata.labels,
            ...spec.template.spec,
          },
        ]
      : [],
  );
}

const queuesOf = ({ containers }: Pod): string[] =>
  containers.flatMap(({ env = [] }) =>
    env.filter(({ name }) => name === "WATCHFRAME_WORKER_QUEUES").flatMap(({ value }) => value.split(",")),
  );

/** The names of all settings of a pod, also those of its configuration maps. */
function settingsOf(set: string, { containers }: Pod): string[] {
  const maps = new Set(containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name)));
  const mapped = ofKind(set, "ConfigMap").filter(({ metadata }) => maps.has(metadata.name));
  return [...mapped.flatMap(({ data }) => Object.keys(data ?? {})), ...containers.flatMap(envOf)];
}

/** The settings of a pod with their values. */
function valuesOf(set: string, { containers }: Pod): Record<string, string> {
  const [container] = containers;
  const maps = container?.envFrom?.map(({ configMapRef }) => configMapRef.name) ?? [];
  const data = maps.map((name) => ofKind(set, "ConfigMap").find(({ metadata }) => metadata.name === name)?.data);
  return Object.assign({}, ...data, Object.fromEntries(container?.env?.map(({ name, value }) => [name, value]) ?? []));
}

function envOf({ env = [] }: Container): string[] {
  return env.map(({ name }) => name);
}

const keysOf = ({ volumes }: Pod): string[] =>
  volumes.flatMap(({ secret }) => secret?.items?.map(({ key }) => key) ?? []);

describe("the objects of the chart", () => {
  before(async function () {
    // A machine without Helm builds it.
    this.timeout(20 * 60_000);
    const helm = await getHelm();
    for (const set of valueSets) rendered.set(set, await renderChart(helm, set));
  });

  for (const set of valueSets) {
    it(`${set}: pods are not root, write nothing but what is mounted, have no capability and no token`, () => {
      const pods = podsOf(set);
      expect(pods).to.have.length.at.least(4);
      for (const pod of pods) {
        expect(pod.securityContext, pod.name).to.deep.include({ runAsNonRoot: true, runAsUser: 10_001 });
        expect(pod.securityContext.seccompProfile, pod.name).to.deep.equal(
          queuesOf(pod).includes("browser")
            ? { type: "Localhost", localhostProfile: "watchframe/seccomp-chromium.json" }
            : { type: "RuntimeDefault" },
        );
        expect(pod.automountServiceAccountToken).to.equal(false);
        for (const container of pod.containers) {
          expect(container.securityContext).to.deep.equal({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
          expect(container.resources.limits?.memory).to.be.a("string");
          expect(pod.volumes.map(({ name }) => name)).to.have.members(container.volumeMounts.map(({ name }) => name));
        }
      }
    });

    it(`${set}: probes are of ports and paths that the programs have`, () => {
      const served = podsOf(set).filter(({ name }) => !/^(?:setup-.*|migrate|tools)$/.test(name));
      expect(served.map(({ name }) => name)).to.include.members(["api", "worker-render"]);
      for (const { livenessProbe, readinessProbe, ports = [] } of served.flatMap(({ containers }) => containers))
        for (const probe of [livenessProbe, readinessProbe]) {
          expect(ports.map((port) => port.name)).to.include(probe?.httpGet.port);
          expect(probe?.httpGet.path).to.match(/^\/health(\/live|\/ready)?$/);
        }
    });

    it(`${set}: each setting exists, each secret is mounted, and each file is of a setting`, () => {
      const known = new Set(Object.keys({ ...Env.properties, ...CodecEnv.properties }));
      for (const pod of podsOf(set)) {
        const settings = settingsOf(set, pod);
        for (const setting of settings) expect(known.has(setting.replace(/_FILE$/, "")), setting).to.equal(true);
        const files = settings.filter((name) => name.endsWith("_FILE"));
        // The setup of Temporal and the command line have the settings of all programs, and read some.
        if (!/^(?:setup-.*|migrate|tools)$/.test(pod.name)) expect(keysOf(pod), pod.name).to.have.length(files.length);
        expect(new Set(settings).size, pod.name).to.equal(settings.length);
      }
    });

    it(`${set}: the API and the workers accept their settings`, () => {
      for (const pod of podsOf(set).filter(({ name }) => name === "api" || name.startsWith("worker-"))) {
        const read = readEnv(valuesOf(set, pod), (path) => secrets[path.replace("/run/secrets/", "")] ?? "");
        expect(read.WATCHFRAME_MONGO_URL, pod.name).to.equal(secrets["mongo_url"]);
        if (pod.name !== "api") expect(read.WATCHFRAME_WORKER_QUEUES).to.deep.equal(queuesOf(pod));
      }
    });

    it(`${set}: each task queue is worked on by some worker`, () => {
      expect([...new Set(podsOf(set).flatMap(queuesOf))].toSorted()).to.deep.equal(
        Object.values(taskQueues).toSorted(),
      );
    });

    it(`${set}: only workers of "wf" and "io" have the keys of links and mails`, () => {
      for (const pod of podsOf(set).filter((each) => queuesOf(each).length > 0)) {
        const signs = queuesOf(pod).some((queue) => queue === "wf" || queue === "io");
        expect(keysOf(pod).includes("signing_key"), pod.name).to.equal(signs);
        expect(settingsOf(set, pod).includes("WATCHFRAME_SMTP_URL_FILE"), pod.name).to.equal(signs);
      }
    });

    it(`${set}: services, budgets and policies select pods there are`, () => {
      const labels = podsOf(set).map((pod) => pod.labels);
      const selectors = objectsOf(set).flatMap(({ kind, spec }) =>
        kind === "Service" ? [spec?.selector] : [spec?.selector?.matchLabels, spec?.podSelector?.matchLabels],
      );
      for (const selector of selectors) {
        if (selector === undefined) continue;
        const selected = labels.filter((each) => Object.entries(selector).every(([key, value]) => each[key] === value));
        expect(selected, JSON.stringify(selector)).to.not.deep.equal([]);
      }
    });

    it(`${set}: a deployment has its own number of pods only if nothing scales it`, () => {
      const scaled = new Set(objectsOf(set).flatMap(({ spec }) => spec?.scaleTargetRef?.name ?? []));
      for (const { metadata, spec } of ofKind(set, "Deployment"))
        expect(spec?.replicas === undefined, metadata.name).to.equal(scaled.has(metadata.name));
    });

    it(`${set}: everything is closed, and the internet is open without its private addresses`, () => {
      const policies = ofKind(set, "NetworkPolicy");
      expect(policies.map(({ metadata }) => metadata.name)).to.include("watchframe-nothing-else");
      const internet = policies.find(({ metadata }) => metadata.name === "watchframe-to-internet");
      const blocks = internet?.spec?.egress?.flatMap(({ to = [] }) => to) ?? [];
      expect(blocks.flatMap(({ ipBlock }) => ipBlock?.cidr ?? [])).to.deep.equal(["0.0.0.0/0", "2000::/3"]);
      expect(blocks.flatMap(({ ipBlock }) => ipBlock?.except ?? [])).to.include.members([
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
      ]);
    });
  }

  it("have the same secrets as docker-compose.yml", () => {
    const { services } = readCompose();
    const filed = (names: string[]) => names.filter((name) => name.endsWith("_FILE")).toSorted();
    const pod = (name: string) => podsOf("default").filter((each) => each.name === name);
    for (const name of ["api", "worker-render", "worker-orchestration"])
      expect(filed(pod(name).flatMap((each) => settingsOf("default", each))), name).to.deep.equal(
        filed(Object.keys(services[name]?.environment ?? {})),
      );
    for (const [name, service] of [
      ["api", "api"],
      ["worker-render", "worker-render"],
      ["worker-orchestration", "worker-orchestration"],
      ["tools", "cli"],
      ["migrate", "cli"],
    ] as const)
      expect(pod(name).flatMap(keysOf), name).to.have.members(services[service]?.secrets ?? []);
  });

  it("keep some of what serves through an eviction", () => {
    const budgets = (set: string) => ofKind(set, "PodDisruptionBudget").map(({ metadata }) => metadata.name);
    expect(budgets("default")).to.deep.equal(
      ["api", "worker-orchestration", "worker-render"].map((name) => `watchframe-${name}`),
    );
    // A budget of a single pod would block the drain of its node.
    expect(budgets("small")).to.deep.equal([]);
  });

  it("scale by processors, by a metric, or by what waits for a browser in Temporal", () => {
    const scalers = (set: string) =>
      ofKind(set, "HorizontalPodAutoscaler").map(({ spec }) => [spec?.scaleTargetRef?.name, spec?.metrics?.[0]?.type]);
    expect(scalers("default")).to.deep.equal([
      ["watchframe-api", "Resource"],
      ["watchframe-worker-render", "Resource"],
    ]);
    expect(scalers("external")).to.deep.equal([
      ["watchframe-api", "External"],
      ["watchframe-worker-fetch", "External"],
    ]);
    const [scaled] = ofKind("external", "ScaledObject");
    expect(scaled?.spec?.scaleTargetRef?.name).to.equal("watchframe-worker-render");
    expect(scaled?.spec?.triggers?.[0]).to.deep.include({ type: "temporal" });
    expect(scaled?.spec?.triggers?.[0]?.metadata).to.include({ taskQueue: taskQueues.browser, queueTypes: "activity" });
  });

  it("lead the host of the public address to the API", () => {
    const hosts = (set: string) => ofKind(set, "Ingress").map(({ spec }) => spec?.rules?.map(({ host }) => host));
    expect(hosts("default")).to.deep.equal([]);
    expect(hosts("small")).to.deep.equal([["watchframe.test"]]);
    expect(hosts("external")).to.deep.equal([["render.example.com"]]);
  });
});
