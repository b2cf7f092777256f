import { Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import { authorityOf, parseProxyUrl } from "#egress/upstream.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { ProxyRequest, ProxyTestRequest } from "#schemas/proxy.ts";
import { bodyRules, checkTarget } from "../http/validation.ts";

/** Rules of the bodies of `createProxy` and `updateProxy` beyond their schemas. */
export const proxyRules = bodyRules(Type.Partial(ProxyRequest), ({ url }, _fieldNames, { policy }) =>
  url === undefined ? [] : checkProxyUrl(policy, url),
);

/** Rules of the body of `testProxy` beyond its schema. */
export const proxyTestRules = bodyRules(Type.Partial(ProxyTestRequest), ({ url }, _fieldNames, { policy }) =>
  url === undefined ? [] : checkTarget(policy, "url", url),
);

function checkProxyUrl(policy: Pick<EgressPolicy, "checkUrl">, url: string): FieldProblem[] {
  const proxy = parseProxyUrl(url);
  if (proxy === null) {
    const message =
      "must be http, https or socks5 and a host, such as http://user:password@proxy.example:3128; escape signs of the password, such as %40 for @";
    return [{ field: "url", message }];
  }
  if (policy.checkUrl(`http://${authorityOf(proxy)}/`).allowed) return [];
  const message = "is a private or reserved address; the operator can open it with WATCHFRAME_EGRESS_ALLOW";
  return [{ field: "url", message }];
}
