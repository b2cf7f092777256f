import { Type } from "typebox";
import { DeliveryChannel, DeliveryList, DeliveryReply, DeliveryStatus, DeliveryType } from "#schemas/events.ts";
import { keyWith } from "../http/auth.ts";
import { pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import { replayDelivery } from "./commands.ts";
import { presentDelivery, presentWithBody } from "./present.ts";
import { cursorOf, listDeliveries, readDelivery, readMonitorNames } from "./store.ts";

const defineRoute = routesOf({ tag: "Webhooks", errorShape: "submit" });

const DeliveriesQuery = listQuery(
  { items: "Deliveries" },
  {
    channel: Type.Optional(DeliveryChannel),
    type: Type.Optional(DeliveryType),
    status: Type.Optional(DeliveryStatus),
    resourceId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "Id of the job, batch, crawl, schedule, monitor or recipient that the delivery is about.",
      }),
    ),
    runId: Type.Optional(
      Type.String({ format: "uuid", description: "Id of the monitor's run that the delivery is about." }),
    ),
  },
);

const DeliveryId = Type.Object(
  { id: Type.String({ pattern: "^(evt|eml|chn)_[0-9a-f]{32}$", description: "For a webhook, its `webhook-id`." }) },
  { additionalProperties: false },
);

/** The account's webhooks, mails and messages to channels, and the results of their delivery. */
export const listDeliveriesRoute = defineRoute({
  id: "listDeliveries",
  client: { resource: "deliveries", method: "list", list: "deliveries" },
  method: "GET",
  path: "/webhook-deliveries",
  summary: "List deliveries of webhooks, e-mails and channels, newest first",
  description: "Deliveries are kept for 30 days, with every attempt.",
  auth: keyWith("read", "render", "monitor"),
  query: DeliveriesQuery,
  responses: {
    200: {
      description: "One page of deliveries.",
      json: DeliveryList,
      links: { getDelivery: "$response.body#/deliveries/0/id" },
    },
  },
  errors: [],
  async handle({ query: { limit, cursor, ...filter }, caller: { accountId } }, { database, signingKey }) {
    const { channel = "", type = "", status = "", resourceId = "", runId = "" } = filter;
    const scope = ["deliveries", accountId, channel, type, status, resourceId, runId];
    const before = readBefore(signingKey, scope, cursor);
    const found = await listDeliveries(database, { accountId, ...filter }, { before, limit: limit + 1 });
    const records = found.map((record) => ({ _id: cursorOf(record), record }));
    const { page, nextCursor } = pageOf(signingKey, scope, { records, limit });
    const names = await readMonitorNames(
      database,
      accountId,
      page.map(({ record }) => record),
    );
    const deliveries = page.map(({ record }) => presentDelivery(record, names));
    return { status: 200, json: { success: true, deliveries, nextCursor } };
  },
});

/** One delivery with its body. */
export const getDelivery = defineRoute({
  id: "getDelivery",
  client: { resource: "deliveries", method: "get", unwrap: "delivery", help: "A delivery with its body." },
  method: "GET",
  path: "/webhook-deliveries/:id",
  summary: "Get one delivery with its content",
  auth: keyWith("read", "render", "monitor"),
  params: DeliveryId,
  responses: { 200: { description: "The delivery.", json: DeliveryReply } },
  errors: ["not_found"],
  async handle({ params, caller }, { database }) {
    const record = await readDelivery(database, caller.accountId, params.id);
    const names = await readMonitorNames(database, caller.accountId, [record]);
    return { status: 200, json: { success: true, delivery: presentWithBody(record, names) } };
  },
});

/** Delivers a webhook or a message to a channel again. */
export const replayDeliveryRoute = defineRoute({
  id: "replayDelivery",
  client: {
    resource: "deliveries",
    method: "replay",
    unwrap: "delivery",
    help: "Sends a webhook again, with the same id and body.",
  },
  method: "POST",
  idempotent: true,
  path: "/webhook-deliveries/:id/replay",
  summary: "Deliver a webhook or a channel's message again",
  description:
    "Sends the same `webhook-id` and body to the same receiver again, with the same retries. A channel gets the same message with new links. A delivery that is still running is not started twice.",
  auth: keyWith("render", "monitor"),
  params: DeliveryId,
  responses: {
    202: {
      description: "The delivery was started.",
      json: DeliveryReply,
      links: { getDelivery: "$response.body#/delivery/id" },
    },
  },
  errors: ["not_found", "not_replayable"],
  async handle({ params, caller, reservation }, ports) {
    const record = await readDelivery(ports.database, caller.accountId, params.id);
    const names = await readMonitorNames(ports.database, caller.accountId, [record]);
    const delivery = presentWithBody(await replayDelivery(ports, record, reservation), names);
    return { status: 202, json: { success: true, delivery } };
  },
});
