import { CreateBucketCommand, GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect } from "chai";
import { RenderFailure } from "#activities/failures.ts";
import type { CallerBucket, CallerStorage } from "#activities/ports.ts";
import { createCallerStorage } from "#activities/store/callerStorage.ts";
import { createEgressPolicy } from "#egress/policy.ts";
import { closedPort, failureOf, serveSite, type Site, stopAfterTest, stopAll } from "../egress/support.ts";
import { servers } from "../support/servers.ts";

const object = { key: "a/ü b.jpg", bytes: Buffer.from("bytes"), contentType: "image/jpeg" };

let buckets = 0;

/** A bucket of a caller, and storages at other endpoints. */
function useCallerStorage() {
  let own: CallerBucket;
  let client: S3Client;
  before(async () => {
    const { s3 } = (await servers()).info;
    const { endpoint, accessKeyId, secretAccessKey } = s3;
    own = { endpoint, accessKeyId, secretAccessKey, region: "us-east-1", bucket: `callers-own-${(buckets += 1)}` };
    client = new S3Client({ ...own, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: own.bucket }));
  });
  after(() => client?.destroy());
  afterEach(stopAll);
  function open(endpoint: string): CallerStorage {
    const storage = createCallerStorage(createEgressPolicy({ allow: new URL(endpoint).host }));
    stopAfterTest(() => storage.close());
    return storage;
  }
  const put = (bucket: Partial<CallerBucket>, signal = new AbortController().signal) => {
    const whole = { ...own, ...bucket };
    return open(whole.endpoint).put(whole, object, signal);
  };
  const serve = async (listener: Parameters<typeof serveSite>[0]): Promise<Site & { endpoint: string }> => {
    const site = await serveSite(listener);
    return { ...site, endpoint: `http://127.0.0.1:${site.port}` };
  };
  const codeAndText = async (done: Promise<void>): Promise<string> => {
    const failure = await failureOf(done);
    if (!(failure instanceof RenderFailure)) throw failure;
    for (const hidden of [own.accessKeyId, own.secretAccessKey, "127.0.0.1", "callers-own"])
      expect(failure.message).to.not.include(hidden);
    return `${failure.code}: ${failure.message.replace(/^.*?\. ?/, "")}`;
  };
  return {
    get own() {
      return own;
    },
    get client() {
      return client;
    },
    open,
    put,
    serve,
    codeAndText,
  };
}

describe("the callers' storage", function () {
  this.timeout(60_000);
  const caller = useCallerStorage();
  const { put, serve } = caller;

  it("takes an object with its bytes and its type, twice the same", async () => {
    await put({});
    await put({});
    const stored = await caller.client.send(new GetObjectCommand({ Bucket: caller.own.bucket, Key: object.key }));
    expect(stored.ContentType).to.equal("image/jpeg");
    expect(await stored.Body?.transformToString()).to.equal("bytes");
  });

  it("uses the caller's keys and endpoint, whatever the environment contains", async () => {
    const found = {
      AWS_ACCESS_KEY_ID: "OPERATORS",
      AWS_SECRET_ACCESS_KEY: "own",
      AWS_SESSION_TOKEN: "token",
      AWS_USE_FIPS_ENDPOINT: "true",
    };
    Object.assign(process.env, found);
    stopAfterTest(() => {
      for (const name of Object.keys(found)) Reflect.deleteProperty(process.env, name);
    });
    const sent: unknown[] = [];
    const { endpoint } = await serve(({ headers }, response) => {
      sent.push(/Credential=(\w+)\//.exec(headers.authorization ?? "")?.[1], headers["x-amz-security-token"]);
      response.setHeader("ETag", "1").end();
    });
    await put({ endpoint, accessKeyId: "CALLERS" });
    expect(sent).to.deep.equal(["CALLERS", undefined]);
  });

  it("stops immediately when it is aborted", async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { endpoint } = await serve((request) => {
      request.socket.once("close", gone.resolve);
      asked.resolve();
    });
    const controller = new AbortController();
    const stored = failureOf(put({ endpoint }, controller.signal));
    await asked.promise;
    const reason = new Error("called off");
    controller.abort(reason);
    expect(await stored).to.equal(reason);
    await gone.promise;
  });
});

