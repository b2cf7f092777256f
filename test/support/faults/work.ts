import type { LoggedHost } from "../loggedSite.ts";
import type { Caller } from "../pipeline.ts";
import type { Receiver } from "../receiver.ts";
import type { RunningStack } from "../stack.ts";

/** The setting of all kinds of work: the stack, the hosts of its pages, and the receiver of its webhooks. */
export type Setting = {
  running: RunningStack;
  hosts: readonly LoggedHost[];
  receiver: Receiver;
  random: () => number;
  /** Paths that the hosts answer again. */
  mended: Set<string>;
};

/** One kind of work. It is submitted again and again while parts break. */
export type Work = {
  name: string;
  /** Submits some work and forgets it if the API refuses. `caller` calls one of the API's processes. */
  submit(caller: Caller, round: number): Promise<void>;
  /** Waits for the accepted work and checks its results. Resolves to the amount of work. */
  expectEnded(): Promise<number>;
};

/** Milliseconds in which accepted work must end after the last fault. */
export const within = 180_000;

/** The JSON of a reply; null if the API refused, was away or died during the request. */
export async function reply<Body>(
  caller: Caller,
  method: string,
  { path, body }: { path: string; body?: unknown },
): Promise<Body | null> {
  try {
    const answer = await caller.call(method, path, body);
    if (!answer.ok) return null;
    const json: Body = await answer.json();
    return json;
  } catch {
    return null;
  }
}

/** A page's address of its own at one of the hosts. */
export function pageAt({ hosts, random }: Setting, path: string): string {
  return `${hosts[Math.floor(random() * hosts.length)]?.url}${path}`;
}
