import { type Static, Type } from "typebox";
import { literals } from "../common.ts";
import { nameResolutions } from "../proxy.ts";

/** Task queues that workers take work from. */
const workerQueues = ["wf", "browser", "fetch", "compare", "storage", "io"] as const;

/** Temporal's address and the encryption of payloads, for the API, workers and the set-up command. */
const temporalSettings = {
  WATCHFRAME_TEMPORAL_ADDRESS: Type.String({ minLength: 1, description: "host:port of Temporal's gRPC frontend." }),
  WATCHFRAME_TEMPORAL_NAMESPACE: Type.String({ default: "watchframe", minLength: 1 }),
  WATCHFRAME_TEMPORAL_TLS: Type.Boolean({
    default: false,
    description: "true uses TLS for Temporal. A CA or a client certificate also turns it on.",
  }),
  WATCHFRAME_TEMPORAL_TLS_CA: Type.String({
    default: "",
    description: "PEM of the CA that signed Temporal's certificate. Empty: the system's CAs.",
  }),
  WATCHFRAME_TEMPORAL_TLS_CERT: Type.String({ default: "", description: "PEM of the client's certificate, for mTLS." }),
  WATCHFRAME_TEMPORAL_TLS_KEY: Type.String({ default: "", description: "PEM of its private key." }),
  WATCHFRAME_TEMPORAL_API_KEY: Type.String({ default: "", description: "API key for Temporal Cloud." }),
  WATCHFRAME_PAYLOAD_KEY_RING: Type.String({
    default: "",
    description:
      "Keys in the form of WATCHFRAME_KEY_RING, but different ones. They encrypt all of Temporal's payloads, not only secrets. Temporal's UI then needs the codec server.",
  }),
};

/** Settings of `temporal-config/main.ts`. */
export const TemporalEnv = Type.Object(temporalSettings);
export type TemporalEnv = Static<typeof TemporalEnv>;

/** The proxy of the service, for the API, workers and the operator's command line. */
const proxySettings = {
  WATCHFRAME_EGRESS_PROXY: Type.String({
    default: "",
    description:
      "Proxy for every request to sites, receivers, callers' storage and Postmark: http, https or socks5, as http://user:password@proxy.example:3128. Empty: none.",
  }),
  WATCHFRAME_EGRESS_PROXY_RESOLVES: literals([...nameResolutions], {
    default: "here",
    description:
      "here: the service resolves names and the proxy gets checked addresses. proxy: the proxy gets names, whose addresses can't be checked.",
  }),
  WATCHFRAME_EGRESS_NO_PROXY: Type.String({
    default: "",
    description:
      "Comma-separated names (with those below them), addresses and CIDR blocks that are reached without the proxy, each perhaps with a port.",
  }),
};

/** The mail service, for workers and the operator's command line. */
const mailSettings = {
  WATCHFRAME_SMTP_URL: Type.String({
    default: "",
    pattern: "^$|^smtps?://[^?#]+$",
    description:
      "SMTP server for e-mail, `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. Empty: Postmark, if it has a token.",
  }),
  WATCHFRAME_DKIM_SELECTOR: Type.String({
    default: "",
    description:
      "DKIM selector of e-mail by SMTP. The domain is that of WATCHFRAME_MAIL_FROM. Empty: Watchframe signs no mail, and the server may sign.",
  }),
  WATCHFRAME_DKIM_KEY: Type.String({ default: "", description: "Private key of that selector, PEM." }),
  WATCHFRAME_POSTMARK_TOKEN: Type.String({
    default: "",
    description: "Postmark server token. Empty: no e-mail, unless WATCHFRAME_SMTP_URL is set.",
  }),
  WATCHFRAME_POSTMARK_URL: Type.String({ default: "https://api.postmarkapp.com", format: "uri" }),
  WATCHFRAME_POSTMARK_STREAM: Type.String({
    default: "outbound",
    minLength: 1,
    description: "Postmark's message stream: a transactional one.",
  }),
  WATCHFRAME_MAIL_FROM: Type.String({
    default: "watchframe@localhost",
    minLength: 3,
    description:
      "Sender of e-mail, `a@example.com` or `Name <a@example.com>`. For Postmark it must be a sender signature.",
  }),
};