describe("a storage of a caller that refuses", function () {
  this.timeout(60_000);
  const caller = useCallerStorage();
  const { open, put, serve, codeAndText } = caller;

  const denied: [what: string, bucket: Partial<CallerBucket>, said: string][] = [
    ["a wrong secret", { secretAccessKey: "wrong" }, "storage_access_denied: It answered 403 SignatureDoesNotMatch."],
    ["an unknown key", { accessKeyId: "UNKNOWN" }, "storage_access_denied: It answered 404 XAdminUserNotFound."],
    ["a bucket that is not there", { bucket: "nowhere" }, "storage_invalid: It answered 404 NoSuchBucket."],
  ];

  for (const [what, bucket, said] of denied) {
    it(`names the reason for refusing ${what}`, async () => expect(await codeAndText(put(bucket))).to.equal(said));
  }

  it("reports a refused connection", async () => {
    expect(await codeAndText(put({ endpoint: `http://127.0.0.1:${await closedPort()}` }))).to.equal(
      "storage_unreachable: ",
    );
  });

  it("connects to no private address, literal or by name", async () => {
    const canary = await serve((_, response) => response.end());
    const storage = open("http://elsewhere.example:8080");
    for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"]) {
      const bucket = { ...caller.own, endpoint: `http://${host}:${canary.port}` };
      const said = await codeAndText(storage.put(bucket, object, new AbortController().signal));
      expect(said).to.equal(
        "target_forbidden: The operator can open it with WATCHFRAME_EGRESS_ALLOW. It is the address of storage_endpoint.",
      );
    }
    expect(canary.connections()).to.equal(0);
  });
});

describe("a storage of a caller that misbehaves", function () {
  this.timeout(60_000);
  const { put, serve, codeAndText } = useCallerStorage();

  it("follows no redirect", async () => {
    const canary = await serve((_, response) => response.end());
    const store = await serve((_, response) =>
      response.writeHead(307, { location: `${canary.endpoint}/` }).end("<Error><Code>TemporaryRedirect</Code></Error>"),
    );
    const { endpoint } = store;
    expect(await codeAndText(put({ endpoint }))).to.equal("storage_invalid: It answered 307 TemporaryRedirect.");
    expect([store.requests.length, canary.connections()]).to.deep.equal([1, 0]);
  });

  const answers: [what: string, status: number, body: string, said: string][] = [
    ["yes to everything", 200, "ok", "storage_invalid: It does not answer as an S3 API does."],
    [
      "to come back later",
      503,
      "<Error><Code>SlowDown</Code></Error>",
      "storage_unreachable: It answered 503 SlowDown.",
    ],
    ["nothing of use", 500, "", "storage_unreachable: It answered 500."],
    ["with a page", 404, "<!doctype html><p>No <b>bucket", "storage_invalid: It answered 404."],
    [
      "that the key is gone",
      400,
      "<Error><Code>InvalidAccessKeyId</Code></Error>",
      "storage_access_denied: It answered 400 InvalidAccessKeyId.",
    ],
    [
      "with a code that would like to be read",
      400,
      `<Error><Code>see http://evil.example/?k=1</Code></Error>`,
      "storage_invalid: It answered 400.",
    ],
  ];

  for (const [what, status, body, said] of answers) {
    it(`reports a storage that answers ${what}`, async () => {
      const { endpoint, requests } = await serve((_, response) => response.writeHead(status).end(body));
      expect(await codeAndText(put({ endpoint }))).to.equal(said);
      expect(requests, "one try").to.have.length(1);
    });
  }

  for (const status of [200, 400])
    it(`stops reading an answer ${status} that never ends`, async () => {
      let sent = 0;
      const { endpoint } = await serve((_, response) => {
        response.writeHead(status);
        const chunk = Buffer.alloc(64 * 1024, "a");
        const send = (): void => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        };
        response.on("drain", send);
        send();
      });
      expect(await codeAndText(put({ endpoint }))).to.match(/^storage_(unreachable|invalid)/);
      expect(sent).to.be.lessThan(20_000_000);
    });
});
