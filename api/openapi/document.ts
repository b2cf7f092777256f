import type { TObject } from "typebox";
import type { Json } from "#schemas/common.ts";
import { type EventType, WebhookEvent } from "#schemas/events.ts";
import { version } from "#schemas/version.ts";
import { isLimited, type Route, type Tag } from "../http/route.ts";
import { maxKeyChars } from "../http/idempotency.ts";
import { componentSchemas, toJsonSchema, toRequestSchema } from "./components.ts";
import { replyExamples } from "./examples.ts";
import { componentHeaders, errorResponses, headerReferences, limitHeaders } from "./responses.ts";
import type { Content, Method, OpenApiDocument, Operation, Parameter, PathItem, ResponseObject } from "./types.ts";

/** Head of the document. Package, API and User-Agent share one version. */
const info: OpenApiDocument["info"] = {
  title: "Watchframe",
  version,
  summary: "Renders web pages: screenshots and content, now or asynchronously.",
  description: [
    "Calls need an API key, `Authorization: Bearer wf_live_…`. A browser that has logged in by `POST /sessions` sends a cookie instead, and may do what its key may do.",
    "All times are ISO 8601 in UTC. Ids are UUIDv7, which sort by time. Sizes are bytes, and durations in replies are milliseconds.",
    "Requests with a body use `Content-Type: application/json` and at most 2 MB. An unknown field is an error. `fields` of the reply lists all problems of a request.",
    "`warnings` of the reply lists accepted fields that have no effect, with the reason.",
    "Every reply has `X-Request-Id`. An error has a `type`, which follows from the HTTP status, and a code, which names the exact problem.",
    "Requests per second are limited, per address and per key. `RateLimit` says how many are left, and `RateLimit-Policy` names the limits. More requests get 429, with the seconds to wait in `Retry-After`.",
    "Write-only fields are never returned.",
  ].join("\n\n"),
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

const descriptions = {
  Screenshots: "Render pages: pictures, extracted content, or both.",
  Presets: "Options of renders under a name.",
  "Sign-ins": "Log-ins that the service keeps fresh, for captures of pages behind them.",
  Proxies: "Proxies under a name that captures go through.",
  Secrets: "Values under a name that captures use and no reply shows.",
  Schedules: "Renders at later times.",
  "Signed links": "Pictures for pages of yours, without an API key.",
  Batches: "Many pages at once.",
  Crawls: "The pages of a site, by its links.",
  Diffs: "Compare two captures.",
  Jobs: "Follow, list and cancel work, and fetch its outputs.",
  Account: "Credits, API keys and settings.",
  Sessions: "Browsers that are logged in to the console.",
  Monitors: "Watch pages for change.",
  Recipients: "Readers of alert mails.",
  "Alert targets": "Channels and recipients that many monitors tell.",
  "Monitor defaults": "Settings that many monitors inherit.",
  Webhooks: "Events sent to your own receiver.",
  Events: "A stream of the account's changes.",
  Service: "The service itself: this document and its health.",
} satisfies Record<Tag, string>;

/** Tags in their order in the document. */
const tags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));

/** The OpenAPI 3.1 document of the routes. */
export function openApi(routes: readonly Route[], { publicUrl }: { publicUrl: string }): OpenApiDocument {
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: new URL(publicUrl).href.replace(/\/$/, "") }],
    tags: tags.filter(({ name }) => routes.some(({ tag }) => tag === name)),
    security: [{ apiKey: [] }],
    paths: toPaths(routes),
    webhooks: Object.fromEntries(Object.entries(events).map(([type, summary]) => [type, webhook(type, summary)])),
    components: {
      schemas: componentSchemas(routes.flatMap(({ body }) => body ?? [])),
      headers: componentHeaders,
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key, `wf_live_…`." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-watchframe",
          description:
            "The cookie of `POST /sessions`, for browsers. It stands for the key of the log-in. On plain http its name is `watchframe`. Requests from pages of other sites get `cross_site_request`.",
        },
        mailService: { type: "http", scheme: "basic", description: "The mail service's own user and password." },
      },
    },
  };
}

