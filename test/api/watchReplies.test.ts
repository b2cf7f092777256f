import { once } from "node:events";
import { createServer } from "node:http";
import { expect } from "chai";
import { portOf } from "../support/targetSite.ts";
import { maxReplyBytes, watchReplies } from "./support/watchReplies.ts";

describe("the watch of replies", () => {
  it("counts the body of a chunked reply, and each reply of a connection by itself", async () => {
    const part = "x".repeat(maxReplyBytes / 2);
    const server = createServer(({ url = "" }, response) => {
      response.statusCode = url === "/failed" ? 503 : 200;
      response.write(part);
      response.end(url === "/long" ? part : "");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const watch = watchReplies();
    try {
      const port = portOf(server);
      for (const path of ["/short", "/short", "/long", "/failed", "/jobs/1/outputs/long"])
        await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
    } finally {
      server.closeAllConnections();
      server.close();
    }
    const { count, failed, long } = watch.end();
    expect(count).to.equal(5);
    expect(failed).to.deep.equal(["GET /failed 503"]);
    expect(long).to.have.lengthOf(1);
    expect(long[0]).to.match(/^GET \/long 200 10\d{5} bytes$/);
  });
});
