import { expect } from "chai";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const browser = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

describe("the API's own address", () => {
  const { api } = useApi();

  const pathOf = (address: string): string => address.replace(api.ports.publicUrl, "");

  it("names the next addresses to programs", async () => {
    const { status, json } = await api.anyone.call("GET", "/");
    expect(status).to.equal(200);
    expect(json).to.deep.include({ success: true, name: "Watchframe" });
    for (const name of ["docs", "openApi", "health"]) {
      const address = textAt(json, `links.${name}`);
      expect(address).to.match(/^http:\/\/api\.test\//);
      expect((await api.anyone.call("GET", pathOf(address))).status, address).to.equal(200);
    }
    expect(at(json, "links.health")).to.equal("http://api.test/health/ready");
  });

  it("is a page in a browser with working links and a working command", async () => {
    const page = await api.anyone.call("GET", "/", browser);
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).to.match(/^default-src 'none'; style-src 'sha256-/);
    const text = page.bytes.toString();
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, address = ""]) => pathOf(address));
    expect(links).to.deep.equal(["/console", "/docs", "/openapi.json", "/health/ready"]);
    for (const path of links) expect((await fetch(api.url + path)).status, path).to.equal(200);
    expect(text).to.include("http://api.test/render/screenshot?url=https://example.com");
  });
});
