import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { assert, property, string } from "fast-check";
import { parseKeyRing } from "#vault/keyRing.ts";
import { open, OpenFailed } from "#vault/open.ts";
import { seal } from "#vault/seal.ts";

const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const context = { accountId: "a1", entityId: "job1", field: "cookies" };

describe("sealed secrets", () => {
  const ring = parseKeyRing(key("k1"));

  it("open to what was sealed, whatever the text", () => {
    assert(
      property(string({ unit: "binary" }), (text) => {
        expect(open(ring, seal(ring, text, context), context)).to.equal(text);
      }),
    );
  });

  it("show nothing of the text and never look the same twice", () => {
    const [first, second] = [seal(ring, "session=abc123", context), seal(ring, "session=abc123", context)];
    expect(first).to.match(/^sealed:v1:k1:[\w-]+$/);
    expect(first).not.to.equal(second);
    expect(Buffer.from(first.split(":").at(-1) ?? "", "base64url").includes("abc123")).to.equal(false);
  });

  for (const moved of [{ accountId: "a2" }, { entityId: "job2" }, { field: "headers" }]) {
    it(`can't be opened in another place: ${Object.keys(moved).join()}`, () => {
      const sealed = seal(ring, "secret", context);
      expect(() => open(ring, sealed, { ...context, ...moved })).to.throw(OpenFailed);
    });
  }

  it("can't be opened once a bit was changed", () => {
    const sealed = seal(ring, "secret", context);
    const [head, body] = [
      sealed.slice(0, "sealed:v1:k1:".length),
      Buffer.from(sealed.split(":")[3] ?? "", "base64url"),
    ];
    for (let index = 0; index < body.length; index += 1) {
      const tampered = Buffer.from(body);
      tampered.writeUInt8(tampered.readUInt8(index) ^ 1, index);
      expect(() => open(ring, `${head}${tampered.toString("base64url")}` as typeof sealed, context)).to.throw(
        OpenFailed,
      );
    }
  });

  it("sealed under an older key still open after a rotation, and not once that key is gone", () => {
    const [older, newer] = [key("k1"), key("k2")];
    const sealed = seal(parseKeyRing(older), "secret", context);
    expect(open(parseKeyRing(`${newer},${older}`), sealed, context)).to.equal("secret");
    expect(seal(parseKeyRing(`${newer},${older}`), "secret", context)).to.match(/^sealed:v1:k2:/);
    expect(() => open(parseKeyRing(newer), sealed, context)).to.throw(OpenFailed, "No key opens");
  });

  it("need a key ring of 32-byte keys with names of their own", () => {
    expect(() => parseKeyRing("k1:c2hvcnQ=")).to.throw("key k1 must be the base64 of 32 bytes, got 5");
    expect(() => parseKeyRing("")).to.throw("key id");
    const twice = key("k1");
    expect(() => parseKeyRing(`${twice},${twice}`)).to.throw("given twice");
  });
});
