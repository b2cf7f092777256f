import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect } from "chai";
import { getHelm, type KubernetesObject, renderChart, valueSets } from "./chart.ts";

const shapes: { kinds: Record<string, string>; definitions: object } = JSON.parse(
  readFileSync(new URL("../fixtures/kubernetes/shapes.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });

/** The faults of an object by the shapes of Kubernetes and KEDA. */
function problemsOf(object: KubernetesObject): string[] {
  const kind = shapes.kinds[`${object.apiVersion}/${object.kind}`];
  if (kind === undefined) return [`unknown kind ${object.apiVersion} ${object.kind}`];
  ajv.validate({ definitions: shapes.definitions, $ref: kind }, object);
  return (ajv.errors ?? []).map(
    ({ instancePath, message = "", params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

describe("the shapes of the chart's objects", () => {
  let helm = "";

  before(async function () {
    // A machine without Helm builds it.
    this.timeout(20 * 60_000);
    helm = await getHelm();
  });

  for (const set of valueSets)
    it(`are those of Kubernetes: ${set}`, async () => {
      const objects = await renderChart(helm, set);
      expect(objects).to.have.length.at.least(15);
      for (const object of objects) expect(problemsOf(object), object.metadata.name).to.deep.equal([]);
    });

  it("are in every kind that the shapes describe", async () => {
    const objects = (await Promise.all(valueSets.map(async (set) => await renderChart(helm, set)))).flat();
    expect([...new Set(objects.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`))].toSorted()).to.deep.equal(
      Object.keys(shapes.kinds).toSorted(),
    );
  });

  it("refuse a field that Kubernetes does not have, and a value of another type", async () => {
    const objects = await renderChart(helm, "default");
    const api = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name.endsWith("-api"));
    const spec = api?.spec?.template?.spec;
    if (api === undefined || spec === undefined) throw new Error("The chart has no API.");
    Object.assign(spec, { terminationGracePeriod: 45, automountServiceAccountToken: "no" });
    expect(problemsOf(api)).to.have.members([
      '/spec/template/spec must NOT have additional properties {"additionalProperty":"terminationGracePeriod"}',
      '/spec/template/spec/automountServiceAccountToken must be boolean {"type":"boolean"}',
    ]);
  });
});
