import { expect } from "chai";
import { namesOfKeys } from "#console/screens/account/keyNames.ts";

describe("credits by key", () => {
  it("name API keys and signing keys", () => {
    const names = namesOfKeys([{ id: "a", name: "CI" }], [{ id: "s", name: "blog" }]);
    expect(["a", "s", "gone"].map((id) => names.get(id))).to.deep.equal(["CI", "blog (signed links)", undefined]);
  });
});
