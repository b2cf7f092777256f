import type { Operations } from "../generated/operations.ts";
import type { PageChange } from "../generated/shapes.ts";
import { List, type ListQuery } from "../list.ts";
import type { CallOptions } from "../transport.ts";

/** Confirmed changes of watched pages, for people to review. A change has the id of its run. */
export class Changes {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  list(query: ListQuery<Operations["listChanges"]> = {}, options?: CallOptions): List<PageChange> {
    return new List(async (cursor) => {
      const page = await this.#operations.listChanges({ ...query, ...(cursor && { cursor }) }, options);
      return { items: page.changes, nextCursor: page.nextCursor };
    });
  }

  async get(id: string, options?: CallOptions): Promise<PageChange> {
    return (await this.#operations.getChange(id, options)).change;
  }

  /** Marks a change as seen. The baseline stays as it is. */
  async seen(id: string, options?: CallOptions): Promise<PageChange> {
    return (await this.#operations.markChangeSeen(id, options)).change;
  }

  /** Takes a decision about a change back. */
  async unseen(id: string, options?: CallOptions): Promise<PageChange> {
    return (await this.#operations.markChangeUnseen(id, options)).change;
  }

  /** Keeps the old baseline. The monitor needs a fixed one. The reason becomes the change's note. */
  async keep(id: string, reason?: string, options?: CallOptions): Promise<PageChange> {
    return (await this.#operations.keepOldBaseline(id, reason === undefined ? {} : { reason }, options)).change;
  }

  /** Writes a note on a change; null removes it. */
  async note(id: string, note: string | null, options?: CallOptions): Promise<PageChange> {
    return (await this.#operations.updateChange(id, { note }, options)).change;
  }

  /** Marks up to 200 changes as seen. */
  async manySeen(ids: string[], options?: CallOptions): Promise<PageChange[]> {
    return (await this.#operations.markChangesSeen({ ids }, options)).changes;
  }

  /** Takes the decisions about up to 200 changes back. */
  async manyUnseen(ids: string[], options?: CallOptions): Promise<PageChange[]> {
    return (await this.#operations.markChangesUnseen({ ids }, options)).changes;
  }
}
