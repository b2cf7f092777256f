import { get } from "node:http";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { expect } from "chai";
import { guardedAgents } from "#egress/agents.ts";
import { EgressRefused } from "#egress/errors.ts";
import { insideHosts } from "./spellings.ts";
import { failureOf, openPolicy, serveSite, stopAfterTest, stopAll } from "./support.ts";

function openClient(endpoint: string, ports: number[]): S3Client {
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    requestHandler: new NodeHttpHandler(guardedAgents(openPolicy(ports))),
  });
  stopAfterTest(() => client.destroy());
  return client;
}

const put = () => new PutObjectCommand({ Bucket: "bucket", Key: "key", Body: "body" });

describe("the guarded agents", () => {
  afterEach(stopAll);

  it("let the AWS SDK put objects to an allowed endpoint, over one connection", async () => {
    const store = await serveSite((request, response) => request.resume().on("end", () => response.end()));
    const client = openClient(`http://store.example:${store.port}`, [store.port]);
    await client.send(put());
    await client.send(put());
    expect([store.requests, store.connections()]).to.deep.equal([Array(2).fill("PUT /bucket/key?x-id=PutObject"), 1]);
  });

  it("do not follow a redirect inside", async () => {
    const canary = await serveSite();
    const store = await serveSite((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    );
    await failureOf(openClient(`http://store.example:${store.port}`, [store.port]).send(put()));
    expect([store.requests.length, canary.connections()]).to.deep.equal([1, 0]);
  });

  for (const host of insideHosts)
    it(`refuse the endpoint ${host}, over http and https`, async () => {
      const canary = await serveSite();
      for (const scheme of ["http", "https"]) {
        const error = await failureOf(openClient(`${scheme}://${host}:${canary.port}`, []).send(put()));
        expect(String(error)).not.to.match(/127\.0|169\.254/);
      }
      expect(canary.connections()).to.equal(0);
    });

  it("fail a request with the policy's own error", async () => {
    const { httpAgent } = guardedAgents(openPolicy([]));
    const error = await new Promise((resolve) => get({ host: "10.0.0.1", agent: httpAgent }).on("error", resolve));
    expect(error).to.be.instanceOf(EgressRefused);
  });
});
