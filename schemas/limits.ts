/** Requests of one key or address in one second, as API processes have taken them; one small document each, written anew every second. */
export type RateRecord = {
  /** `key:<keyId>` or `address:<address>`. */
  _id: string;
  /** Seconds since 1970. */
  second: number;
  taken: number;
  /** When the second was begun; old ones are removed by the maintenance workflow. */
  usedAt: Date;
};

/** Synchronous calls of an account under way; every change raises `version`. */
export type HoldRecord = {
  /** The account's id. */
  _id: string;
  /** Until when each hold counts, should the process that has it die before it lets go. */
  holds: Record<string, Date>;
  version: number;
  usedAt: Date;
};
