import { expect } from "chai";
import { createEgressPolicy } from "#egress/policy.ts";
import { open } from "#vault/open.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const forbidden =
  "target_forbidden: The address is private, reserved or otherwise not allowed. The operator can open it with WATCHFRAME_EGRESS_ALLOW.";
const whole = {
  store: true,
  storage_provider: "s3",
  storage_bucket: "my-bucket",
  storage_access_key_id: "canary-id",
  storage_secret_access_key: "canary-secret",
};

/** Storage settings with one wrong field each. */
const refused: [what: string, fields: Record<string, unknown>, problems: Record<string, string>][] = [
  ["a private endpoint", { storage_endpoint: "https://10.0.0.1" }, { storage_endpoint: forbidden }],
  ["an endpoint on loopback", { storage_endpoint: "https://127.0.0.1:9000" }, { storage_endpoint: forbidden }],
  [
    "an endpoint with a user",
    { storage_endpoint: "https://a:b@example.com" },
    { storage_endpoint: "must be an origin such as https://s3.example.com, without a path" },
  ],
  ["plain http", { storage_endpoint: "http://s3.example.com" }, { storage_endpoint: "must start with https://" }],
  ["another scheme", { storage_endpoint: "s3://bucket" }, { storage_endpoint: "must start with http:// or https://" }],
  [
    "an endpoint with a path",
    { storage_endpoint: "https://s3.example.com/a" },
    { storage_endpoint: "must be an origin such as https://s3.example.com, without a path" },
  ],
  [
    "r2 without an endpoint",
    { storage_provider: "r2" },
    {
      storage_endpoint:
        "is required for r2: https://<account id>.r2.cloudflarestorage.com, as the bucket's settings show it",
    },
  ],
  [
    "b2 without a region",
    { storage_provider: "b2" },
    {
      storage_region: "is required for b2 (such as us-west-004); the endpoint on the bucket's page names it",
    },
  ],
  [
    "a region that is a host",
    { storage_region: "evil.example/#" },
    { storage_region: "must be lower-case letters and digits with hyphens between, such as eu-central-1" },
  ],
  ["a bucket with capitals", { storage_bucket: "My-Bucket" }, { storage_bucket: "is not a valid bucket name at s3" }],
  ["a bucket with a slash", { storage_bucket: "a/../b" }, { storage_bucket: "is not a valid bucket name at s3" }],
  ["an access point", { storage_bucket: "arn:aws:s3:::a" }, { storage_bucket: "is not a valid bucket name at s3" }],
  [
    "a directory bucket",
    { storage_bucket: "a--usw2-az1--x-s3" },
    { storage_bucket: "is not a valid bucket name at s3" },
  ],
  [
    "a key with a line break",
    { storage_access_key_id: "a\r\nb" },
    { storage_access_key_id: "must be visible ASCII characters without blanks" },
  ],
  [
    "a path out of the bucket",
    { storage_path: "../{id}" },
    { storage_path: "must not begin with a slash nor have empty, . or .. parts between slashes" },
  ],
  [
    "a path too long once filled in",
    { storage_path: "{id}".repeat(40) },
    { storage_path: "must not be longer than 1024 bytes once filled in" },
  ],
  [
    "a public domain that is none",
    { storage_public_domain: "cdn example" },
    { storage_public_domain: "must be a host, with a path if there is one, such as cdn.example.com/shots" },
  ],
];

/** Endpoint and region that follow from the given fields. */
const derived: [what: string, fields: Record<string, unknown>, endpoint: string, region: string][] = [
  ["s3", {}, "https://s3.us-east-1.amazonaws.com", "us-east-1"],
  ["s3 in a region", { storage_region: "eu-central-1" }, "https://s3.eu-central-1.amazonaws.com", "eu-central-1"],
  ["s3 in China", { storage_region: "cn-north-1" }, "https://s3.cn-north-1.amazonaws.com.cn", "cn-north-1"],
  [
    "s3 by endpoint",
    { storage_endpoint: "https://s3.eu-west-3.amazonaws.com/" },
    "https://s3.eu-west-3.amazonaws.com",
    "eu-west-3",
  ],
  [
    "another store",
    { storage_endpoint: "https://minio.example.com:9000" },
    "https://minio.example.com:9000",
    "us-east-1",
  ],
  [
    "b2 by region",
    { storage_provider: "b2", storage_region: "us-west-004" },
    "https://s3.us-west-004.backblazeb2.com",
    "us-west-004",
  ],
  [
    "b2 by endpoint",
    { storage_provider: "b2", storage_endpoint: "https://s3.eu-central-003.backblazeb2.com" },
    "https://s3.eu-central-003.backblazeb2.com",
    "eu-central-003",
  ],
  [
    "r2",
    { storage_provider: "r2", storage_endpoint: "https://abc123.r2.cloudflarestorage.com" },
    "https://abc123.r2.cloudflarestorage.com",
    "auto",
  ],
  [
    "r2 with the bucket's own address",
    { storage_provider: "r2", storage_endpoint: "https://abc123.r2.cloudflarestorage.com/my-bucket" },
    "https://abc123.r2.cloudflarestorage.com",
    "auto",
  ],
  [
    "an endpoint that the operator opened",
    { storage_endpoint: "http://10.1.2.3:9000" },
    "http://10.1.2.3:9000",
    "us-east-1",
  ],
];

