import { Type } from "typebox";
import { markSeen } from "#data/pageChanges.ts";
import { Uuid } from "#schemas/common.ts";
import {
  KeepRequest,
  maxChangesAtOnce,
  PageChangeIds,
  PageChangeList,
  PageChangePatch,
  type PageChangeRecord,
  PageChangeReply,
  PageChangesReply,
  PageChangeState,
} from "#schemas/monitor/pageChange.ts";
import { Tag } from "#schemas/monitor/monitor.ts";
import { keyWith } from "../http/auth.ts";
import { pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { keepBaseline, reopenChange } from "./commands.ts";
import { presentPageChange, presentPageChanges } from "./present.ts";
import { findPageChanges, markUnseen, readPageChange, writeNote } from "./store.ts";

const defineRoute = routesOf({ tag: "Monitors", errorShape: "monitor" });

const ChangePath = Type.Object({ id: Uuid }, { additionalProperties: false });
const changeReply = { 200: { description: "The change as it is now.", json: PageChangeReply } } as const;

const ChangesQuery = listQuery(
  { items: "Changes", maximum: maxChangesAtOnce },
  {
    state: Type.Optional(PageChangeState),
    monitorId: Type.Optional(Type.String({ format: "uuid", description: "Only changes of this monitor." })),
    tag: Type.Optional(Type.String({ ...Tag, description: "Only changes of monitors with this tag." })),
  },
);

/** The confirmed changes of all monitors, newest first. */
export const listPageChanges = defineRoute({
  id: "listChanges",
  client: { resource: "changes", method: "list", list: "changes" },
  method: "GET",
  path: "/changes",
  summary: "List changes to review, newest first",
  description:
    "Every confirmed change is one entry, whatever the baseline. It is `unseen` until somebody marks it, and is removed with its run at the end of retention.",
  auth: keyWith("read", "monitor"),
  query: ChangesQuery,
  responses: { 200: { description: "One page of changes, and how many there are.", json: PageChangeList } },
  errors: [],
  async handle({ query: { limit, cursor, ...filter }, caller: { accountId } }, ports) {
    const { state = "", monitorId = "", tag = "" } = filter;
    const scope = ["changes", accountId, state, monitorId, tag];
    const before = readBefore(ports.signingKey, scope, cursor);
    const { records, total } = await findPageChanges(ports.database, accountId, { filter, before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const changes = await presentPageChanges(ports, page);
    return { status: 200, json: { success: true, changes, nextCursor, total } };
  },
});

/** One change. */
export const getPageChange = defineRoute({
  id: "getChange",
  client: { resource: "changes", method: "get", unwrap: "change" },
  method: "GET",
  path: "/changes/:id",
  summary: "Get a change",
  auth: keyWith("read", "monitor"),
  params: ChangePath,
  responses: changeReply,
  errors: ["not_found"],
  handle: async ({ params, caller: { accountId } }, ports) =>
    reply(ports, await readPageChange(ports.database, accountId, params.id)),
});

/** Writes the note of a change. */
export const changePageChange = defineRoute({
  id: "updateChange",
  client: {
    resource: "changes",
    method: "note",
    unwrap: "change",
    args: { note: "note" },
    help: "Writes a note on a change; null removes it.",
  },
  method: "PATCH",
  path: "/changes/:id",
  summary: "Write a note on a change",
  description: "Null removes the note. The state stays.",
  auth: keyWith("monitor"),
  params: ChangePath,
  body: PageChangePatch,
  example: { note: "The sale has begun." },
  responses: changeReply,
  errors: ["not_found"],
  async handle({ params, body: { note }, caller: { accountId } }, ports) {
    const found = await readPageChange(ports.database, accountId, params.id);
    return reply(ports, await writeNote(ports.database, found, note === "" ? null : note));
  },
});

/** Marks a change as seen. */
export const markChangeSeen = defineRoute({
  id: "markChangeSeen",
  client: {
    resource: "changes",
    method: "seen",
    unwrap: "change",
    help: "Marks a change as seen. The baseline stays as it is.",
  },
  method: "POST",
  path: "/changes/:id/seen",
  summary: "Mark a change as seen",
  description: "The baseline stays as it is. A repeat changes nothing, so the first `seenAt` stays.",
  auth: keyWith("monitor"),
  params: ChangePath,
  responses: changeReply,
  errors: ["not_found"],
  async handle({ params, caller: { accountId, keyId: by } }, ports) {
    const found = await readPageChange(ports.database, accountId, params.id);
    return reply(ports, await markSeen(ports.database, found, { decision: "seen", by, now: ports.now() }));
  },
});

/** Marks a change as unseen again. */
export const markChangeUnseen = defineRoute({
  id: "markChangeUnseen",
  client: { resource: "changes", method: "unseen", unwrap: "change", help: "Takes a decision about a change back." },
  method: "POST",
  path: "/changes/:id/unseen",
  summary: "Mark a change as unseen again",
  description:
    "Takes a decision back. After `accepted`, the run stays the baseline: return to an earlier one by `POST /render/monitors/{id}/baseline`.",
  auth: keyWith("monitor"),
  params: ChangePath,
  responses: changeReply,
  errors: ["not_found"],
  handle: async ({ params, caller }, ports) => reply(ports, await reopenChange(ports, { caller, id: params.id })),
});

/** Keeps the old baseline. */
export const keepOldBaseline = defineRoute({
  id: "keepOldBaseline",
  client: {
    resource: "changes",
    method: "keep",
    unwrap: "change",
    args: { reason: "reason" },
    help: "Keeps the old baseline. The monitor needs a fixed one. The reason becomes the change's note.",
  },
  method: "POST",
  path: "/changes/:id/keep",
  summary: "Keep the old baseline of a change",
  description:
    "For monitors with a fixed baseline. Marks the change as seen and acknowledges its incident. A message follows only if the page changes further. To accept the change instead, make its run the baseline.",
  auth: keyWith("monitor"),
  params: ChangePath,
  body: KeepRequest,
  emptyBody: {},
  example: { reason: "The banner is gone next week." },
  responses: changeReply,
  errors: ["not_found", "baseline_rolls"],
  handle: async ({ params, body: { reason }, caller }, ports) =>
    reply(ports, await keepBaseline(ports, { caller, id: params.id, reason })),
});

const many = {
  200: {
    description: "The changes as they are now. Ids that the account does not have are left out.",
    json: PageChangesReply,
  },
} as const;

/** Marks many changes as seen. */
export const markChangesSeen = defineRoute({
  id: "markChangesSeen",
  client: {
    resource: "changes",
    method: "manySeen",
    unwrap: "changes",
    args: { ids: "ids" },
    help: "Marks up to 200 changes as seen.",
  },
  method: "POST",
  path: "/changes/seen",
  summary: "Mark many changes as seen",
  auth: keyWith("monitor"),
  body: PageChangeIds,
  example: { ids: ["0192f0c1-7d3a-7000-8000-2a9c5e1f0b64"] },
  responses: many,
  errors: [],
  async handle({ body: { ids }, caller: { accountId, keyId: by } }, ports) {
    const seen = { decision: "seen", by, now: ports.now() } as const;
    return replyWithMany(ports, { accountId, ids }, (record) => markSeen(ports.database, record, seen));
  },
});

/** Marks many changes as unseen again. */
export const markChangesUnseen = defineRoute({
  id: "markChangesUnseen",
  client: {
    resource: "changes",
    method: "manyUnseen",
    unwrap: "changes",
    args: { ids: "ids" },
    help: "Takes the decisions about up to 200 changes back.",
  },
  method: "POST",
  path: "/changes/unseen",
  summary: "Mark many changes as unseen again",
  auth: keyWith("monitor"),
  body: PageChangeIds,
  example: { ids: ["0192f0c1-7d3a-7000-8000-2a9c5e1f0b64"] },
  responses: many,
  errors: [],
  handle: ({ body: { ids }, caller: { accountId } }, ports) =>
    replyWithMany(ports, { accountId, ids }, (record) => markUnseen(ports.database, record)),
});

async function reply(ports: ApiPorts, record: PageChangeRecord) {
  return { status: 200, json: { success: true, change: await presentPageChange(ports, record) } } as const;
}

async function replyWithMany(
  ports: ApiPorts,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
  act: (record: PageChangeRecord) => Promise<PageChangeRecord>,
) {
  const wanted = ids.map((id) => id.toLowerCase());
  const found = await ports.database.pageChanges.find({ _id: { $in: wanted } }).toArray();
  const marked: PageChangeRecord[] = [];
  for (const record of found.filter((one) => one.accountId === accountId)) marked.push(await act(record));
  const changes = await presentPageChanges(ports, marked);
  return { status: 200, json: { success: true, changes } } as const;
}
