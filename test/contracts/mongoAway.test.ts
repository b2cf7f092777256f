import { expect } from "chai";
import { type Database, openDatabase } from "#data/mongo.ts";
import { isDatabaseDown } from "#data/reconnect.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcpProxy.ts";

describe("a database that is opened while MongoDB is away", function () {
  this.timeout(60_000);
  let proxy: TcpProxy;
  let database: Database;

  before(async () => {
    const { mongoUrl } = (await servers()).info;
    proxy = await startTcpProxy(new URL(mongoUrl).host);
    proxy.set("away");
    database = openDatabase(`mongodb://${proxy.address}/away`);
  });
  after(async () => {
    await database?.close();
    await proxy?.close();
  });

  it("is recognised by the error of a socket that was cut before a write", () => {
    const cut = Object.assign(new Error("This socket has been ended by the other party"), { code: "EPIPE" });
    expect([cut, new Error("no such field")].map(isDatabaseDown)).to.deep.equal([true, false]);
  });

  it("reports that MongoDB is away, and answers after its return", async () => {
    const read = () => database.jobs.findOne({ _id: "none" });
    for (let times = 0; times < 2; times += 1) {
      const refused: unknown = await read().catch((error: unknown) => error);
      expect(isDatabaseDown(refused), String(refused)).to.equal(true);
    }
    proxy.set("up");
    await until(() =>
      read().then(
        (found) => found === null,
        () => false,
      ),
    );
  });
});
