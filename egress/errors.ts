/** Why a target is refused; for logs, metrics and tests, callers outside see one opaque code. */
export type RefusalReason = "invalid_url" | "too_long" | "scheme" | "userinfo" | "port" | "address" | "name";

/**
 * The target is not one that a page or a webhook may reach. The message is always the same sentence:
 * it never says which address a name has, so that a caller can't map a private network with it. `reason` is for counting.
 */
export class EgressRefused extends Error {
  override readonly name = "EgressRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super("The target is private, reserved or otherwise not allowed.");
    this.reason = reason;
  }
}

/** The name has no address, or no name server told one in time. */
export class NameNotResolved extends Error {
  override readonly name = "NameNotResolved";

  constructor(options?: ErrorOptions) {
    super("The host name has no address.", options);
  }
}

/** The target is allowed and was dialled, but no connection (or no TLS session) came about; `cause` says why. */
export class ConnectFailed extends Error {
  override readonly name = "ConnectFailed";

  constructor(options?: ErrorOptions) {
    super("The host did not accept the connection.", options);
  }
}
