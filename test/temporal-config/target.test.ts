import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { readTemporalEnv } from "#schemas/settings/readEnv.ts";
import { temporalTarget, toConnectionOptions } from "#temporal-config/target.ts";

const address = { WATCHFRAME_TEMPORAL_ADDRESS: "temporal.example.com:7233" };
const files: Record<string, string> = { ca: "the CA\n", cert: "a certificate\n", key: "its key\n" };
const place = (settings: Record<string, string>) =>
  temporalTarget(readTemporalEnv({ ...address, ...settings }, (path) => files[path] ?? ""));

describe("where Temporal is", () => {
  it("is an address and a namespace, in clear, unless the settings say more", () => {
    expect(place({})).to.deep.equal({ address: "temporal.example.com:7233", namespace: "watchframe" });
    expect(toConnectionOptions(place({}))).to.deep.equal({ address: "temporal.example.com:7233" });
  });

  it("is reached by TLS where that is asked for, with a CA and a certificate from files", () => {
    expect(toConnectionOptions(place({ WATCHFRAME_TEMPORAL_TLS: "true" })).tls).to.deep.equal({});
    const { tls } = toConnectionOptions(
      place({
        WATCHFRAME_TEMPORAL_TLS_CA_FILE: "ca",
        WATCHFRAME_TEMPORAL_TLS_CERT_FILE: "cert",
        WATCHFRAME_TEMPORAL_TLS_KEY_FILE: "key",
      }),
    );
    expect(tls).to.deep.equal({
      serverRootCACertificate: Buffer.from("the CA"),
      clientCertPair: { crt: Buffer.from("a certificate"), key: Buffer.from("its key") },
    });
  });

  it("is entered with an API key where there is one", () => {
    expect(toConnectionOptions(place({ WATCHFRAME_TEMPORAL_API_KEY: "k" }))).to.include({ apiKey: "k" });
  });

  it("needs a certificate together with its key, and names the missing one", () => {
    expect(() => place({ WATCHFRAME_TEMPORAL_TLS_CERT_FILE: "cert" })).to.throw("go together");
  });

  it("has its payloads encrypted where there are keys for that, which are named when they are wrong", () => {
    const ring = `p1:${randomBytes(32).toString("base64")}`;
    expect(place({ WATCHFRAME_PAYLOAD_KEY_RING: ring }).dataConverter?.payloadCodecs).to.have.length(1);
    expect(() => place({ WATCHFRAME_PAYLOAD_KEY_RING: "p1:short" })).to.throw(/^WATCHFRAME_PAYLOAD_KEY_RING: key p1/);
  });
});
