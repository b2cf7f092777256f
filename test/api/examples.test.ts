import { expect } from "chai";
import type { Operation } from "#api/openapi/types.ts";
import { document } from "./support/conformance.ts";
import { completeJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const picture = { screenshot: { contentType: "image/png", bytes: Buffer.from("picture") } };
const unknown = "0192f0c1-0000-7000-8000-000000000009";

type Located = { method: string; path: string; operation: Operation };
const operations: Located[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const withBody = operations.filter(({ operation }) => operation.requestBody !== undefined);
const exampleOf = ({ operation }: Located) => operation.requestBody?.content["application/json"]?.example;

describe("example calls of the interface description", () => {
  const { api, account } = useApi();
  before(async () => {
    api.orchestrator.onStart = ({ jobId }) =>
      void completeJob(api.ports, jobId, picture).then(() => api.orchestrator.end(jobId));
  });

  for (const located of withBody) {
    const { method, path, operation } = located;
    it(`are accepted unchanged: ${operation.operationId}`, async () => {
      const basic = Buffer.from("postmark:its own password").toString("base64");
      const bySecret = operation.security?.some((scheme) => "mailService" in scheme) === true;
      const { client, headers } = bySecret
        ? { client: api.anyone, headers: { Authorization: `Basic ${basic}` } }
        : { client: account.client, headers: {} };
      // The document can't have a key that works.
      const body = operation.operationId === "createSession" ? { apiKey: account.key } : exampleOf(located);
      const { status, json } = await client.call(method, path.replaceAll(/\{\w+\}/g, unknown), { body, headers });
      // The API checks the body before it looks for the resource, so 404 shows that the body is valid.
      // A tag is no id: any can have defaults.
      if (path.includes("{") && !path.endsWith("{tag}"))
        expect([status, body === undefined]).to.deep.equal([404, false]);
      else expect(status, JSON.stringify(json)).to.be.within(200, 299);
    });
  }
});
