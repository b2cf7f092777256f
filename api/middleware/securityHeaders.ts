import helmet from "koa-helmet";

/** Headers that keep a browser from doing anything with a reply but show it; the docs page and outputs loosen or tighten the policy. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  // Pictures are meant to be shown on the client's own pages by their signed address.
  crossOriginResourcePolicy: { policy: "cross-origin" },
  xFrameOptions: { action: "deny" },
  // Whether all of a domain's other hosts speak https is not ours to say.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: "no-referrer" },
});
