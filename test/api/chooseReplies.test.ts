import { expect } from "chai";
import { chooseReplies } from "./support/chooseReplies.ts";
import type { KeptReply } from "./support/keepReply.ts";

const reply = (body: KeptReply["body"]): KeptReply => ({ operationId: "createMonitor", status: 201, body });
const chosen = (...bodies: KeptReply["body"][]) => chooseReplies(bodies.map(reply), {})["createMonitor"]?.["201"];

describe("the choice of an operation's example", () => {
  const plain = { monitor: { name: "Prices" } };
  const full = { monitor: { name: "Prices", tags: ["shop"] } };

  it("takes the reply with the most fields", () => {
    expect(chosen(plain, full)).to.deep.equal(full);
  });

  it("takes no reply with warnings, and none with long or foreign text, while there is another", () => {
    const warned = { ...full, warnings: [{ field: "fulPage", message: "is not a known field" }] };
    expect(chosen(warned, plain)).to.deep.equal(plain);
    expect(chosen({ ...full, title: "a <b>" }, plain)).to.deep.equal(plain);
    expect(chosen({ ...full, title: "ab ".repeat(100) }, plain)).to.deep.equal(plain);
    expect(chosen(warned)).to.deep.equal(warned);
  });

  it("keeps the examples of other operations", () => {
    const kept = { getMonitor: { "200": plain } };
    expect(Object.keys(chooseReplies([reply(full)], kept))).to.deep.equal(["createMonitor", "getMonitor"]);
  });
});
