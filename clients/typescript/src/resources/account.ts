import type { Operations } from "../generated/operations.ts";
import type {
  ApiKey,
  CurrentSession,
  Delivery,
  DeliveryReply,
  Feed,
  FeedRequest,
  KeyRequest,
  NewKeyReply,
  NewSigningKeyReply,
  Recipient,
  Session,
  SigningKey,
} from "../generated/shapes.ts";
import { List, type ListQuery } from "../list.ts";
import type { CallOptions } from "../transport.ts";

/** Webhooks and mails that were sent, with every try. */
export class Deliveries {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  list(query: ListQuery<Operations["listDeliveries"]> = {}, options?: CallOptions): List<Delivery> {
    return new List(async (cursor) => {
      const page = await this.#operations.listDeliveries({ ...query, ...(cursor && { cursor }) }, options);
      return { items: page.deliveries, nextCursor: page.nextCursor };
    });
  }

  /** A delivery with its body. */
  async get(id: string, options?: CallOptions): Promise<DeliveryReply["delivery"]> {
    return (await this.#operations.getDelivery(id, options)).delivery;
  }

  /** Sends a webhook again, with the same id and body. */
  async replay(id: string, options?: CallOptions): Promise<DeliveryReply["delivery"]> {
    return (await this.#operations.replayDelivery(id, options)).delivery;
  }
}

/** Readers of alert mails. */
export class Recipients {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** Adds an address, which gets a link to confirm. */
  async add(email: string, options?: CallOptions): Promise<Recipient> {
    return (await this.#operations.addRecipient({ email }, options)).recipient;
  }

  async list(options?: CallOptions): Promise<Recipient[]> {
    return (await this.#operations.listRecipients(options)).recipients;
  }

  async delete(id: string, options?: CallOptions): Promise<Recipient> {
    return (await this.#operations.deleteRecipient(id, options)).recipient;
  }
}

/** Keys that sign image links; see `signImageUrl`. */
export class SigningKeys {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  async list(options?: CallOptions): Promise<SigningKey[]> {
    return (await this.#operations.listSigningKeys(options)).keys;
  }

  /** Creates a key. Its secret is shown only here. */
  create(name: string, options?: CallOptions): Promise<NewSigningKeyReply> {
    return this.#operations.createSigningKey({ name }, options);
  }

  /** Deletes a key. Every link that it signed stops working. */
  async delete(id: string, options?: CallOptions): Promise<SigningKey> {
    return (await this.#operations.deleteSigningKey(id, options)).key;
  }
}

/** Atom feeds of changes. */
export class Feeds {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** Creates a feed of all monitors, of those with a tag, or of one. */
  async create(request: FeedRequest = {}, options?: CallOptions): Promise<Feed> {
    return (await this.#operations.createFeed(request, options)).feed;
  }

  async list(options?: CallOptions): Promise<Feed[]> {
    return (await this.#operations.listFeeds(options)).feeds;
  }

  /** Deletes a feed. Its address stops working. */
  async delete(id: string, options?: CallOptions): Promise<Feed> {
    return (await this.#operations.deleteFeed(id, options)).feed;
  }
}

/** API keys of the account. */
export class Keys {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** A new key. Only this reply has the key itself. */
  create(request: KeyRequest, options?: CallOptions): Promise<NewKeyReply> {
    return this.#operations.createApiKey(request, options);
  }

  async list(options?: CallOptions): Promise<ApiKey[]> {
    return (await this.#operations.listApiKeys(options)).keys;
  }

  /** The key of this client, with its scopes. */
  async current(options?: CallOptions): Promise<ApiKey> {
    return (await this.#operations.getCurrentApiKey(options)).key;
  }

  async revoke(id: string, options?: CallOptions): Promise<ApiKey> {
    return (await this.#operations.revokeApiKey(id, options)).key;
  }
}

/** Browsers that are logged in to the console. Only a browser has a current session. */
export class Sessions {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** Logs this browser in, with a key or with the token of a log-in link. */
  async create(request: Parameters<Operations["createSession"]>[0], options?: CallOptions): Promise<Session> {
    return (await this.#operations.createSession(request, options)).session;
  }

  /** This browser's session, with its account and key. */
  current(options?: CallOptions): Promise<CurrentSession> {
    return this.#operations.getCurrentSession(options);
  }

  list(query: ListQuery<Operations["listSessions"]> = {}, options?: CallOptions): List<Session> {
    return new List(async (cursor) => {
      const page = await this.#operations.listSessions({ ...query, ...(cursor && { cursor }) }, options);
      return { items: page.sessions, nextCursor: page.nextCursor };
    });
  }

  /** Ends a session. That browser is then logged out. */
  async end(id: string, options?: CallOptions): Promise<void> {
    await this.#operations.endSession(id, options);
  }

  /** Logs this browser out. */
  async endCurrent(options?: CallOptions): Promise<void> {
    await this.#operations.endCurrentSession(options);
  }
}
