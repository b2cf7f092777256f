import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { startApi } from "#api/server.ts";
import { readEnv } from "#schemas/settings/readEnv.ts";
import { servers } from "../support/servers.ts";
import { at, textAt } from "./support/fields.ts";
import { testApi } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const body = { url: "https://example.com/" };

describe("the server: requests", () => {
  const { api } = useApi();

  const idFor = async (given: string) =>
    (await api.anyone.call("GET", "/health/live", { headers: { "X-Request-Id": given } })).headers.get("x-request-id");

  it("keeps a client's valid request id, and replaces any other", async () => {
    expect(await idFor("abc-12345")).to.equal("abc-12345");
    expect(await idFor("a".repeat(64))).to.equal("a".repeat(64));
    for (const given of ["short", "a".repeat(65), "with blank", "semi;colon", "a_underscore"])
      expect(await idFor(given)).to.match(/^[0-9a-f-]{36}$/);
  });

  it("writes one line a request, with the route's template and no address", async () => {
    const { client, accountId } = await api.account();
    api.logged.length = 0;
    await client.call("GET", "/status/01900000-0000-7000-8000-000000000000?wait=1", {
      headers: { "X-Request-Id": "request-1234" },
    });
    const lines: unknown[] = api.logged.map((line) => JSON.parse(line));
    const access = lines.filter((line) => at(line, "msg") === "request");
    expect(access).to.have.length(1);
    expect(access[0]).to.include({
      requestId: "request-1234",
      method: "GET",
      route: "/status/:id",
      status: 404,
      accountId,
    });
  });

  it("is 404 for unknown paths and 405 with Allow for unknown methods", async () => {
    const missing = await api.anyone.call("GET", "/nope");
    expect([missing.status, at(missing.json, "error")]).to.deep.equal([404, "route_not_found"]);
    for (const [method, path, allow] of [
      ["GET", "/render", "POST"],
      ["PUT", "/jobs", "GET, HEAD"],
      ["OPTIONS", "/render/screenshot", "GET, POST"],
      ["PATCH", "/jobs/01900000-0000-7000-8000-000000000000", "DELETE"],
      // Beside DELETE /render/monitor-recipients/{id}.
      ["DELETE", "/render/monitor-recipients/verify", "GET"],
    ] as const) {
      const { status, headers, json } = await api.anyone.call(method, path);
      expect([status, headers.get("allow")], `${method} ${path}`).to.deep.equal([405, allow]);
      expect(JSON.stringify(json)).to.include(`This path takes ${allow}, and not ${method}.`);
    }
  });

  it("refuses headers over 32 KB with a reason", async () => {
    const { status, json } = await api.anyone.call("GET", "/health/live", {
      headers: { "X-Long": "a".repeat(33_000) },
    });
    expect([status, at(json, "error")]).to.deep.equal([431, "headers_too_large"]);
    const { client } = await api.account();
    const monitors = await client.call("GET", `/render/monitors?cursor=${"a".repeat(33_000)}`);
    expect([monitors.status, at(monitors.json, "error")]).to.deep.equal([431, "headers_too_large"]);
  });

  it("ignores the Host header", async () => {
    const { client } = await api.account();
    const { json } = await client.call("POST", "/render", {
      body,
      headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example" },
    });
    expect(textAt(json, "statusUrl")).to.match(/^http:\/\/api\.test\//);
  });
});

describe("the server: malformed requests", () => {
  const { api } = useApi();

  it("hides internal errors, and logs them", async () => {
    const { client } = await api.account();
    const { find } = api.ports.database.jobs;
    api.ports.database.jobs.find = () => {
      throw new Error("canary of the inside");
    };
    const { status, json } = await client.call("GET", "/jobs");
    api.ports.database.jobs.find = find;
    expect([status, at(json, "error"), JSON.stringify(json).includes("canary")]).to.deep.equal([
      500,
      "internal_error",
      false,
    ]);
    expect(api.logged.some((line) => line.includes("canary of the inside") && line.includes("stack"))).to.equal(true);
  });

  it("explains the problem with an address of maximum length in which every character is escaped", async () => {
    const { client } = await api.account();
    const url = `https://example.com/?${"\u{1f99a}".repeat(2_000)}`;
    const { status, json } = await client.call("GET", `/render/screenshot?${new URLSearchParams({ url })}`);
    expect([status, textAt(json, "error")]).to.deep.equal([400, "validation_failed"]);
  });

  it("answers malformed HTTP, also in the middle of a reply", async () => {
    const reply = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
      let said = "";
      socket.setEncoding("utf8").on("data", (text: string) => (said += text));
      socket.on("close", () => resolve(said));
      socket.write("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\nno request at all\r\n\r\n");
    });
    expect(reply).to.match(/^HTTP\/1\.1 (200|400) /);
    const alone = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
      let said = "";
      socket.setEncoding("utf8").on("data", (text: string) => (said += text));
      socket.on("close", () => resolve(said));
      socket.write("no request at all\r\n\r\n");
    });
    expect(alone).to.match(/^HTTP\/1\.1 400 [\s\S]*"error":"malformed_request"/);
  });

  it("answers a request without a Host header as every other error is answered", async () => {
    const reply = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
      let said = "";
      socket.setEncoding("utf8").on("data", (text: string) => (said += text));
      socket.on("close", () => resolve(said));
      socket.write("GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n");
    });
    expect(reply).to.match(/^HTTP\/1\.1 400 [\s\S]*X-Request-Id: [\s\S]*"error":"malformed_request"/);
  });

  it("ends a request with a broken-off body", async () => {
    const { key } = await api.account();
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
    socket.write(
      `POST /render HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await api.anyone.call("GET", "/health/live")).status).to.equal(200);
    expect(api.logged.some((line) => line.includes('"level":"error"') && line.includes("aborted"))).to.equal(false);
  });
});

describe("the server: start and end", () => {
  const { api } = useApi();

  it("refuses two lengths in one request", async () => {
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
    socket.end("POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    const [reply]: unknown[] = await once(socket, "data");
    expect(String(reply)).to.match(/^HTTP\/1\.1 400 /);
  });

  it("drains: readiness fails, long polls and running requests are answered, then it closes", async () => {
    const other = await testApi();
    const { client } = await other.account();
    const id = textAt((await client.call("POST", "/render", { body })).json, "id");
    const polling = client.call("GET", `/status/${id}?wait=60`);
    // A screenshot that is waited for ends with the word where to look.
    const waiting = client.call("POST", "/render/screenshot", { body });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const closed = other.close();
    const [poll, screenshot] = await Promise.all([polling, waiting]);
    await closed;
    expect([poll.status, at(poll.json, "job.status"), screenshot.status]).to.deep.equal([200, "queued", 504]);
    expect(await fetch(other.url).catch(() => "refused")).to.equal("refused");
  });

  it("is not ready while it drains", async () => {
    const other = await testApi();
    other.ports.lifecycle.drain();
    const { status, json, headers } = await other.anyone.call("GET", "/health/ready");
    expect([status, at(json, "status"), headers.get("connection")]).to.deep.equal([503, "draining", "close"]);
    await other.close();
  });

  it("starts from its settings, and is ready with the servers up", async () => {
    const { settings } = await servers();
    const env = readEnv(
      {
        ...settings,
        WATCHFRAME_PORT: "0",
        WATCHFRAME_PUBLIC_URL: "http://api.test",
        WATCHFRAME_LOG_LEVEL: "silent",
        WATCHFRAME_SIGNING_KEY: randomBytes(32).toString("base64"),
      },
      () => "",
    );
    const running = await startApi(env);
    const response = await fetch(`${running.url}/health/ready`);
    expect([response.status, await response.json()]).to.deep.equal([
      200,
      { success: true, status: "ready", parts: { mongodb: "up", temporal: "up", objects: "up" } },
    ]);
    await running.close();
  });
});