/** Summary of each event. */
const events = {
  "job.completed": "A job has completed.",
  "job.failed": "A job has failed.",
  "batch.completed": "Every page of a batch has ended.",
  "crawl.completed": "A crawl has completed.",
  "crawl.failed": "A crawl ended before it was complete.",
  "schedule.skipped": "A schedule's fire was skipped.",
  "monitor.change_detected":
    "A monitor's page has changed, and a second capture confirmed it. In every event of a monitor, `data.changedBelowThreshold` names the differences below `changeThreshold` since the last message: `runs` counts them, and `runId` and `differenceRatio` belong to the largest.",
  "monitor.change_updated":
    "With a fixed baseline: a page with an open change has changed further. It differs from its baseline and from the run of the last message, and a second capture confirmed both. From five changes in a row on, `data.changesInARow` counts them, also in `monitor.change_detected`.",
  "monitor.change_recovered":
    "A monitor's change is over; `data.reason` says why. `restored`: the page does not differ from a baseline from before the change, so the change is undone. `stayed`: the page does not differ from a baseline from after the change, so the change is permanent. `below_threshold`: the page differs from the baseline by less than `changeThreshold`. `condition_ended`: no condition of `alertWhen` holds any more. `baseline_chosen`: the owner made another run the baseline (`data.runId`). `baseline_renewed`: the address, capture or diff was edited, and the run is the new baseline, without a comparison.",
  "monitor.failed": "Three runs of a monitor in a row have failed, each with its further tries.",
  "monitor.failure_recovered": "A monitor's page can be captured again.",
  "monitor.expectation_broken": "A text of a monitor's page is not as `capture.expect` says.",
  "monitor.expectation_recovered": "The texts of a monitor's page are as expected again.",
  "monitor.paused": "A monitor was paused by the plan or missing credits.",
} as const satisfies Record<EventType, string>;

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes the call safe to repeat. For 24 hours, a call with the same key and body changes nothing and gets the first reply again. Another body gets 422. While the first call still runs, a repeat gets 409. Refused calls are not kept. If the first call broke off, a repeat finishes it and creates nothing twice.",
  schema: { type: "string", minLength: 1, maxLength: maxKeyChars },
};

/** Name of each operation's first path parameter. */
type FirstParameters = ReadonlyMap<string, string>;

function toPaths(routes: readonly Route[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  const firstParameters = new Map(routes.map(({ id, path }) => [id, /:(\w+)/.exec(path)?.[1] ?? "id"]));
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [methodOf(route)]: toOperation(route, firstParameters) };
  }
  return paths;
}

const methods = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" } as const satisfies Record<
  Route["method"],
  Method
>;

function methodOf({ method }: Route): Method {
  return methods[method];
}

function toOperation(route: Route, firstParameters: FirstParameters): Operation {
  const parameters = [
    ...toParameters(route.params, "path"),
    ...toParameters(route.query, "query"),
    ...(route.idempotent !== undefined ? [idempotencyKey] : []),
    ...toHeaderParameters(route.requestHeaders ?? {}),
  ];
  const { body, example } = route;
  return {
    operationId: route.id,
    summary: route.summary,
    description: [route.description, scopesOf(route)].filter((text) => text !== undefined).join("\n\n"),
    tags: [route.tag],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && {
      requestBody: {
        required: route.emptyBody === undefined,
        content: { "application/json": { schema: toRequestSchema(body), ...(example !== undefined && { example }) } },
      },
    }),
    // A route's own description of a status wins (readiness has its own shape for 503).
    responses: { ...errorResponses(route), ...toResponses(route, firstParameters) },
  };
}

function scopesOf({ auth }: Route): string | undefined {
  if (auth.security === "none") return undefined;
  if (auth.security === "session") return "Needs the session cookie of a browser.";
  if (auth.security === "mailService") return "Needs the user and password of `WATCHFRAME_POSTMARK_WEBHOOK_AUTH`.";
  const scopes = auth.scopes.map((scope) => `\`${scope}\``).join(" or ");
  return `Needs a key or session with the scope ${scopes}${auth.security === "key" ? "" : ", or a signed address"}.`;
}

