import { type Static, type TObject, type TSchema, Type } from "typebox";
import type { FieldProblem, Json } from "#schemas/common.ts";
import type { ApiErrorCode } from "#schemas/errors.ts";
import { bodyValidator, stringsValidator } from "#schemas/validate.ts";
import type { ApiPorts } from "../ports.ts";
import { type Auth, type Callers, refusePaused } from "./auth.ts";
import type { ClientMethod } from "./clientMethods.ts";
import { ApiError, type ErrorShape } from "./errors.ts";
import type { Common, Content, Exchange, HeaderName, Incoming, Reply } from "./exchange.ts";
import { newReservation, onceForKey, readIdempotencyKey, type Reservation } from "./idempotency.ts";
import { isList, readList } from "./listQueue.ts";
import { namesOf, noRules, type Rules, withWarnings } from "./validation.ts";

/** Tags of the OpenAPI document. */
export type Tag =
  | "Screenshots"
  | "Presets"
  | "Secrets"
  | "Sign-ins"
  | "Proxies"
  | "Alert targets"
  | "Monitor defaults"
  | "Schedules"
  | "Signed links"
  | "Batches"
  | "Crawls"
  | "Diffs"
  | "Jobs"
  | "Account"
  | "Monitors"
  | "Recipients"
  | "Webhooks"
  | "Events"
  | "Sessions"
  | "Service";

type Expression = `$response.${string}`;

/** One documented reply: JSON of a schema, bytes of some media types, either, or neither. */
export type ResponseContract = {
  description: string;
  json?: TSchema;
  bytes?: readonly string[];
  headers?: readonly HeaderName[];
  /** Links: operations that take an id of this reply, as OpenAPI runtime expressions for their first parameter or by name. */
  links?: Readonly<Record<string, Expression | Readonly<Record<string, Expression>>>>;
};

type JsonReply<Status, Response> = Response extends { json: infer Schema extends TSchema }
  ? Common<Status> & { json: Static<Schema> }
  : never;
type BytesReply<Status, Response> = Response extends { bytes: readonly string[] }
  ? Common<Status> & { content: Content }
  : never;
type EmptyReply<Status, Response> = Response extends { json: TSchema } | { bytes: readonly string[] }
  ? never
  : Common<Status>;
type ReplyOf<Responses> = {
  [Status in keyof Responses]:
    | JsonReply<Status, Responses[Status]>
    | BytesReply<Status, Responses[Status]>
    | EmptyReply<Status, Responses[Status]>;
}[keyof Responses];
/** One of the documented replies. */
type Checked<Responses> = Reply & ReplyOf<Responses>;

type Input<Params, Query, Body, Identity> = {
  params: Params;
  query: Query;
  body: Body;
  /** Top-level names in the client's body, or in the query of a route without a body, before defaults. */
  fieldNames: ReadonlySet<string>;
  caller: Identity;
  exchange: Exchange;
  /** Reserved values of the resource that the call creates. */
  reservation: Reservation;
};

/** Fields of a checked request without effect. `raw` is its body before defaults. */
type Warn<Query, Body, Identity> = (
  input: Pick<Input<never, Query, Body, Identity>, "query" | "body" | "fieldNames" | "caller"> & { raw: unknown },
) => FieldProblem[];

/** The part of a route that is the same for the router and for the documents. */
type Contract = {
  /** Name of the operation in generated clients. */
  id: string;
  /** Methods of the clients that call the operation. Without one, it is only among their `operations`. */
  client?: ClientMethod | readonly ClientMethod[];
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Koa's form: `/status/:id`. */
  path: string;
  summary: string;
  description?: string;
  tag: Tag;
  errorShape: ErrorShape;
  /**
   * Whether a paused account may call a POST or PATCH. Without it, only its reads and deletions are allowed: see
   * `needsActive`.
   */
  whilePaused?: true;
  /** False if GET changes or charges something, so that HEAD would too. Default: true. */
  head?: boolean;
  /** Maximum number of bytes of a body. Default: 2 MB with a key or session, else 4 kB. */
  maxBodyBytes?: number;
  /** Replaces a missing body. Without it a body is required. */
  emptyBody?: Json;
  /**
   * Whether a call with an Idempotency-Key does its work once. Every POST that creates or charges needs it. The JSON
   * reply is kept for repeats. A handler that replies with bytes keeps their source itself.
   */
  idempotent?: true | "by handler";
  /** Request headers of this operation, by name, for the OpenAPI document. The handler reads them. */
  requestHeaders?: Readonly<Record<string, { description: string; schema: { type: "string" } }>>;
  /** A valid body for the OpenAPI document. */
  example?: Json;
  /** Codes of this operation besides those that follow from its authentication and body. */
  errors: readonly ApiErrorCode[];
};

