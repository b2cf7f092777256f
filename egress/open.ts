import type { Env } from "#schemas/settings/env.ts";
import { hostAddresses } from "./address.ts";
import { createEgressPolicy, type EgressPolicy } from "./policy.ts";
import { proxyOfService } from "./upstream.ts";
import { parseHostRules } from "./hostRules.ts";

type EgressEnv = Pick<
  Env,
  | "WATCHFRAME_EGRESS_ALLOW"
  | "WATCHFRAME_EGRESS_PROXY"
  | "WATCHFRAME_EGRESS_PROXY_RESOLVES"
  | "WATCHFRAME_EGRESS_NO_PROXY"
>;

/** The policy of a program from its settings. The addresses of this machine are closed. @throws SettingsError */
export function openEgressPolicy(env: EgressEnv): EgressPolicy {
  const proxy = proxyOfService(env.WATCHFRAME_EGRESS_PROXY, env.WATCHFRAME_EGRESS_PROXY_RESOLVES);
  const isExempt = parseHostRules("WATCHFRAME_EGRESS_NO_PROXY", env.WATCHFRAME_EGRESS_NO_PROXY);
  return createEgressPolicy({
    allow: env.WATCHFRAME_EGRESS_ALLOW,
    deny: hostAddresses(),
    upstream: proxy === null ? null : { proxy, isExempt },
  });
}
