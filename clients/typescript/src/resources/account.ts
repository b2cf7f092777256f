import type { Operations } from "../generated/operations.ts";
import type { ApiKey, Delivery, DeliveryReply, KeyRequest, NewKeyReply, Recipient } from "../generated/shapes.ts";
import { List } from "../list.ts";
import type { CallOptions } from "../transport.ts";

type DeliveryQuery = Omit<NonNullable<Parameters<Operations["listDeliveries"]>[0]>, "cursor">;

/** Webhooks and mails that were sent, with every try. */
export class Deliveries {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  list(query: DeliveryQuery = {}, options?: CallOptions): List<Delivery> {
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

  async revoke(id: string, options?: CallOptions): Promise<ApiKey> {
    return (await this.#operations.revokeApiKey(id, options)).key;
  }
}
