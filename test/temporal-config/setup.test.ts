import { Connection } from "@temporalio/client";
import { expect } from "chai";
import { searchAttributes } from "#temporal-config/names.ts";
import { setUpTemporal } from "#temporal-config/setup.ts";
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
});
