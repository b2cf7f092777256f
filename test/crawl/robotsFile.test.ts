import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { robotsTest } from "#activities/crawl/robots.ts";
import { fetchRobots, type RobotsFile } from "#activities/crawl/robotsFiles.ts";
import { createGuardedFetch } from "#egress/fetch.ts";
import { closedPort, openPolicy, serveSite, stopAfterTest, stopAll } from "../egress/support.ts";

const file = "User-agent: *\nDisallow: /private\n";
const never = new AbortController().signal;

async function robotsOf(port: number, more: number[] = []): Promise<RobotsFile> {
  const fetch = createGuardedFetch(openPolicy([port, ...more]));
  stopAfterTest(() => fetch.close());
  return fetchRobots(fetch, `http://site.example:${port}`, never);
}

async function robotsFrom(listener: RequestListener): Promise<RobotsFile> {
  return robotsOf((await serveSite(listener)).port);
}

/** Whether a robots.txt allows `/private`, or is unreachable. */
function verdict(robots: RobotsFile): string {
  if (!robots.reachable) return "unreachable";
  return robotsTest(robots.rules.rules)(new URL("http://site.example/private/x")) ? "allowed" : "forbidden";
}

// RFC 9309, 2.3.1.
describe("fetching robots.txt", function () {
  this.timeout(20_000);
  afterEach(stopAll);

  const statuses: [status: number, verdict: string][] = [
    [200, "forbidden"],
    [204, "allowed"],
    [400, "allowed"],
    [401, "allowed"],
    [403, "allowed"],
    [404, "allowed"],
    [410, "allowed"],
    [429, "allowed"],
    [500, "unreachable"],
    [503, "unreachable"],
  ];
  for (const [status, expected] of statuses) {
    it(`answered with ${status} leaves pages ${expected}`, async () => {
      const robots = await robotsFrom((_, response) => response.writeHead(status).end(file));
      expect(verdict(robots)).to.equal(expected);
    });
  }

  it("requests /robots.txt with the service's user agent", async () => {
    const seen: unknown[] = [];
    await robotsFrom((request, response) => {
      seen.push(request.url, request.headers["user-agent"]);
      response.end(file);
    });
    expect(seen[0]).to.equal("/robots.txt");
    expect(seen[1]).to.match(/^Watchframe\/\d/);
  });

  it("retries after a temporary failure of the host", async () => {
    let asked = 0;
    const robots = await robotsFrom((request, response) => {
      asked += 1;
      if (asked === 1) request.socket.destroy();
      else response.writeHead(asked === 2 ? 500 : 200).end(file);
    });
    expect([verdict(robots), asked]).to.deep.equal(["forbidden", 3]);
  });

  it("of a host that is not there forbids everything", async () => {
    expect(verdict(await robotsOf(await closedPort()))).to.equal("unreachable");
  });

  it("follows five redirects, also to other hosts, and applies the rules found to this host", async () => {
    const other = await serveSite((_, response) => response.end(file));
    const site = await serveSite((request, response) => {
      const hop = Number(new URL(request.url ?? "", "http://x").searchParams.get("hop") ?? "0") + 1;
      const location = hop === 5 ? `http://other.example:${other.port}/r` : `/robots.txt?hop=${hop}`;
      response.writeHead(301 + (hop % 2), { location }).end();
    });
    expect(verdict(await robotsOf(site.port, [other.port]))).to.equal("forbidden");
    expect(site.requests).to.have.length(5);
  });

  it("treats an endless redirect as a missing file", async () => {
    const site = await serveSite((_, response) => response.writeHead(302, { location: "/robots.txt" }).end());
    expect(verdict(await robotsOf(site.port))).to.equal("allowed");
    expect(site.requests).to.have.length(6);
  });

  it("makes no request to a forbidden address", async () => {
    const inside = await serveSite((_, response) => response.end("User-agent: *\nAllow: /"));
    const site = await serveSite((_, response) =>
      response.writeHead(301, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    expect(verdict(await robotsOf(site.port))).to.equal("unreachable");
    expect(inside.requests).to.deep.equal([]);
  });

  it("reads 500 KiB, and no half of a line", async () => {
    const filler = `# ${"x".repeat(997)}\n`.repeat(511);
    const cut = `${filler}Disallow: /${"y".repeat(990)}z\n`;
    const robots = await robotsFrom((_, response) =>
      response.end(`User-agent: *\nDisallow: /private\n${cut}Disallow: /beyond\n`),
    );
    if (!robots.reachable) throw new Error("unreachable");
    expect(robots.rules.rules).to.deep.equal([{ allow: false, pattern: "/private" }]);
  });

  it("reads a packed file", async () => {
    expect(verdict(await robotsFrom((_, response) => response.end(gzipSync(file))))).to.equal("forbidden");
  });
});
