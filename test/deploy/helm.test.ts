import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { Env } from "#schemas/settings/env.ts";
import { version } from "#schemas/version.ts";
import {
  chart,
  getHelm,
  kubeVersion,
  type KubernetesObject,
  renderChart,
  runHelm,
  valueSets,
  withValues,
} from "./chart.ts";

let helm = "";

/** Helm's complaint about the default values, changed by `--set` and `--set-json`. Null if it accepts them. */
async function refusalOf(...changes: string[]): Promise<string | null> {
  const set = changes.flatMap((change) => [
    change.includes("=[") || change.includes("={") ? "--set-json" : "--set",
    change,
  ]);
  try {
    await renderChart(helm, "default", set);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const named = (objects: KubernetesObject[], kind: string): string[] =>
  objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);

describe("the chart", () => {
  before(async function () {
    // A machine without Helm builds it.
    this.timeout(20 * 60_000);
    helm = await getHelm();
  });

  it("is of the version that it runs", () => {
    const { version: own, appVersion }: { version: string; appVersion: string } = parse(
      readFileSync(join(chart, "Chart.yaml"), "utf8"),
    );
    expect([own, appVersion]).to.deep.equal([version, version]);
  });

  for (const set of valueSets)
    it(`passes Helm's own checks with the values ${set}`, async () => {
      const printed = await runHelm(helm, ["lint", "--strict", ...withValues(set), ...kubeVersion]);
      expect(printed).to.include("1 chart(s) linted, 0 chart(s) failed");
    });

  it("needs only the values that have no default", async () => {
    const missing = await runHelm(helm, ["template", "watchframe", chart, ...kubeVersion]).catch(String);
    for (const name of ["publicUrl", "image/repository", "temporal/address", "s3/endpoint"])
      expect(missing).to.include(`at '/${name}': ''`);
    expect(await refusalOf()).to.equal(null);
  });

  const wrong: [changes: string, message: string][] = [
    ["publicUrl=render.example.com", "at '/publicUrl': 'render.example.com' does not match"],
    ["replicas=3", "additional properties 'replicas' not allowed"],
    ["api.replicas=many", "at '/api/replicas': got string, want integer"],
    ["temporal.address=temporal", "at '/temporal/address'"],
    ["image.digests.api=sha256:1", "at '/image/digests/api'"],
    ["image.pullPolicy=Sometimes", "at '/image/pullPolicy': value must be one of"],
    ["api.autoscaling.by=keda", "at '/api/autoscaling/by': value must be one of 'cpu', 'metric'"],
    ["api.autoscaling.by=metric", "at '/api/autoscaling': missing property 'metric'"],
    ["workers.render.resources.limits.memory=4Gb", "at '/workers/render/resources/limits/memory': '4Gb'"],
    ['workers.render.queues=["browser","ftech"]', "at '/workers/render/queues/1': value must be one of"],
    ['workers.render.queues=["browser","fetch"]', "no enabled worker has the queue compare in its `queues`"],
    ["workers.orchestration.enabled=false", "no enabled worker has the queue wf in its `queues`"],
    ['workers.more={"enabled":true,"queues":["io"]}', "at '/workers/more': missing properties 'replicas', 'resources'"],
    ["settings.PORT=x", "invalid propertyName 'PORT'"],
    ["settings.WATCHFRAME_LOG_LEVEL=1", "at '/settings/WATCHFRAME_LOG_LEVEL': got number, want string"],
    ["settings.WATCHFRAME_S3_BUCKET=other", "settings.WATCHFRAME_S3_BUCKET: the chart sets it by another value"],
    ["settings.WATCHFRAME_MONGO_URL=mongodb://m", "settings.WATCHFRAME_MONGO_URL: the chart sets it"],
    ["secret.existing=", "set secret.existing to the name of your Secret, or secret.values"],
    ["secret.values.mongo_url=mongodb://m", "set secret.existing or secret.values, not both"],
    ["codec.enabled=true", "codec.uiOrigin: set the origin of Temporal's UI"],
    ['networkPolicies.servers=[{"cidr":"10.1.2.3","port":1}]', "at '/networkPolicies/servers/0/cidr'"],
  ];
  for (const [change, message] of wrong)
    it(`refuses ${change} and names the value`, async () => {
      expect(await refusalOf(change)).to.include(message);
    });

  it("asks for each value of a Secret that it makes", async () => {
    const values = ["secret.existing=", "secret.values.mongo_url=mongodb://m", "secret.values.s3_access_key_id=a"];
    expect(await refusalOf(...values)).to.include("secret.values.s3_secret_access_key is missing");
  });

  it("takes no setting twice: none of those it makes itself may be among `settings`", async () => {
    const objects = (await Promise.all(valueSets.map(async (set) => await renderChart(helm, set)))).flat();
    const made = objects
      .filter(({ kind }) => kind === "ConfigMap")
      .flatMap(({ data = {} }) => Object.keys(data))
      .map((name) => name.replace(/_FILE$/, ""));
    const given = /^WATCHFRAME_(?:MAIL_FROM|DKIM_KEY|DKIM_SELECTOR|EGRESS_PROXY)$/;
    for (const name of new Set(made.filter((each) => !given.test(each)))) {
      expect(Env.properties).to.have.property(name);
      expect(await refusalOf(`settings.${name}_FILE=/x`), name).to.include(`settings.${name}_FILE`);
    }
  });

  it("pulls images by digest if it has one, else by the version", async () => {
    const images = (objects: KubernetesObject[]): Set<string> =>
      new Set(objects.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? []));
    const repository = "registry.example.com/watchframe";
    expect([...images(await renderChart(helm, "default"))].toSorted()).to.deep.equal(
      ["api", "tools", "worker"].map((target) => `${repository}/${target}:${version}`),
    );
    for (const image of images(await renderChart(helm, "external"))) expect(image).to.match(/@sha256:[0-9a-f]{64}$/);
    expect([...images(await renderChart(helm, "default", ["--set", "image.tag=edge"]))][0]).to.match(/:edge$/);
  });

  it("names everything after the release, so that two fit into one namespace", async () => {
    const names = (await renderChart(helm, "default", ["--set", "fullnameOverride=second"])).map(
      ({ metadata }) => metadata.name,
    );
    for (const name of names) expect(name).to.match(/^second(-|$)/);
  });

  it("runs the setup again only if it changed", async () => {
    const setups = async (...more: string[]): Promise<string[]> =>
      named(await renderChart(helm, "default", more), "Job").filter((name) => name.includes("setup"));
    const first = await setups();
    expect(first).to.have.length(1);
    expect(await setups("--set", "api.replicas=5")).to.deep.equal(first);
    expect(await setups("--set", "temporal.namespace=other")).to.not.deep.equal(first);
    expect(await setups("--set", "temporal.setup=false")).to.deep.equal([]);
  });

  it("starts new pods after a change of a setting or of a secret that it has", async () => {
    const sums = async (set: string, ...more: string[]): Promise<string> => {
      const text = await runHelm(helm, ["template", "watchframe", ...withValues(set), ...kubeVersion, ...more]);
      return [...new Set(text.match(/checksum\/settings: \S+/g))].join();
    };
    const before = await sums("small");
    expect(before).to.match(/^checksum\/settings: [0-9a-f]{64}$/);
    expect(await sums("small", "--set", "secret.values.smtp_url=smtp://m")).to.not.equal(before);
    expect(await sums("small", "--set", "s3.region=other")).to.not.equal(before);
    expect(await sums("small", "--set", "api.replicas=2")).to.equal(before);
  });
});
