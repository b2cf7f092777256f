import type { Change } from "#schemas/change.ts";
import { withDeadline } from "../reconnect.ts";

/** Longest delay from a change to its place in the feed, milliseconds. Changes of this time are written at once. */
const flushMs = 500;
/** Milliseconds from a failed flush to the next try. */
const retryMs = 2_000;
/** Milliseconds that the end of a process waits for the last flush. */
const maxCloseMs = 3_000;
/** Changes that wait for MongoDB. Further ones replace the oldest. */
const maxNotes = 10_000;

/** Changed resources of one account. */
export type Subject = { accountId: string; resources: Omit<Change, "at">[] };

/** Collects changes and writes them to the feeds of their accounts. */
export type ChangeNotifier = {
  /** Notes a change of a record. `find` returns what changed, or null if the record is gone; it is called at the flush. */
  note(record: string, find: () => Promise<Subject | null>): void;
  /** Flushes the last changes, within 3 s. */
  close(): Promise<void>;
};

type Note = { at: Date; find: () => Promise<Subject | null> };

/**
 * Creates a notifier. Changes stay in memory until the flush, so a killed process loses those of the last 500 ms. A failed flush
 * is reported to `onError` and tried again; feeds may then get a change twice.
 */
export function createChangeNotifier({
  append,
  onError,
}: {
  append: (accountId: string, changes: Change[]) => Promise<void>;
  onError: (error: unknown) => void;
}): ChangeNotifier {
  let notes = new Map<string, Note>();
  let timer: NodeJS.Timeout | undefined;
  let flushed = Promise.resolve();

  async function flush(): Promise<void> {
    const takenNotes = notes;
    notes = new Map();
    try {
      const accountChanges = await changesByAccount(takenNotes.values());
      await Promise.all(accountChanges.map(([accountId, changes]) => append(accountId, changes)));
    } catch (error) {
      onError(error);
      notes = new Map([...takenNotes, ...notes].slice(-maxNotes));
      schedule(retryMs);
    }
  }

  function flushNext(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushed = flushed.then(flush);
    return flushed;
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => void flushNext(), ms).unref();
  }

  return {
    note(record, find) {
      notes.set(record, { at: new Date(), find });
      schedule(flushMs);
    },
    async close() {
      await withDeadline(flushNext(), maxCloseMs).catch(onError);
      clearTimeout(timer);
    },
  };
}

/** The noted changes of each account. A resource that changed more than once has one change. */
async function changesByAccount(notes: Iterable<Note>): Promise<[accountId: string, changes: Change[]][]> {
  const found = await Promise.all([...notes].map(async ({ at, find }) => ({ at, subject: await find() })));
  const accounts = new Map<string, Map<string, Change>>();
  for (const { at, subject } of found) {
    if (subject === null) continue;
    const { accountId, resources } = subject;
    const changes = accounts.get(accountId) ?? new Map<string, Change>();
    accounts.set(accountId, changes);
    for (const { kind, id, ...more } of resources)
      changes.set(`${kind}:${id}`, { kind, id, at: at.toISOString(), ...more });
  }
  return [...accounts].map(([accountId, changes]) => [accountId, [...changes.values()]]);
}
