/** Why a target is refused, for logs, metrics and tests. API callers see one opaque code. */
export type RefusalReason = "invalid_url" | "too_long" | "scheme" | "userinfo" | "port" | "address" | "name";

/**
 * A page or webhook must not reach the target. The message is always the same and never names an address, so that a caller
 * cannot map a private network. `reason` is for counting.
 */
export class EgressRefused extends Error {
  override readonly name = "EgressRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super("The target is private, reserved or otherwise not allowed.");
    this.reason = reason;
  }
}

/** The name has no address, or no name server answered in time. */
export class NameNotResolved extends Error {
  override readonly name = "NameNotResolved";

  constructor(options?: ErrorOptions) {
    super("The host name has no address.", options);
  }
}

/** An allowed target was dialled, but the connection or TLS session failed; `cause` says why. */
export class ConnectFailed extends Error {
  override readonly name = "ConnectFailed";

  constructor(options?: ErrorOptions) {
    super("The host did not accept the connection.", options);
  }
}
