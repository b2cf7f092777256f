import { expect } from "chai";
import { hideSecrets } from "#activities/notify/hideSecrets.ts";

const hide = (reply: string, url: string, ...secrets: string[]) => hideSecrets(reply, { url, secrets });

describe("the secrets of a delivery in the receiver's reply", () => {
  it("are hidden: the path, its longer parts, parameters and tokens, encoded or not", () => {
    const url = "https://hooks.example/services/T0/canarycanary?key=can%C3%A4ry";
    expect(hide("Cannot POST /services/T0/canarycanary?key=can%C3%A4ry", url)).to.equal("Cannot POST [hidden]");
    expect(hide(`{"path":"\\/services\\/T0\\/canarycanary","key":"canäry"}`, url)).to.equal(
      `{"path":"\\/[hidden]\\/T0\\/[hidden]","key":"[hidden]"}`,
    );
    expect(hide("Bearer tk_1234 to https://hooks.example/services/T0/canarycanary", url, "tk_1234")).to.equal(
      "Bearer [hidden] to https://hooks.example[hidden]",
    );
  });

  it("are only those: other text stays, also beside an address without a path", () => {
    expect(hide("200 ok: /a is api", "https://hooks.example/", "", "ok")).to.equal("200 ok: /a is api");
    expect(hide("100% of /api", "https://hooks.example/a/%zz")).to.equal("100% of /api");
  });
});
