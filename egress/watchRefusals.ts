import { type EgressPolicy, EgressRefused, type RefusalReason } from "./policy.ts";

/** Wraps a policy and reports the reason of each refusal. `onRefused` must not throw. */
export function watchRefusals(policy: EgressPolicy, onRefused: (reason: RefusalReason) => void): EgressPolicy {
  return {
    ...policy,
    checkUrl(url) {
      const verdict = policy.checkUrl(url);
      if (!verdict.allowed) onRefused(verdict.reason);
      return verdict;
    },
    async resolve(host, port) {
      try {
        return await policy.resolve(host, port);
      } catch (error) {
        if (error instanceof EgressRefused) onRefused(error.reason);
        throw error;
      }
    },
  };
}
