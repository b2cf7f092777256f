import { expect } from "chai";
import { MonitorAlerts, MonitorAlertsInput } from "#schemas/monitor/alerts.ts";
import { Monitor, MonitorPatch, MonitorRequest } from "#schemas/monitor/monitor.ts";

const names = ({ properties }: { properties: object }): string[] => Object.keys(properties);

describe("the settings of a monitor", () => {
  it("can all be changed, and are all shown but the address", () => {
    expect(names(MonitorPatch)).to.deep.equal(names(MonitorRequest));
    expect(names(Monitor)).to.include.members(names(MonitorRequest).filter((name) => name !== "url"));
    expect(names(Monitor)).to.not.include("url");
    expect(names(MonitorAlerts)).to.deep.equal(names(MonitorAlertsInput));
  });

  it("need a name and an address at first, and nothing in a change", () => {
    expect(MonitorRequest.required).to.have.members(["name", "url"]);
    expect(MonitorPatch).to.not.have.property("required");
  });

  it("have no default in a change or a reply, which would undo what the owner gave before", () => {
    expect(JSON.stringify(MonitorPatch)).to.not.include('"default"');
    expect(JSON.stringify(MonitorAlerts)).to.not.include('"default"');
    expect(JSON.stringify(MonitorRequest.properties.alerts)).to.include('"default":"none"');
  });
});
