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

/** Places that are taken: of an account's synchronous calls under way, of its captures, of a host's pages, or the one for revoking a key. */
export type SlotLeasesRecord = {
  /** `calls:<account id>`, `captures:<account id>`, `host:<name>` or `revocation:<account id>`. */
  _id: string;
  /** Until when each hold counts, should the process that has it die before it lets go. */
  leases: Record<string, Date>;
  /** How many they are. */
  count: number;
  /** Whether others stand in line for the next place. */
  hasWaiters: boolean;
  usedAt: Date;
};

/** A workflow that stands in line for a place. */
export type Waiter = {
  workflowId: string;
  accountId: string;
  /** Smaller goes first. */
  priority: number;
  /** Since when its work waits; of two with one priority the older goes first. */
  since: Date;
};

/** The captures of an account, or of a host, that wait until another one has ended. */
export type WaitQueueRecord = {
  /** As that of the places they wait for. */
  _id: string;
  /** By the place they are to have. */
  waiters: Record<string, Waiter>;
  /** How many they are. */
  count: number;
  /** When each account last had its turn, for as long as somebody stands in line. */
  served: Record<string, Date>;
  usedAt: Date;
};
