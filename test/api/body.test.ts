import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { at, problems } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const valid = JSON.stringify({ url: "https://example.com/" });
const padded = (bytes: number): string => valid.padEnd(bytes, " ");

describe("a request's body", () => {
  const { api, account } = useApi();

  const send = async (raw: BodyInit, headers: Record<string, string> = {}) => {
    const { status, json } = await account.client.call("POST", "/render", { raw, headers });
    return [status, at(json, "error"), problems(json)];
  };

  it("may have 2 MB and no byte more, by its length or in chunks", async () => {
    expect((await send(padded(2 * 1024 * 1024)))[0]).to.equal(202);
    expect(await send(padded(2 * 1024 * 1024 + 1))).to.deep.equal([413, "payload_too_large", {}]);
    expect(await send(new Blob([padded(2 * 1024 * 1024 + 1)]).stream())).to.deep.equal([413, "payload_too_large", {}]);
  });

  for (const type of ["application/json; charset=utf-8", 'application/json;charset="UTF-8"', "Application/JSON"]) {
    it(`may be ${type}`, async () => {
      expect((await send(valid, { "Content-Type": type }))[0]).to.equal(202);
    });
  }
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/problem+json",
    "nonsense",
    "application/json; a=b",
  ]) {
    it(`must not be ${type}`, async () => {
      expect(await send(valid, { "Content-Type": type })).to.deep.equal([415, "unsupported_media_type", {}]);
    });
  }

  it("must not be compressed", async () => {
    expect(await send(gzipSync(valid), { "Content-Encoding": "gzip" })).to.deep.equal([
      415,
      "unsupported_media_type",
      {},
    ]);
  });

  for (const text of ['{"url":', "{'url':1}", '{"url":"https://example.com/",}', "nul"]) {
    it(`must be JSON, and ${JSON.stringify(text)} is not`, async () => {
      expect(await send(text)).to.deep.equal([400, "invalid_json", {}]);
    });
  }

  it("must begin without a byte order mark, and the error names it", async () => {
    const { status, json } = await account.client.call("POST", "/render", { raw: `\ufeff${valid}` });
    expect([status, at(json, "error")]).to.deep.equal([400, "invalid_json"]);
    expect(at(json, "message")).to.equal("The body begins with a byte order mark (BOM); send it without one.");
  });

  it("must be UTF-8", async () => {
    expect(await send(Buffer.from('{"url":"https://example.com/\xff"}', "latin1"))).to.deep.equal([
      400,
      "invalid_json",
      {},
    ]);
  });

  it("must be there", async () => {
    expect(await send("")).to.deep.equal([400, "validation_failed", { body: "is required" }]);
    expect(await send("  \n")).to.deep.equal([400, "validation_failed", { body: "is required" }]);
    const { status, json } = await account.client.call("POST", "/render");
    expect([status, problems(json)]).to.deep.equal([400, { body: "is required" }]);
  });

  for (const text of ["[]", "null", '"a"', "1", "true"]) {
    it(`must be an object, and ${text} is not`, async () => {
      const [status, code, fields] = await send(text);
      expect([status, code]).to.deep.equal([400, "validation_failed"]);
      expect(fields).to.have.property("body");
    });
  }

  it("must not be nested deep, however much of it there is", async () => {
    expect((await send(`{"url":${"[".repeat(15)}${"]".repeat(15)}}`))[2]).to.have.property(
      "url",
      "must be a string, got an array",
    );
    expect(Object.values(Object((await send(`{"url":${"[".repeat(16)}${"]".repeat(16)}}`))[2]))).to.deep.equal([
      "must not be nested deeper than 16 levels",
    ]);
    const half = 500_000;
    expect((await send("[".repeat(half) + "]".repeat(half)))[0]).to.equal(400);
  });

  for (const key of ["__proto__", "constructor", "prototype"]) {
    it(`must not name ${key} anywhere`, async () => {
      expect((await send(`{"url":"https://example.com/","${key}":{}}`))[2]).to.have.property(
        key,
        "is not an allowed name",
      );
      expect((await send(`{"url":"https://example.com/","headers":{"${key}":"a"}}`))[2]).to.deep.equal({
        [`headers.${key}`]: "is not an allowed name",
      });
    });
  }

  it("must not hold NUL or lone surrogates", async () => {
    expect((await send('{"url":"https://example.com/\\u0000"}'))[2]).to.have.property("url", "must not contain NUL");
    expect((await send('{"url":"https://example.com/","hideSelectors":["\\ud800"]}'))[2]).to.deep.equal({
      "hideSelectors.0": "must be well-formed Unicode",
    });
    expect((await send('{"url":"https://example.com/","headers":{"a\\u0000":"b"}}'))[0]).to.equal(400);
  });

  it("must not hold a number beyond all bounds", async () => {
    expect((await send('{"url":"https://example.com/","timeout":1e400}'))[0]).to.equal(400);
  });

  it("stored nothing for what was refused", async () => {
    await api.ports.background.settled();
    expect(await api.ports.database.jobs.countDocuments({ accountId: account.accountId })).to.equal(4);
  });
});