describe("POST /render: the caller's storage", () => {
  const { api, account } = useApi({ policy: createEgressPolicy({ allow: "10.1.2.3:9000" }) });

  const submit = (fields: Record<string, unknown>) =>
    account.client.call("POST", "/render", { body: { url: "https://example.com/", ...fields } });
  const recordOf = async (fields: Record<string, unknown>) => {
    const { json } = await submit(fields);
    const record = await api.ports.database.jobs.findOne({ _id: textAt(json, "id") });
    if (record === null) throw new Error("The job was not stored.");
    return record;
  };

  it("names all fields that store: true lacks", async () => {
    const { status, json } = await submit({ store: true, storage_path: "{x}", storage_region: "É" });
    expect([status, Object.keys(problems(json)).toSorted()]).to.deep.equal([
      400,
      [
        "storage_access_key_id",
        "storage_bucket",
        "storage_path",
        "storage_provider",
        "storage_region",
        "storage_secret_access_key",
      ],
    ]);
    expect(problems(json)["storage_bucket"]).to.equal("is required with store: true");
  });

  it("reports a field of a wrong type as wrong, not as missing", async () => {
    const { json } = await submit({ ...whole, storage_bucket: 7, storage_provider: "gcs" });
    expect(problems(json)).to.deep.equal({
      storage_bucket: "must be a string, got a number",
      storage_provider: "must be one of b2, s3, r2",
    });
  });

  for (const [what, fields, expected] of refused) {
    it(`refuses ${what}`, async () => {
      const { status, json } = await submit({ ...whole, ...fields });
      expect([status, problems(json)]).to.deep.equal([400, expected]);
    });
  }
  for (const [what, fields, endpoint, region] of derived) {
    it(`derives the endpoint of ${what}`, async () => {
      const { spec } = await recordOf({ ...whole, ...fields });
      expect([spec.storage?.endpoint, spec.storage?.region]).to.deep.equal([endpoint, region]);
    });
  }

  it("seals the credentials to the job and shows the rest", async () => {
    const record = await recordOf({ ...whole, storage_public_domain: "https://cdn.example.com/a/" });
    const { storage } = record.spec;
    if (storage === undefined) throw new Error("No storage.");
    expect(JSON.stringify([record, api.orchestrator.started])).to.not.include("canary");
    const context = { accountId: account.accountId, entityId: record._id };
    const opened = [
      open(api.ports.keyRing, storage.accessKeyId, { ...context, field: "storageAccessKeyId" }),
      open(api.ports.keyRing, storage.secretAccessKey, { ...context, field: "storageSecretAccessKey" }),
    ];
    expect(opened).to.deep.equal(["canary-id", "canary-secret"]);
    const { json } = await account.client.call("GET", `/status/${record._id}`);
    expect(JSON.stringify(json)).to.not.include("canary").and.not.include("sealed");
    expect(at(json, "job.options")).to.deep.include({
      store: true,
      storage_provider: "s3",
      storage_bucket: "my-bucket",
      storage_path: "{host}/{date}/{id}-{name}.{ext}",
      storage_public_domain: "https://cdn.example.com/a",
    });
  });

  it("discards storage fields without store: true", async () => {
    const record = await recordOf({ ...whole, store: false });
    expect(record.spec.storage).to.equal(undefined);
    expect(JSON.stringify(record)).to.not.include("canary");
  });

  it("does not affect whether renders are identical", async () => {
    const [stored, plain] = [await recordOf({ ...whole }), await recordOf({})];
    expect(stored.fingerprint).to.equal(plain.fingerprint);
  });
});
