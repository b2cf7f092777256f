import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { smallCapture, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { useResource } from "../support/useResource.ts";

const page = (price: string) =>
  `<!doctype html><html lang="de"><title>Shop</title><main><p class="price">${price}</p><p>Lager: 3</p></main>`;

describe("the values of a monitor", function () {
  this.timeout(120_000);
  const answer = { body: page("39,00 €") };
  const site = useResource(() =>
    serveSite((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(answer.body);
    }),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`, receiver.host] });
  after(stopAll);

  it("are kept by each run, and keep the baseline when they change", async () => {
    const values = [
      { name: "price", selector: ".price", as: "number" },
      { name: "stock", pattern: "Lager: (\\d+)" },
    ];
    const url = `http://127.0.0.1:${site.port}/`;
    const alerts = { webhook: { url: `${receiver.url}/values` } };
    const { id, monitors } = await watchPage({ pipeline, receiver, url }, "values", {
      alerts,
      capture: { ...smallCapture, values },
    });
    answer.body = page("89,00 €");
    expect((await monitors.runNow(id)).result?.values).to.deep.equal({
      price: { value: 89, text: "89,00 €" },
      stock: { value: "3", text: "3" },
    });
    const { baselineRunId } = await monitors.get(id);
    expect(baselineRunId).to.be.a("string");
    await monitors.call("PATCH", `/${id}`, { capture: { values: values.slice(1) } });
    expect((await monitors.get(id)).baselineRunId).to.equal(baselineRunId);
    expect((await monitors.runNow(id)).result?.values).to.have.all.keys("stock");
  });
});
