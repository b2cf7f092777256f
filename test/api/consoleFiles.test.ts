import { expect } from "chai";
import { buildConsole } from "#stack/consoleBuild.ts";
import { useApi } from "./support/useApi.ts";

describe("the console's files", function () {
  this.timeout(120_000);
  const { api } = useApi();
  before(() => buildConsole(() => undefined));

  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers });
  const scriptOf = async (): Promise<string> =>
    /src="(\/console\/assets\/[^"]+\.js)"/.exec(await (await get("/console")).text())?.[1] ?? "";

  it("are one page under every path, with a policy that runs only the console's own files", async () => {
    for (const path of ["/console", "/console/", "/console/monitors/any", "/console/login"]) {
      const reply = await get(path);
      expect([reply.status, reply.headers.get("Cache-Control")], path).to.deep.equal([200, "no-cache"]);
      expect(await reply.text()).to.include('<div id="root">');
      const policy = reply.headers.get("Content-Security-Policy") ?? "";
      expect(policy).to.include("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).not.to.match(/unsafe|\*/);
    }
  });

  it("have names that change with their content, so browsers keep them", async () => {
    const reply = await get(await scriptOf());
    expect(reply.headers.get("Cache-Control")).to.equal("public, max-age=31536000, immutable");
    expect(reply.headers.get("Content-Type")).to.equal("text/javascript; charset=utf-8");
    expect(reply.headers.get("Content-Encoding")).to.equal("gzip");
  });

  it("are 404 if the build has no such file, and never leave its folder", async () => {
    expect((await get("/console/assets/old-1234.js")).status).to.equal(404);
    for (const path of ["/console/..%2f..%2fpackage.json", "/console/%2e%2e/package.json"]) {
      expect(await (await get(path)).text()).not.to.include('"dependencies"');
    }
  });
});