function securityOf({ auth }: Route): Record<string, string[]>[] {
  switch (auth.security) {
    case "none":
      return [];
    case "key":
      return [{ apiKey: [] }, { session: [] }];
    case "session":
      return [{ session: [] }];
    case "keyOrSignature":
      return [{ apiKey: [] }, { session: [] }, {}];
    case "mailService":
      return [{ mailService: [] }];
  }
}

function toParameters(object: TObject, location: "path" | "query"): Parameter[] {
  const requiredNames: readonly string[] = object.required ?? [];
  return Object.entries(object.properties).map(([name, property]) => {
    const { description, ...schema } = toJsonSchema(property);
    return {
      name,
      in: location,
      // A default replaces a missing value.
      required: requiredNames.includes(name) && !("default" in schema),
      ...(typeof description === "string" && { description }),
      schema,
      ...("items" in schema && { style: "form", explode: false }),
    };
  });
}

function toHeaderParameters(headers: NonNullable<Route["requestHeaders"]>): Parameter[] {
  return Object.entries(headers).map(([name, header]) => ({ name, in: "header", required: false, ...header }));
}

function toResponses(route: Route, firstParameters: FirstParameters): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, { description, json, bytes = [], headers = [], links = {} }]) => {
      const content: Content = {
        ...Object.fromEntries(bytes.map((type) => [type, { schema: {} }])),
        ...(json !== undefined && { "application/json": { schema: toJsonSchema(json) } }),
      };
      const asJson = content["application/json"];
      if (asJson !== undefined) Object.assign(asJson, exampleOf(route.id, Number(status)));
      const response: ResponseObject = {
        description,
        headers: headerReferences([
          "X-Request-Id",
          ...(isLimited(route) ? limitHeaders : []),
          ...headers,
          ...(route.idempotent !== undefined ? (["Idempotent-Replayed"] as const) : []),
        ]),
        ...(Object.keys(links).length > 0 && { links: toLinks(links, firstParameters) }),
      };
      return [status, Object.keys(content).length > 0 ? { ...response, content } : response];
    }),
  );
}

/** The recorded example of a reply. */
function exampleOf(operationId: string, status: number): { example?: Json } {
  const example = replyExamples[operationId]?.[status];
  return example === undefined ? {} : { example };
}

function toLinks(
  links: NonNullable<Route["responses"][number]["links"]>,
  firstParameters: FirstParameters,
): NonNullable<ResponseObject["links"]> {
  return Object.fromEntries(
    Object.entries(links).map(([operationId, given]) => {
      const name = firstParameters.get(operationId) ?? "id";
      return [operationId, { operationId, parameters: typeof given === "string" ? { [name]: given } : { ...given } }];
    }),
  );
}

/** The webhook of an event. Its operation id is the type in camel case: `monitor.change_detected` gives `monitorChangeDetected`. */
function webhook(type: string, summary: string): PathItem {
  const description =
    'Sent to `webhookUrl`, or a monitor\'s `alerts.webhook.url`, by the rules of Standard Webhooks: `webhook-id`, `webhook-timestamp` and, with a secret, `webhook-signature`. Answer with 2xx within 15 seconds; anything else is tried again for a day.\n\nTo verify one with the package `standardwebhooks`: `new Webhook(secret).verify(body, headers)` for a secret that begins with `whsec_`, `new Webhook(secret, { format: "raw" }).verify(body, headers)` for a plain text; `body` as it came, byte for byte.';
  const requestBody = { required: true, content: { "application/json": { schema: toJsonSchema(WebhookEvent) } } };
  return {
    post: {
      operationId: type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary,
      description,
      tags: ["Webhooks"],
      requestBody,
      responses: { "2XX": { description: "Received." } },
    },
  };
}
