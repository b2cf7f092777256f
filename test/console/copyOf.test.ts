import { expect } from "chai";
import { Value } from "typebox/value";
import { replyExamples } from "#api/openapi/examples.ts";
import { settingsOf } from "#clients/typescript/src/index.ts";
import { copyOf } from "#console/screens/monitors/form/copyOf.ts";
import { MonitorReply } from "#schemas/monitor/replies.ts";

describe("the copy of a monitor's settings", () => {
  const { monitor } = Value.Parse(MonitorReply, replyExamples["getMonitor"]?.["200"]);

  it("has the shown settings under another name", () => {
    const { changed } = copyOf(monitor);
    expect(changed).to.deep.equal({ ...settingsOf(monitor), name: `${monitor.name} (copy)` });
  });

  it("shortens a name that would be too long", () => {
    const { changed } = copyOf({ ...monitor, name: "n".repeat(100) });
    expect(changed["name"]).to.equal(`${"n".repeat(93)} (copy)`);
  });
});
