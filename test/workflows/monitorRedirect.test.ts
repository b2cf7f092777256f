import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { smallCapture, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { useResource } from "../support/useResource.ts";

const page = (text: string) => `<!doctype html><title>Shop</title><main><h1>${text}</h1><p>${text} for everybody.</p>`;

describe("a monitor's page that leads elsewhere", function () {
  this.timeout(120_000);
  /** Addresses by path; a path without one is a page. */
  const leads = new Map<string, string>();

  const site = useResource(() =>
    serveSite((request, response) => {
      const target = leads.get(request.url ?? "");
      if (target !== undefined) return response.writeHead(302, { Location: target }).end();
      response
        .writeHead(200, { "Content-Type": "text/html" })
        .end(page(request.url === "/log-in" ? "Log in" : "Prices"));
    }),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({
    allow: () => [`127.0.0.1:${site.port}`, receiver.host],
    openBrowser: openSketchBrowser,
  });
  after(stopAll);
  const host = () => `127.0.0.1:${site.port}`;

  async function watch(name: string, first: string | null, then: string) {
    const path = `/${name}`;
    leads.delete(path);
    if (first !== null) leads.set(path, first);
    const alerts = { webhook: { url: `${receiver.url}/${name}` } };
    const watched = { pipeline, receiver, url: `http://${host()}${path}` };
    const { id, monitors, events, mails } = await watchPage(watched, name, { alerts, capture: smallCapture });
    leads.set(path, then);
    const { result } = await monitors.runNow(id);
    return { result, events, mails };
  }

  it("is named by its host in the result, the mail and the webhook", async () => {
    const { result, events, mails } = await watch("prices", null, "/log-in");
    expect(result).to.include({ changed: true, redirectedTo: host() });
    const [event] = await events(1);
    expect(event?.data["redirectedTo"]).to.equal(host());
    const [mail] = await mails(1);
    expect(mail?.TextBody).to.include(`Redirected: to another address, on ${host()}`);
  });

  it("is not named if it always leads there", async () => {
    const { result } = await watch("always", "/log-in", "/log-in");
    expect(result).to.include({ changed: false }).and.to.not.have.property("redirectedTo");
  });

  it("is not named if only the fragment of that address changes", async () => {
    const { result } = await watch("same", "/same-page", "/same-page#part");
    expect(result).to.not.have.property("redirectedTo");
  });
});