/** The contract that the routes of a resource share. */
type Shared = Pick<Contract, "tag" | "errorShape">;

type Definition<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Identity,
  Responses,
> = OwnDefinition<Params, Query, Body, Identity, Responses> & Shared;

/** A definition without what its resource shares. */
type OwnDefinition<Params extends TObject, Query extends TObject, Body extends TSchema, Identity, Responses> = Omit<
  Contract,
  keyof Shared
> & {
  auth: Auth<Identity>;
  responses: Responses;
  /** Refuses a call before its body is read, for routes without a key. */
  admit?: (exchange: Exchange, ports: ApiPorts) => Promise<void>;
  /** Adds what a body stands for, such as the options of a preset. Everything but the kept reply of a key sees the result. */
  expand?: (raw: unknown, caller: Identity, ports: ApiPorts) => Promise<unknown>;
  /** Finds fields without effect. JSON replies have them as `warnings`, others in the header X-Warnings. */
  warn?: Warn<Static<Query>, Static<Body>, Identity>;
  /** Rules that schemas can't express. Both are checked together, so the reply lists all problems. */
  rules?: Rules;
  handle(
    input: Input<Static<Params>, Static<Query>, Static<Body>, Identity>,
    ports: ApiPorts,
  ): Checked<Responses> | Promise<Checked<Responses>>;
};

/** Schemas of a call. One that is left out takes nothing. */
type Schemas<Params, Query, Body> = { params: Params; query: Query; body: Body };

/** A route without its type parameters: the contract for the OpenAPI document, and `respond` for the router. */
export type Route = Contract & {
  auth: Pick<Auth<unknown>, "security" | "scopes" | "errors">;
  params: TObject;
  query: TObject;
  /** Null for a route without a body. */
  body: TSchema | null;
  responses: Record<number, ResponseContract>;
  respond(incoming: Incoming, services: Services): Promise<Reply>;
};

/** Whether requests for a route are counted. Routes with the tag Service are not: probes and readers of the docs call them. */
export function isLimited({ tag }: Pick<Contract, "tag">): boolean {
  return tag !== "Service";
}

/** Dependencies of routes. */
export type Services = { ports: ApiPorts; callers: Callers };

/** Query options of signed links in mails and results. Gateways add parameters, and the signature covers ours. */
export const linkQuery = { additionalProperties: true } as const;
/** Maximum number of bytes of a body that anyone may send. */
const maxStrangerBytes = 4_096;
/** No parameters. */
const none = Type.Object({}, { additionalProperties: false });
/** No body. */
const noRequestBody = Type.Null();

/** `defineRoute` for the routes of one resource. */
export function routesOf(routeDefaults: Shared) {
  return <
    Identity,
    const Responses extends Record<number, ResponseContract>,
    Params extends TObject = typeof none,
    Query extends TObject = typeof none,
    Body extends TSchema = typeof noRequestBody,
  >(
    own: OwnDefinition<Params, Query, Body, Identity, Responses> & Partial<Schemas<Params, Query, Body>>,
  ): Route => defineRoute<Identity, Responses, Params, Query, Body>({ ...own, ...routeDefaults });
}

/** Creates a route from its contract and handler. The schemas type the handler's input and replies. */
export function defineRoute<
  Identity,
  const Responses extends Record<number, ResponseContract>,
  Params extends TObject = typeof none,
  Query extends TObject = typeof none,
  Body extends TSchema = typeof noRequestBody,
