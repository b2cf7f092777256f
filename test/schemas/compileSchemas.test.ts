import { expect } from "chai";
import { Type } from "typebox";
import { routes } from "#api/routes.ts";
import { bodyValidator, compileSchemas } from "#schemas/validate.ts";
import { tools } from "#mcp/tools.ts";

describe("the schemas of the service", () => {
  it("compile: those of each route and each tool", async () => {
    expect([routes.length, tools.length].every((count) => count > 10)).to.equal(true);
    await compileSchemas();
  });

  it("are compiled although nothing used them, so that a faulty one is found", async () => {
    for (const faulty of [
      Type.Unsafe({ type: "nonsense" }),
      Type.Unsafe({ type: "string", "x-unheard-of": true }),
      Type.Unsafe({ type: "string", pattern: "(" }),
      Type.Unsafe({ type: "number", minimum: "1" }),
    ]) {
      const check = bodyValidator(faulty);
      const refused = await compileSchemas().catch((error: unknown) => error);
      expect(refused, JSON.stringify(faulty)).to.be.instanceOf(Error);
      expect(() => check("text")).to.throw();
    }
    await compileSchemas();
  });
});
