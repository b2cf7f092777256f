import { Agent as HttpAgent, type ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent, type RequestOptions } from "node:https";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { defaultConnectTimeoutMs, type DialOptions } from "./dial.ts";
import { dialHost, dialTls } from "./dialHost.ts";
import type { EgressPolicy } from "./policy.ts";

type OnConnection = ((error: Error | null, stream: Duplex) => void) | undefined;

/** An http.Agent that dials by the policy and keeps connections alive. IP literals are checked, too. */
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

  override createConnection(options: ClientRequestArgs, done?: OnConnection): undefined {
    passOn(this.#dial(options), done);
  }
}

/** An https.Agent that dials by the policy. The TLS session uses the host name, not the dialled address. */
class GuardedHttpsAgent extends HttpsAgent {
  readonly #policy: EgressPolicy;

  constructor(policy: EgressPolicy) {
    super({ keepAlive: true });
    this.#policy = policy;
  }

  override createConnection(options: RequestOptions, onDone?: OnConnection): undefined {
    passOn(
      dialTls(
        this.#policy,
        { host: String(options.host), port: Number(options.port ?? 443) },
        { timeoutMs: defaultConnectTimeoutMs },
      ),
      onDone,
    );
  }
}

/**
 * Agents for clients that accept Node's agents, such as NodeHttpHandler of the AWS SDK. Requests fail with EgressRefused,
 * NameNotResolved or ConnectFailed.
 */
export function guardedAgents(policy: EgressPolicy): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  return { httpAgent: new GuardedHttpAgent(policy), httpsAgent: new GuardedHttpsAgent(policy) };
}

function passOn(dialled: Promise<Socket>, done: OnConnection): void {
  dialled.then(
    (socket) => done?.(null, socket),
    // The callback's type requires a stream even with an error.
    (error: Error) => done?.(error, new Socket()),
  );
}