/** Settings that sending a mail needs. */
export const MailEnv = Type.Object({ ...mailSettings, ...proxySettings });
export type MailEnv = Static<typeof MailEnv>;

/** Settings of the codec server. */
export const CodecEnv = Type.Object({
  WATCHFRAME_PAYLOAD_KEY_RING: Type.String({ minLength: 1 }),
  WATCHFRAME_TEMPORAL_NAMESPACE: temporalSettings.WATCHFRAME_TEMPORAL_NAMESPACE,
  WATCHFRAME_CODEC_HOST: Type.String({
    default: "127.0.0.1",
    description: "Address that the codec server listens on.",
  }),
  WATCHFRAME_CODEC_PORT: Type.Integer({ default: 8081, minimum: 0, maximum: 65535 }),
  WATCHFRAME_CODEC_UI_ORIGIN: Type.String({
    format: "uri",
    description: "Origin of Temporal's UI. Pages of other origins are refused.",
  }),
});
export type CodecEnv = Static<typeof CodecEnv>;

/**
 * Every setting of the API and the worker.
 * Only the two mains read `process.env` and pass it to `readEnv` of `validate.ts`.
 * `X_FILE` may name a file with the value of a setting `X` (Docker and Kubernetes secrets).
 */
export const Env = Type.Object({
  WATCHFRAME_PUBLIC_URL: Type.String({
    format: "uri",
    description: "Base address for clients. Every link uses it, never a Host header.",
  }),
  WATCHFRAME_TEMPORAL_UI_URL: Type.String({
    default: "",
    description: "Address of Temporal's UI, for links to workflows. Empty: the console shows no links.",
  }),
  WATCHFRAME_HOST: Type.String({
    default: "127.0.0.1",
    description: "Address that the API and a worker's health server listen on.",
  }),
  WATCHFRAME_PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535 }),
  WATCHFRAME_PLANS: Type.String({
    default: "",
    description:
      'JSON that changes what plans allow, `{"free": {"credits": 50}}`; WATCHFRAME_PLANS_FILE names a file with it.',
  }),
  WATCHFRAME_PROXIES: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 10,
    description: "Number of reverse proxies in front of the API that append to X-Forwarded-For. 0 ignores the header.",
  }),
  WATCHFRAME_ADDRESS_REQUESTS_PER_SECOND: Type.Integer({
    default: 200,
    minimum: 1,
    maximum: 1_000_000,
    description: "Requests per second of one client address (an IPv6 /64 counts as one), with or without a key.",
  }),
  WATCHFRAME_MAX_CONNECTIONS: Type.Integer({
    default: 10_000,
    minimum: 1,
    description: "Maximum number of connections of an API process. More are closed.",
  }),
  WATCHFRAME_CONNECTIONS_PER_ADDRESS: Type.Integer({
    default: 500,
    minimum: 1,
    description: "Maximum number of connections per address. Ignored behind proxies.",
  }),
  WATCHFRAME_MONGO_URL: Type.String({ minLength: 1, description: "mongodb:// address with the database's name." }),
  ...temporalSettings,
  WATCHFRAME_S3_ENDPOINT: Type.String({ format: "uri", description: "Object store for outputs." }),
  WATCHFRAME_S3_REGION: Type.String({ default: "us-east-1", minLength: 1 }),
  WATCHFRAME_S3_BUCKET: Type.String({ default: "watchframe-outputs", minLength: 3, maxLength: 63 }),
  WATCHFRAME_S3_ACCESS_KEY_ID: Type.String({ minLength: 1 }),
  WATCHFRAME_S3_SECRET_ACCESS_KEY: Type.String({ minLength: 1 }),
  WATCHFRAME_KEY_RING: Type.String({
    minLength: 1,
    description:
      "Encryption keys for secrets at rest, `id:base64` of 32 bytes, comma-separated. The first key seals, every key opens.",
  }),
  WATCHFRAME_SIGNING_KEY: Type.String({
    default: "",
    description:
      "Base64 of at least 32 bytes. It signs output addresses and page cursors. The API needs it, and workers of the queues `wf` and `io`.",
  }),
  WATCHFRAME_RETRY_SECONDS: Type.String({
    default: "30,120,300",
    pattern: "^(?:none|[0-9]{1,4}(?:,[0-9]{1,4}){0,9})$",
    description:
      "Pauses before further tries of a monitor's failed run, comma-separated. Its failure counts after the last one. `none`: at once.",
  }),
  ...mailSettings,
  WATCHFRAME_POSTMARK_WEBHOOK_AUTH: Type.String({
    default: "",
    pattern: "^$|^[^:]+:.{16,}$",
    description:
      "user:password (16 characters or more) that Postmark sends with bounces and complaints. Empty: all are refused.",
  }),
  WATCHFRAME_EGRESS_ALLOW: Type.String({
    default: "",
    description: "Comma-separated host:port pairs of private hosts that pages, webhooks and storage may reach.",
  }),
  ...proxySettings,
  WATCHFRAME_EXTRA_CA: Type.String({
    default: "",
    description:
      "Path of a PEM file with certificates of authorities that pages, webhooks, mail, database and storage may use beside the public ones.",
  }),
  WATCHFRAME_TLS_ERRORS: Type.String({
    default: "",
    description:
      "Comma-separated names (with those below them), addresses and CIDR blocks whose invalid certificates a capture may ignore, each perhaps with a port.",
  }),
  WATCHFRAME_CHROME_PATH: Type.String({ default: "", description: "Browser binary of the worker." }),
  WATCHFRAME_FFMPEG: Type.String({
    default: "",
    description: "Path of ffmpeg, by which the worker records pages. Empty: recordings fail.",
  }),
  WATCHFRAME_CHROME_SANDBOX: Type.Boolean({
    default: true,
    description: "false starts Chromium with --no-sandbox; needed only if the worker runs as root.",
  }),
  WATCHFRAME_SCRATCH_DIR: Type.String({
    default: "",
    description: "Folder of browser profiles and temporary files. Emptied at start.",
  }),
  WATCHFRAME_HEALTH_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: "Port on which a worker answers /health/live and /health/ready; 0 for none.",
  }),
  WATCHFRAME_WORKER_QUEUES: Type.Array(literals([...workerQueues]), {
    default: [...workerQueues],
    minItems: 1,
    uniqueItems: true,
    description:
      "Comma-separated task queues of this worker. Without `browser` it needs no browser. Each queue needs at least one worker.",
  }),
  WATCHFRAME_BROWSER_CONCURRENCY: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 64,
    description: "Pages rendered at once by one worker; 0 means twice the processors.",
  }),
  WATCHFRAME_HOST_CONCURRENCY: Type.Integer({
    default: 2,
    minimum: 1,
    maximum: 100,
    description: "Pages of one host rendered at once for batches, crawls, schedules and monitors of all accounts.",
  }),
  WATCHFRAME_HOST_SPACING_MS: Type.Integer({
    default: 250,
    minimum: 0,
    maximum: 60_000,
    description: "Milliseconds between two starts at one host, for the same kinds of work.",
  }),
  WATCHFRAME_METRICS_HOST: Type.String({
    default: "127.0.0.1",
    description: "Address of the metrics server, separate from the API's address.",
  }),
  WATCHFRAME_METRICS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description:
      "Port of `GET /metrics` for Prometheus, of the worker with the metrics of Temporal's SDK; 0 turns it off.",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({
    default: "",
    pattern: "^$|^https?://",
    description: "Base address of an OTLP/HTTP collector, such as http://127.0.0.1:4318. Empty: no traces.",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    default: "",
    description: "Headers for the collector, `name=value` pairs separated by commas. They may contain a key.",
  }),
  WATCHFRAME_LOG_LEVEL: literals(["trace", "debug", "info", "warn", "error", "silent"], { default: "info" }),
});

export type Env = Static<typeof Env>;

/** Settings of the place that a home is moved to. */
export const MoveEnv = Type.Pick(Env, [
  "WATCHFRAME_MONGO_URL",
  "WATCHFRAME_S3_ENDPOINT",
  "WATCHFRAME_S3_REGION",
  "WATCHFRAME_S3_BUCKET",
  "WATCHFRAME_S3_ACCESS_KEY_ID",
  "WATCHFRAME_S3_SECRET_ACCESS_KEY",
  "WATCHFRAME_KEY_RING",
  "WATCHFRAME_SIGNING_KEY",
]);
export type MoveEnv = Static<typeof MoveEnv>;

/** Settings of the proxy of the service. */
export type ProxyEnv = Pick<Env, keyof typeof proxySettings>;
