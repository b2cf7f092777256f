import type { Env, ProxyEnv } from "#schemas/settings/env.ts";
import { hostAddresses } from "./address.ts";
import { createEgressPolicy, type EgressPolicy, type EgressPolicyOptions, portOf } from "./policy.ts";
import { proxyOfService } from "./upstream.ts";
import { parseHostRules } from "./hostRules.ts";

type EgressEnv = ProxyEnv & Pick<Env, "WATCHFRAME_EGRESS_ALLOW">;

/** The policy of a program from its settings. The addresses of this machine are closed. @throws SettingsError */
export function openEgressPolicy(env: EgressEnv): EgressPolicy {
  return createEgressPolicy({
    allow: env.WATCHFRAME_EGRESS_ALLOW,
    deny: hostAddresses(),
    upstream: upstreamOf(env),
  });
}

/**
 * The policy for a server that a setting names. Its own address may be private. Null if no proxy is on the way to it.
 * @throws SettingsError
 */
export function openServerPolicy(env: ProxyEnv, server: URL): EgressPolicy | null {
  const [host, port] = [server.hostname, portOf(server)];
  const policy = createEgressPolicy({ allow: `${host}:${port}`, upstream: upstreamOf(env) });
  return policy.proxyFor(host, port) === null ? null : policy;
}

function upstreamOf(env: ProxyEnv): NonNullable<EgressPolicyOptions["upstream"]> | null {
  const proxy = proxyOfService(env.WATCHFRAME_EGRESS_PROXY, env.WATCHFRAME_EGRESS_PROXY_RESOLVES);
  const isExempt = parseHostRules("WATCHFRAME_EGRESS_NO_PROXY", env.WATCHFRAME_EGRESS_NO_PROXY);
  return proxy === null ? null : { proxy, isExempt };
}
