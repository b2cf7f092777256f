/** One page of a list. `nextCursor` is null on the last. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A list of the API. `for await` reads page after page, as long as the loop goes on. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | null) => Promise<Page<Item>>;

  constructor(read: (cursor: string | null) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** The list whose pages an operation reads by its cursor. `name` is the reply's field with the items. */
  static of<Name extends string, Reply extends Record<Name, readonly unknown[]> & { nextCursor: string | null }>(
    name: Name,
    read: (at: { cursor?: string }) => Promise<Reply>,
  ): List<Reply[Name][number]> {
    return new List(async (cursor) => {
      const reply = await read(cursor === null ? {} : { cursor });
      return { items: [...reply[name]], nextCursor: reply.nextCursor };
    });
  }

  /** One page: the first, or that of a cursor. */
  page(cursor: string | null = null): Promise<Page<Item>> {
    return this.#read(cursor);
  }

  /** The first items, at most `limit`. */
  async take(limit: number): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await this.#read(cursor);
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

/** Query of an operation that lists, without its cursor. `Position` is that of the query in its parameters. */
export type ListQuery<Operation extends (...parameters: never) => unknown, Position extends 0 | 1 = 0> = Omit<
  NonNullable<Parameters<Operation>[Position]>,
  "cursor"
>;
