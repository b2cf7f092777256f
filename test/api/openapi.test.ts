import { expect } from "chai";
import { replyExamples } from "#api/openapi/examples.ts";
import { errorCodesOf, unreadCodes } from "#api/openapi/responses.ts";
import type { Operation } from "#api/openapi/types.ts";
import { routes } from "#api/routes.ts";
import { apiErrors } from "#schemas/errors.ts";
import { RenderRequest } from "#schemas/renders/render.ts";
import { document, expectSchemaAt } from "./support/conformance.ts";
import { at } from "./support/fields.ts";
import { stableReply } from "./support/stableReply.ts";
import { useApi } from "./support/useApi.ts";

const operations: Operation[] = Object.values(document.paths).flatMap((item) => Object.values(item));

/** A schema and all that it consists of, references resolved. */
function schemasIn(schema: unknown): unknown[] {
  if (typeof schema !== "object" || schema === null) return [];
  const reference = at(schema, "$ref");
  const target = typeof reference === "string" ? at(document, reference.slice(2).replaceAll("/", ".")) : schema;
  return [target, ...Object.values(Object(target)).flatMap(schemasIn)];
}

/** The text of each object with several fields that stands inside another schema, without its description and default. */
function inlineObjects(schemas: object): string[] {
  return Object.values(schemas).flatMap((schema) => Object.values(Object(schema)).flatMap(objectsIn));
}

function objectsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inside = Object.values(schema).flatMap(objectsIn);
  const { description: _description, default: _default, ...shape } = { description: null, default: null, ...schema };
  const fields = Object.keys(Object(at(schema, "properties")));
  return at(schema, "type") === "object" && fields.length > 1 ? [JSON.stringify(shape), ...inside] : inside;
}

describe("the interface description: paths", () => {
  it("has every route, and each operation once", () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    const mounted = routes.map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    expect(described.toSorted()).to.deep.equal(mounted.toSorted());
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("has no dangling reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, pointer = ""]) => pointer,
    );
    expect(references).to.not.have.length(0);
    for (const pointer of references) expect(at(document, pointer.replaceAll("/", ".")), pointer).to.be.an("object");
  });

  it("refers to each resource by name, so that generated clients have one type for it", () => {
    const paths = JSON.stringify(document.paths);
    const bodies = [
      "MonitorRequest",
      "MonitorPatch",
      "RecipientRequest",
      "DelayedRequest",
      "RecurringRequest",
      "CrawlRequest",
    ];
    const replies = ["MonitorReply", "RunReply", "RecipientReply", "ScheduleReply", "CrawlReply", "CrawlPageList"];
    for (const name of [...bodies, ...replies]) expect(paths).to.include(`"#/components/schemas/${name}"`);
    const schemas = JSON.stringify(document.components.schemas);
    for (const name of [
      "Monitor",
      "MonitorCapture",
      "MonitorRun",
      "Recipient",
      "Schedule",
      "Crawl",
      "CrawlPage",
      "Delivery",
    ])
      expect(schemas).to.include(`"#/components/schemas/${name}"`);
  });

  it("spells no shape with several fields in three places, so that generated clients have no copies", () => {
    const places = new Map<string, number>();
    for (const shape of inlineObjects(document.components.schemas)) places.set(shape, (places.get(shape) ?? 0) + 1);
    expect([...places].filter(([, count]) => count >= 3).map(([shape]) => shape)).to.deep.equal([]);
  });

  it("links only to existing operations", () => {
    const ids = operations.map(({ operationId }) => operationId);
    const links = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) => Object.values(response.links ?? {})),
    );
    expect(links).to.not.have.length(0);
    for (const { operationId, parameters } of links) {
      expect(ids).to.include(operationId);
      const target = operations.find((operation) => operation.operationId === operationId);
      const known = target?.parameters?.map(({ name }) => name) ?? [];
      expect(known, operationId).to.include.members(Object.keys(parameters));
    }
  });

  it("declares each parameter of each path, and each tag", () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [], tags } of Object.values(item)) {
        expect(
          parameters.filter(({ in: place }) => place === "path").map(({ name }) => name),
          path,
        ).to.deep.equal(names);
        for (const tag of tags)
          expect(
            document.tags.map(({ name }) => name),
            path,
          ).to.include(tag);
      }
    }
  });

  it("documents for every operation that a request may be too slow or too long", () => {
    for (const { operationId, responses } of operations)
      expect(Object.keys(responses), operationId).to.include.members(["408", "431"]);
  });

  it("documents 404 for every path with an id, and requires no field with a default", () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const { operationId, responses, requestBody } of Object.values(item)) {
        if (path.includes("{")) expect(Object.keys(responses), operationId).to.include("404");
        for (const schema of schemasIn(at(requestBody, "content.application/json.schema"))) {
          const needed: unknown[] = [at(schema, "required") ?? []].flat();
          for (const [name, property] of Object.entries(Object(at(schema, "properties"))))
            if ("default" in Object(property)) expect(needed, operationId).to.not.include(name);
        }
      }
    }
    const retry = "paths./retry-failed.post.requestBody.content.application/json.schema";
    expect(Object.keys(Object(at(document, retry))))
      .to.include("properties")
      .and.not.include("required");
  });
});

