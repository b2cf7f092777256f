import type { LoggedHost } from "../loggedSite.ts";
import type { Caller } from "../pipeline.ts";
import type { Receiver } from "../receiver.ts";
import type { RunningStack } from "../stack.ts";

/** What every kind of work is given: the stack, the hosts that it may load pages of, and who hears of its end. */
export type Setting = {
  running: RunningStack;
  hosts: readonly LoggedHost[];
  receiver: Receiver;
  random: () => number;
  /** Paths whose connections the hosts drop no more. */
  mended: Set<string>;
};

/** One kind of work, as it is asked for again and again while parts break. */
export type Work = {
  name: string;
  /** Asks for some; what is not accepted is forgotten. `caller` stands at one of the API's processes. */
  submit(caller: Caller, round: number): Promise<void>;
  /** Waits for all that was accepted, and holds it against what was asked for. Resolves to how much that was. */
  expectEnded(): Promise<number>;
};

/** How long what was accepted may take to end once nothing breaks any more, milliseconds. */
export const within = 180_000;

/** The JSON of a reply; null where the API refused, was away or died under the request. */
export async function reply<Body>(
  caller: Caller,
  method: string,
  { path, body }: { path: string; body?: unknown },
): Promise<Body | null> {
  try {
    const answer = await caller.call(method, path, body);
    return answer.ok ? ((await answer.json()) as Body) : null;
  } catch {
    return null;
  }
}

/** A page's address of its own at one of the hosts. */
export function pageAt({ hosts, random }: Setting, path: string): string {
  return `${hosts[Math.floor(random() * hosts.length)]?.url}${path}`;
}
