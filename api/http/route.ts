import { type Static, type TObject, type TSchema, Type } from "typebox";
import type { FieldProblem, Json } from "#schemas/common.ts";
import type { ApiErrorCode } from "#schemas/errors.ts";
import { bodyValidator, stringsValidator } from "#schemas/validate.ts";
import type { ApiPorts } from "../ports.ts";
import type { Auth, Callers } from "./auth.ts";
import { ApiError, type ErrorShape } from "./errors.ts";
import type { Common, Content, Exchange, HeaderName, Incoming, Reply } from "./exchange.ts";
import { newReservation, onceForKey, type Reservation } from "./idempotency.ts";
import { namesOf, noRules, type Rules, withWarnings } from "./validation.ts";

/** Tags of the interface description. */
export type Tag =
  | "Screenshots"
  | "Batches"
  | "Diffs"
  | "Jobs"
  | "Usage"
  | "Monitors"
  | "Recipients"
  | "Webhooks"
  | "Service";

type Expression = `$response.${string}`;

/** One documented reply: JSON of a schema, bytes of some media types, either, or neither. */
export type ResponseContract = {
  description: string;
  json?: TSchema;
  bytes?: readonly string[];
  headers?: readonly HeaderName[];
  /** Operations that take an id this reply holds, and where in it (OpenAPI runtime expressions): of their first parameter, or by name. */
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
/** A reply that is one of the documented ones. */
type Checked<Responses> = Reply & ReplyOf<Responses>;

type Input<Params, Query, Body, Identity> = {
  params: Params;
  query: Query;
  body: Body;
  /** Top-level names the client sent in the body, or in the query where no body is taken, before defaults were applied. */
  given: ReadonlySet<string>;
  caller: Identity;
  exchange: Exchange;
  /** What the call uses for the resource that it makes. */
  reservation: Reservation;
};

/** What a checked request has that is without effect; `raw` is its body as it was sent. */
type Warn<Query, Body, Identity> = (
  input: Pick<Input<never, Query, Body, Identity>, "query" | "body" | "given" | "caller"> & { raw: unknown },
) => FieldProblem[];

/** The part of a route that is the same for the router and for the documents. */
type Contract = {
  /** Name of the operation in generated clients. */
  id: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Koa's form: `/status/:id`. */
  path: string;
  summary: string;
  description?: string;
  tag: Tag;
  errorShape: ErrorShape;
  /** False where answering HEAD would do the work of GET; true unless given. */
  head?: boolean;
  /** What stands in for a body that is left out; a body is required where there is none. */
  emptyBody?: Json;
  /**
   * That a call with an Idempotency-Key does its work once; for every POST that creates or charges. The reply is kept and
   * given again, where it is JSON; a handler that answers with bytes keeps what they were made of itself.
   */
  idempotent?: true | "by handler";
  /** A body that works, for the documents. */
  example?: Json;
  /** Codes of this operation besides those that follow from its authentication and body. */
  errors: readonly ApiErrorCode[];
};

type Definition<Params extends TObject, Query extends TObject, Body extends TSchema, Identity, Responses> = Contract & {
  auth: Auth<Identity>;
  params: Params;
  query: Query;
  body: Body;
  responses: Responses;
  /** What was accepted and has no effect; stands as `warnings` in every reply of JSON, else in the header X-Warnings. */
  warn?: Warn<Static<Query>, Static<Body>, Identity>;
  /** What schemas can't say; checked together with them, so that every problem is reported at once. */
  rules?: Rules;
  handle(
    input: Input<Static<Params>, Static<Query>, Static<Body>, Identity>,
    ports: ApiPorts,
  ): Checked<Responses> | Promise<Checked<Responses>>;
};

/** A route with its types folded away: the contract for the documents, and `respond` for the router. */
export type Route = Contract & {
  auth: Pick<Auth<unknown>, "security" | "scopes" | "errors">;
  params: TObject;
  query: TObject;
  /** Null where no body is read. */
  body: TSchema | null;
  responses: Record<number, ResponseContract>;
  respond(incoming: Incoming, services: Services): Promise<Reply>;
};

/** Whether requests for a route are counted: all but the service's own, which probes and readers of the docs call. */
export function isLimited({ tag }: Pick<Contract, "tag">): boolean {
  return tag !== "Service";
}

/** What routes work with. */
export type Services = { ports: ApiPorts; callers: Callers };

/** Of the query of a link that stands in a mail or a result: gateways add parameters of their own, and the signature covers ours. */
export const linkQuery = { additionalProperties: true } as const;
/** No parameters. */
export const none = Type.Object({}, { additionalProperties: false });
/** No body. */
export const noRequestBody = Type.Null();

/** Makes a route from its contract and handler; the handler's input and replies are typed by the schemas. */
export function defineRoute<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Identity,
  const Responses extends Record<number, ResponseContract>,
>(definition: Definition<Params, Query, Body, Identity, Responses>): Route {
  const { handle, auth, warn, rules = noRules, ...contract } = definition;
  const checkParams = stringsValidator(definition.params);
  const checkQuery = stringsValidator(definition.query);
  const checkBody = bodyValidator(definition.body);
  const takesBody = !Type.IsNull(definition.body);

  async function respond(incoming: Incoming, { ports, callers }: Services): Promise<Reply> {
    const caller = await auth.identify(incoming, callers);
    const raw = takesBody ? await incoming.readBody(definition.emptyBody) : { value: null, problems: [] };
    const params = checkParams(incoming.params);
    // A malformed id is an unknown id.
    if (!params.ok) throw new ApiError("not_found");
    const query = checkQuery(incoming.query);
    const body = checkBody(raw.value);
    const known = [
      ...raw.problems,
      ...(query.ok ? [] : query.problems),
      ...(body.ok ? [] : newIn(body.problems, raw.problems)),
    ];
    const broken = () => rules({ query: incoming.query, body: raw.value, known }, ports);
    if (!query.ok || !body.ok || known.length > 0)
      throw new ApiError("validation_failed", { fields: [...known, ...broken()] });
    const input = {
      params: params.value,
      query: query.value,
      body: body.value,
      given: namesOf(takesBody ? raw.value : incoming.query),
      caller,
      exchange: incoming.exchange,
    };
    const check = () => {
      const fields = broken();
      if (fields.length > 0) throw new ApiError("validation_failed", { fields });
    };
    const work = async (reservation: Reservation): Promise<Reply> => handle({ ...input, reservation }, ports);
    const warnings = warn?.({ ...input, raw: raw.value }) ?? [];
    const key = definition.idempotent === true ? incoming.exchange.header("Idempotency-Key") : undefined;
    if (key === undefined) {
      check();
      return withWarnings(await work(newReservation(ports)), warnings);
    }
    const asked = { params: params.value, query: query.value, body: raw.value };
    const call = { key, accountId: accountOf(caller), operation: definition.id, asked, check };
    return withWarnings(await onceForKey(ports, call, work), warnings);
  }
  return {
    ...contract,
    errors: definition.idempotent !== undefined ? [...definition.errors, ...errorsOfKeys] : definition.errors,
    auth: { security: auth.security, scopes: auth.scopes, errors: auth.errors },
    body: takesBody ? definition.body : null,
    respond,
  };
}

const errorsOfKeys = ["idempotency_key_reused", "idempotency_in_progress"] as const;

function accountOf(caller: unknown): string {
  if (typeof caller === "object" && caller !== null && "accountId" in caller) return String(caller.accountId);
  throw new Error("An idempotent route needs a key.");
}

/** The problems of fields that have none yet: one reason for a field is enough. */
function newIn(problems: readonly FieldProblem[], known: readonly FieldProblem[]): FieldProblem[] {
  const fields = new Set(known.map(({ field }) => field));
  return problems.filter(({ field }) => !fields.has(field));
}
