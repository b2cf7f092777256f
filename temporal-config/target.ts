import { Client, Connection } from "@temporalio/client";
import type { DataConverter } from "@temporalio/common";
import type { TemporalEnv } from "#schemas/settings/env.ts";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { createPayloadCodec } from "./payloadCodec.ts";

/** Address of Temporal, credentials for it, and the conversion of payloads. */
export type TemporalTarget = {
  /** host:port of the gRPC frontend. */
  address: string;
  namespace: string;
  /** PEM texts. Without `ca`, the system's certificates are trusted; without `client`, none is sent. */
  tls?: { ca?: string; client?: { certificate: string; key: string } };
  apiKey?: string;
  /** Encrypts every payload. Without it, only sealed values are ciphertext. */
  dataConverter?: DataConverter;
};

/** The target that the settings describe. @throws SettingsError that names the setting at fault. */
export function temporalTarget(env: TemporalEnv): TemporalTarget {
  const ring = env.WATCHFRAME_PAYLOAD_KEY_RING;
  return {
    address: env.WATCHFRAME_TEMPORAL_ADDRESS,
    namespace: env.WATCHFRAME_TEMPORAL_NAMESPACE,
    ...tlsOf(env),
    ...(env.WATCHFRAME_TEMPORAL_API_KEY !== "" && { apiKey: env.WATCHFRAME_TEMPORAL_API_KEY }),
    ...(ring !== "" && {
      dataConverter: { payloadCodecs: [createPayloadCodec(parseKeyRing(ring, "WATCHFRAME_PAYLOAD_KEY_RING"))] },
    }),
  };
}

function tlsOf(env: TemporalEnv): Pick<TemporalTarget, "tls"> {
  const { WATCHFRAME_TEMPORAL_TLS_CA: ca, WATCHFRAME_TEMPORAL_TLS_CERT: certificate } = env;
  const key = env.WATCHFRAME_TEMPORAL_TLS_KEY;
  if ((certificate === "") !== (key === "")) {
    throw new SettingsError(
      "WATCHFRAME_TEMPORAL_TLS_CERT and WATCHFRAME_TEMPORAL_TLS_KEY go together: set both or neither.",
    );
  }
  if (!env.WATCHFRAME_TEMPORAL_TLS && ca === "" && key === "") return {};
  return { tls: { ...(ca !== "" && { ca }), ...(key !== "" && { client: { certificate, key } }) } };
}

/** The target as the SDK's connections take it. */
export function toConnectionOptions({ address, tls, apiKey }: TemporalTarget) {
  return {
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls !== undefined && {
      tls: {
        ...(tls.ca !== undefined && { serverRootCACertificate: Buffer.from(tls.ca) }),
        ...(tls.client !== undefined && {
          clientCertPair: { crt: Buffer.from(tls.client.certificate), key: Buffer.from(tls.client.key) },
        }),
      },
    }),
  };
}

/** The connection, or a SettingsError that names what to look at where there is none. */
export async function reach<Connection>(
  { address }: TemporalTarget,
  connecting: Promise<Connection>,
): Promise<Connection> {
  try {
    return await connecting;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const where = `Temporal can't be reached at ${address} (${why})`;
    throw new SettingsError(`${where}: look at WATCHFRAME_TEMPORAL_ADDRESS, _TLS and _API_KEY, and whether it runs.`, {
      cause,
    });
  }
}

/** A client that connects when it is first used, so that a process can start while Temporal is away. */
export function lazyClient(target: TemporalTarget): { client: Client; close(): Promise<void> } {
  const connection = Connection.lazy(toConnectionOptions(target));
  const { namespace, dataConverter } = target;
  const client = new Client({ connection, namespace, ...(dataConverter !== undefined && { dataConverter }) });
  return { client, close: () => connection.close() };
}