>(own: Definition<Params, Query, Body, Identity, Responses> & Partial<Schemas<Params, Query, Body>>): Route {
  const definition = Object.assign({ params: none, query: none, body: noRequestBody }, own);
  // A schema that is left out is the default of its type parameter.
  const schemas: Schemas<Params, Query, Body> = definition;
  const { handle, auth, admit, warn, expand, rules = noRules, ...contract } = definition;
  const takesKey = auth.security === "key" || auth.security === "session";
  const maxBytes = definition.maxBodyBytes ?? (takesKey ? undefined : maxStrangerBytes);
  const bodyOptions = { standIn: definition.emptyBody, maxBytes };
  const checkParams = stringsValidator(schemas.params);
  const checkQuery = stringsValidator(schemas.query);
  const checkBody = bodyValidator(schemas.body);
  const isForActive = needsActive(definition, takesKey);
  const showsList = isList(definition);
  const takesBody = !Type.IsNull(schemas.body);

  async function respond(httpRequest: Incoming, { ports, callers }: Services): Promise<Reply> {
    const caller = await auth.identify(httpRequest, callers);
    if (isForActive) refusePaused(caller);
    await admit?.(httpRequest.exchange, ports);
    const sentBody = takesBody ? await httpRequest.readBody(bodyOptions) : { value: null, problems: [] };
    const expandedBody =
      expand === undefined ? sentBody : { ...sentBody, value: await expand(sentBody.value, caller, ports) };
    const params = checkParams(httpRequest.params);
    // A malformed id is an unknown id.
    if (!params.ok) throw new ApiError("not_found");
    const query = checkQuery(httpRequest.query);
    const body = checkBody(expandedBody.value);
    const schemaProblems = [
      ...expandedBody.problems,
      ...(query.ok ? [] : query.problems),
      ...(body.ok ? [] : newIn(body.problems, expandedBody.problems)),
    ];
    const broken = () => rules({ query: httpRequest.query, body: expandedBody.value, schemaProblems }, ports);
    if (!query.ok || !body.ok || schemaProblems.length > 0)
      throw new ApiError("validation_failed", { fields: [...schemaProblems, ...broken()] });
    const input = {
      params: params.value,
      query: query.value,
      body: body.value,
      fieldNames: namesOf(takesBody ? expandedBody.value : httpRequest.query),
      caller,
      exchange: httpRequest.exchange,
    };
    const check = () => {
      const fields = broken();
      if (fields.length > 0) throw new ApiError("validation_failed", { fields });
    };
    const work = async (reservation: Reservation): Promise<Reply> => {
      const answer = async () => handle({ ...input, reservation }, ports);
      if (!showsList) return answer();
      return readList({ accountId: accountOf(caller), signal: httpRequest.exchange.untilGone() }, answer);
    };
    const warnings = warn?.({ ...input, raw: expandedBody.value }) ?? [];
    const sentKey = definition.idempotent === undefined ? undefined : readIdempotencyKey(httpRequest.exchange);
    const key = definition.idempotent === true ? sentKey : undefined;
    if (key === undefined) {
      check();
      return withWarnings(await work(newReservation(ports)), warnings);
    }
    const asked = { params: params.value, query: query.value, body: sentBody.value };
    const call = { key, accountId: accountOf(caller), operation: definition.id, asked, check };
    return withWarnings(await onceForKey(ports, call, work), warnings);
  }
  return {
    ...contract,
    errors: [
      ...definition.errors,
      ...(definition.idempotent !== undefined ? errorsOfKeys : []),
      ...(isForActive ? (["account_paused"] as const) : []),
    ],
    auth: { security: auth.security, scopes: auth.scopes, errors: auth.errors },
    body: takesBody ? schemas.body : null,
    respond,
  };
}

/** The one check at the door: a paused account makes, sends and charges nothing. It reads, ends and deletes. */
function needsActive(
  { method, head, whilePaused }: Pick<Contract, "method" | "head" | "whilePaused">,
  takesKey: boolean,
): boolean {
  const acts = method === "POST" || method === "PATCH" || head === false;
  return takesKey && acts && whilePaused !== true;
}

const errorsOfKeys = ["idempotency_key_reused", "idempotency_in_progress"] as const;

function accountOf(caller: unknown): string {
  if (typeof caller === "object" && caller !== null && "accountId" in caller) return String(caller.accountId);
  throw new Error("An idempotent route needs a key.");
}

/** The problems of fields without an earlier problem. One problem per field is enough. */
function newIn(problems: readonly FieldProblem[], earlier: readonly FieldProblem[]): FieldProblem[] {
  const fields = new Set(earlier.map(({ field }) => field));
  return problems.filter(({ field }) => !fields.has(field));
}
