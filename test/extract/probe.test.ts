import { assert } from "chai";
import { buildProbe, runExtractors } from "#activities/extract/registry.ts";
import { RenderFailure } from "#activities/failures.ts";
import { extractNames } from "#schemas/extracts/extracts.ts";

const page = { finalUrl: "https://page.test/", statusCode: 200, title: "", contentType: "text/html", redirects: [] };

describe("the probe", () => {
  it("is null without extracts", () => assert.isNull(buildProbe([])));

  it("contains the functions of its extracts, each once", () => {
    const probe = buildProbe(extractNames) ?? "";
    const names = [...probe.matchAll(/^function (\w+)/gmu)].map((match) => match[1]);
    assert.sameMembers(names, [...new Set(names)]);
    assert.notInclude(buildProbe(["metadata"]), "readLinks");
  });

  it("contains every function that it calls", () => {
    const all = [...(buildProbe(extractNames) ?? "").matchAll(/^function (\w+)/gmu)].map(([, name = ""]) => name);
    for (const extract of extractNames) {
      const probe = buildProbe([extract]) ?? "";
      for (const name of all) {
        if (new RegExp(`\\b${name}\\(`, "u").test(probe)) assert.include(probe, `function ${name}(`, extract);
      }
    }
  });

  it("must contain a value for each extract", async () => {
    try {
      await runExtractors(["links"], { probed: { metadata: {} } }, { ...page, owner: "test" });
      assert.fail("expected a failure");
    } catch (error) {
      assert.instanceOf(error, RenderFailure);
    }
  });
});