describe("the interface description: examples", () => {
  it("has an example for each error code that holds to the schema, and a body for each reply that has one", () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { description, headers }] of Object.entries(responses)) {
        expect(description, `${operationId} ${status}`).to.not.equal("");
        expect(headers, `${operationId} ${status}`).to.have.property("X-Request-Id");
      }
    }
  });

  it("has a schema-valid example for each successful JSON reply", () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { operationId, responses }] of Object.entries(item)) {
        const replies = Object.entries(responses).filter(([status]) => status.startsWith("2"));
        expect(replies, operationId).to.not.have.length(0);
        for (const [status, { content = {} }] of replies) {
          const json = content["application/json"];
          if (json === undefined) continue;
          expect(json.example, `${operationId} ${status}`).to.not.equal(undefined);
          const pointer = ["paths", path, method, "responses", status, "content", "application/json", "schema"];
          expectSchemaAt(pointer, json.example);
        }
      }
    }
  });

  it("has examples as they are recorded, with the same ids and times in each run", () => {
    for (const [operationId, byStatus] of Object.entries(replyExamples))
      for (const example of Object.values(byStatus)) expect(stableReply(example), operationId).to.deep.equal(example);
  });

  it("has no example of a missing reply", () => {
    for (const [operationId, byStatus] of Object.entries(replyExamples)) {
      const { responses = {} } = operations.find((operation) => operation.operationId === operationId) ?? {};
      for (const status of Object.keys(byStatus))
        expect(responses[status]?.content, `${operationId} ${status}`).to.have.property("application/json");
    }
  });

  it("documents every error code except those of unknown routes and malformed HTTP", () => {
    const documented = new Set([...routes.flatMap(errorCodesOf), ...unreadCodes]);
    const missing = Object.keys(apiErrors).filter((code) => ![...documented].some((known) => known === code));
    expect(missing.toSorted()).to.deep.equal(["malformed_request", "method_not_allowed", "route_not_found"]);
  });
});

describe("the interface description: options", () => {
  it("lists a capture's page options with the same bounds, and null where a change accepts it", () => {
    const shared = ["blockAds", "blockCookieBanners", "blockChatWidgets", "blockPopups", "blockAccessibilityWidgets"];
    const {
      MonitorCapture,
      MonitorCaptureInput,
      MonitorCaptureChange,
      RenderRequest: render,
    } = document.components.schemas;
    for (const name of [...shared, "scrollToElement"]) {
      const bounds = ["type", "minLength", "maxLength"].map((key) => [`properties.${name}.${key}`, key] as const);
      for (const [path] of bounds) {
        expect(at(MonitorCapture, path), path).to.equal(at(render, path));
        expect(at(MonitorCaptureInput, path), path).to.equal(at(render, path));
      }
    }
    const changed = Object.entries(Object(at(MonitorCaptureChange, "properties")));
    expect(changed.map(([name]) => name)).to.include.members([...shared, "device", "headers", "cookies", "fullPage"]);
    for (const [name, schema] of changed) expect(at(schema, "anyOf.1.type"), name).to.equal("null");
  });

  it("lists every option of a render with its constraints", () => {
    const schema = document.components.schemas["RenderRequest"];
    expect(Object.keys(Object(schema?.["properties"])).toSorted()).to.deep.equal(
      Object.keys(RenderRequest.properties).toSorted(),
    );
    expect(at(schema, "properties.cookies.items.$ref")).to.equal("#/components/schemas/Cookie");
    expect(at(schema, "properties.headers.writeOnly")).to.equal(true);
    expect(at(schema, "properties.quality.maximum")).to.equal(100);
  });
});

describe("the interface description: routes", () => {
  const { api } = useApi();

  it("is what GET /openapi.json sends", async () => {
    const { status, json } = await api.anyone.call("GET", "/openapi.json");
    expect(status).to.equal(200);
    expect(json).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  for (const [path, minRatio] of [
    ["/openapi.json", 4],
    ["/docs", 1.5],
  ] as const) {
    it(`is compressed by GET ${path} for clients that accept it, with an ETag per encoding`, async () => {
      const get = (headers: Record<string, string>) => api.anyone.call("GET", path, { headers });
      const gzip = await get({ "Accept-Encoding": "br, gzip" });
      const plain = await get({ "Accept-Encoding": "identity" });
      const header = (name: string) => [gzip, plain].map(({ headers }) => headers.get(name));
      expect(header("content-encoding")).to.deep.equal(["gzip", null]);
      expect(header("vary")).to.deep.equal(["Accept-Encoding", "Accept-Encoding"]);
      const [small = 0, large = 0] = header("content-length").map(Number);
      expect(small)
        .to.be.greaterThan(0)
        .and.below(large / minRatio);
      expect(gzip.bytes).to.deep.equal(plain.bytes);
      const [ofGzip, ofPlain] = header("etag");
      expect(ofGzip).to.not.equal(ofPlain);
      const again = await get({ "Accept-Encoding": "gzip", "If-None-Match": ofGzip ?? "" });
      expect([again.status, again.bytes.length]).to.deep.equal([304, 0]);
      expect((await get({ "Accept-Encoding": "identity", "If-None-Match": ofGzip ?? "" })).status).to.equal(200);
    });
  }

  it("is linked from the front page", async () => {
    const front = await api.anyone.call("GET", "/");
    expect(at(front.json, "links")).to.deep.include({
      docs: "http://api.test/docs",
      openApi: "http://api.test/openapi.json",
    });
    const { status, json } = await api.anyone.call("GET", "/nowhere");
    expect([status, at(json, "error")]).to.deep.equal([404, "route_not_found"]);
    expect(at(json, "message")).to.include("GET /docs").and.include("GET /openapi.json");
  });
});
