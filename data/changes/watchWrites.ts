import type { ChangeNotifier, Subject } from "./changeNotifier.ts";

/** The fields of a record that name its account and its resource. */
export type Owned = {
  _id: string;
  accountId?: string;
  kind?: string;
  batchId?: string;
  monitorId?: string;
  recipientId?: string;
  keyId?: string;
};

type Resources = Subject["resources"];

/** The resources that change for clients with a record of each collection. A batch is counted from its jobs. */
const resourcesOf = {
  accounts: ({ _id: id }) => [{ kind: "usage", id }],
  keys: ({ keyId }) => (keyId === undefined ? [] : [{ kind: "key", id: keyId }]),
  jobs: ({ _id: id, kind, batchId }) => [
    { kind: "job", id },
    ...(kind === "diff" ? [{ kind, id } as const] : []),
    ...(batchId === undefined ? [] : [{ kind: "batch", id: batchId } as const]),
  ],
  batches: ({ _id: id }) => [{ kind: "batch", id }],
  crawls: ({ _id: id }) => [{ kind: "crawl", id }],
  schedules: ({ _id: id }) => [{ kind: "schedule", id }],
  monitors: ({ _id: id }) => [{ kind: "monitor", id }],
  monitorSitemaps: ({ _id: id }) => [{ kind: "sitemap", id }],
  runs: ({ _id: id, monitorId }) => [{ kind: "run", id, ...(monitorId !== undefined && { monitorId }) }],
  pageChanges: ({ _id: id, monitorId }) => [{ kind: "change", id, ...(monitorId !== undefined && { monitorId }) }],
  deliveries: ({ _id: id }) => [{ kind: "delivery", id }],
  recipients: ({ recipientId }) => (recipientId === undefined ? [] : [{ kind: "recipient", id: recipientId }]),
} satisfies Record<string, (record: Owned) => Resources>;

/** A collection of records that clients see. */
export type WatchedName = keyof typeof resourcesOf;

/** The fields of `Owned`, for a projection. */
export const ownedFields = { accountId: 1, kind: 1, batchId: 1, monitorId: 1, recipientId: 1, keyId: 1 } as const;

/** Remembered subjects per collection. Most updates name only the `_id`. */
const maxRemembered = 2_000;

/** A watched collection: the way to read the owner of a record, and the notifier. */
type Watch = { name: WatchedName; read: (id: string) => Promise<Owned | null>; notifier: ChangeNotifier };

/**
 * Proxies a collection, so that its writes are noted as changes. Noted are inserts, `updateOne` and `replaceOne` by `_id`, and
 * `findOneAndUpdate` and `findOneAndDelete`. Not noted are `updateMany`, which does not say what it changed, and `deleteOne` and
 * `deleteMany`, which remove what is past its retention.
 */
export function watchWrites<Part extends object>(part: Part, watch: Watch): Part {
  const writes = notesOf(watch);
  return new Proxy(part, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      const note = writes.get(property);
      if (typeof value !== "function" || note === undefined) return value;
      return async (...args: unknown[]): Promise<unknown> => {
        let result: unknown;
        try {
          result = await value.apply(target, args);
          return result;
        } finally {
          note(args[0], result);
        }
      };
    },
  });
}

/** Notes a write with its first argument and its result, which is undefined after a failure. */
type NoteWrite = (first: unknown, result: unknown) => void;

function notesOf({ name, read, notifier }: Watch): ReadonlyMap<PropertyKey, NoteWrite> {
  const subjects = new Map<string, Subject>();

  function remember(record: Owned): Subject | null {
    const accountId = name === "accounts" ? record._id : record.accountId;
    if (accountId === undefined) return null;
    const subject = { accountId, resources: resourcesOf[name](record) };
    subjects.set(record._id, subject);
    const [oldest] = subjects.keys();
    if (subjects.size > maxRemembered && oldest !== undefined) subjects.delete(oldest);
    return subject;
  }

  async function find(id: string): Promise<Subject | null> {
    const known = subjects.get(id);
    if (known !== undefined) return known;
    const record = await read(id);
    return record === null ? null : remember(record);
  }

  const noteId = (id: string) => notifier.note(`${name}/${id}`, () => find(id));
  const noteRecord = (record: unknown) => {
    if (!isOwned(record)) return;
    remember(record);
    noteId(record._id);
  };
  const noteUpdate: NoteWrite = (filter, result) => {
    if (isOwned(filter) && hasChanged(result)) noteId(filter._id);
  };
  return new Map<PropertyKey, NoteWrite>([
    ["insertOne", (record, result) => result !== undefined && noteRecord(record)],
    // A failed insert may have inserted some of the records.
    ["insertMany", (records) => Array.isArray(records) && records.forEach(noteRecord)],
    ["updateOne", noteUpdate],
    ["replaceOne", noteUpdate],
    ["findOneAndUpdate", (_, record) => noteRecord(record)],
    ["findOneAndDelete", (_, record) => noteRecord(record)],
  ]);
}

/** Whether a value has the `_id` of a record. The driver has checked the other fields' types. */
function isOwned(value: unknown): value is Owned {
  return typeof value === "object" && value !== null && "_id" in value && typeof value._id === "string";
}

/** Whether an update changed or inserted a record. */
function hasChanged(result: unknown): boolean {
  if (typeof result !== "object" || result === null) return false;
  const count = (field: "modifiedCount" | "upsertedCount") =>
    field in result ? Number(Reflect.get(result, field)) : 0;
  return count("modifiedCount") + count("upsertedCount") > 0;
}
