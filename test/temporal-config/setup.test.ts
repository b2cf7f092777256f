import { spawnSync } from "node:child_process";
import { Connection } from "@temporalio/client";
import { expect } from "chai";
import { freePorts } from "#stack/supervisor/processes.ts";
import { setUpTemporal } from "#temporal-config/setup.ts";
import { searchAttributes } from "#temporal-config/names.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

describe("setting up a Temporal server", function () {
  this.timeout(60_000);

  it("makes the namespace and the search attributes, and does nothing the second time", async () => {
    const { temporalAddress: address } = (await servers()).info;
    const namespace = "made-by-the-test";
    await setUpTemporal({ address, namespace });
    await setUpTemporal({ address, namespace });
    const connection = await Connection.connect({ address });
    const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace });
    expect(namespaceInfo?.name).to.equal(namespace);
    const names = await until(async () => {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      return searchAttributes.every((name) => name in customAttributes) && Object.keys(customAttributes);
    });
    expect(names).to.include.members([...searchAttributes]);
    await connection.close();
  });

  it("says in one line where it looked for a server that is not there", async () => {
    const [port = 0] = await freePorts(1);
    const env = { ...minimalEnvironment(), WATCHFRAME_TEMPORAL_ADDRESS: `127.0.0.1:${port}` };
    const { status, stderr, stdout } = spawnSync(process.execPath, ["temporal-config/main.ts"], {
      env,
      encoding: "utf8",
    });
    expect(stderr.trim().split("\n")).to.have.lengthOf(1);
    expect(stderr).to.include(`127.0.0.1:${port}`).and.to.include("WATCHFRAME_TEMPORAL_ADDRESS");
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: "" });
  });

  it("says which settings it lacks", () => {
    const env = minimalEnvironment();
    const { status, stderr } = spawnSync(process.execPath, ["temporal-config/main.ts"], { env, encoding: "utf8" });
    expect(stderr).to.equal("Wrong settings:\n  WATCHFRAME_TEMPORAL_ADDRESS is required\n");
    expect(status).to.equal(1);
  });
});
