import { Agent as HttpAgent, type ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent, type RequestOptions } from "node:https";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { defaultConnectTimeoutMs, dialHost, type DialOptions, dialTls } from "./dial.ts";
import type { EgressPolicy } from "./policy.ts";

type Done = ((error: Error | null, stream: Duplex) => void) | undefined;

/** An http.Agent whose connections are kept alive and dialled by the policy, literals included. */
export class GuardedHttpAgent extends HttpAgent {
  readonly #dial: (options: ClientRequestArgs) => Promise<Socket>;

  constructor(
    policy: EgressPolicy,
    options: DialOptions & { onSocket?: (socket: Socket) => unknown } = { timeoutMs: defaultConnectTimeoutMs },
  ) {
    super({ keepAlive: true });
    this.#dial = async ({ host, port }) => {
      const socket = await dialHost(policy, { host: String(host), port: Number(port ?? 80) }, options);
      options.onSocket?.(socket);
      return socket;
    };
  }

  override createConnection(options: ClientRequestArgs, done?: Done): undefined {
    handOver(this.#dial(options), done);
  }
}

/** The same for https; the TLS session is for the name, not for the address dialled. */
class GuardedHttpsAgent extends HttpsAgent {
  readonly #policy: EgressPolicy;

  constructor(policy: EgressPolicy) {
    super({ keepAlive: true });
    this.#policy = policy;
  }

  override createConnection(options: RequestOptions, done?: Done): undefined {
    handOver(
      dialTls(
        this.#policy,
        { host: String(options.host), port: Number(options.port ?? 443) },
        { timeoutMs: defaultConnectTimeoutMs },
      ),
      done,
    );
  }
}

/** Agents for clients that take Node's (the AWS SDK's NodeHttpHandler). Requests fail with EgressRefused and its siblings. */
export function guardedAgents(policy: EgressPolicy): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  return { httpAgent: new GuardedHttpAgent(policy), httpsAgent: new GuardedHttpsAgent(policy) };
}

function handOver(dialled: Promise<Socket>, done: Done): void {
  dialled.then(
    (socket) => done?.(null, socket),
    // The callback's type asks for a stream even where there is none.
    (error: Error) => done?.(error, new Socket()),
  );
}
