import { expect } from "chai";
import { navigationFailure } from "#activities/browser/watch/navigationErrors.ts";

const response = { status: 0, contentType: "", disposition: "" };
const failed = (errorText: string) => navigationFailure({ errorText, verdict: null, proxyError: null, response });

describe("navigation errors", () => {
  for (const [name, code] of [
    ["ERR_NAME_NOT_RESOLVED", "name_not_resolved"],
    ["ERR_DNS_TIMED_OUT", "name_not_resolved"],
    ["ERR_CONNECTION_REFUSED", "connection_failed"],
    ["ERR_CONNECTION_RESET", "connection_failed"],
    ["ERR_EMPTY_RESPONSE", "connection_failed"],
    ["ERR_ADDRESS_UNREACHABLE", "connection_failed"],
    ["ERR_HTTP2_PROTOCOL_ERROR", "connection_failed"],
    ["ERR_CERT_AUTHORITY_INVALID", "tls_error"],
    ["ERR_SSL_PROTOCOL_ERROR", "tls_error"],
    ["ERR_TOO_MANY_REDIRECTS", "too_many_redirects"],
    ["ERR_UNSAFE_REDIRECT", "target_forbidden"],
    ["ERR_UNSAFE_PORT", "target_forbidden"],
    ["ERR_BLOCKED_BY_CLIENT", "target_forbidden"],
    ["ERR_BLOCKED_BY_RESPONSE", "unsupported_content"],
    ["ERR_SOMETHING_NEW", "connection_failed"],
  ] as const) {
    it(`${name} is ${code}`, () => {
      expect(failed(`net::${name} at https://user:pass@site.test/?token=s3cret`).code).to.equal(code);
    });
  }

  it("keep the address out of the message", () => {
    expect(failed("net::ERR_CONNECTION_REFUSED at https://site.test/?token=s3cret").message)
      .to.include("(net::ERR_CONNECTION_REFUSED)")
      .and.not.match(/site|s3cret/u);
  });

  it("say what may mend the address of a server without https", () => {
    const advice = "If the page has no https, try http://…";
    expect(failed("net::ERR_SSL_PROTOCOL_ERROR").message).to.match(/valid\. If .* \(net::ERR_SSL_PROTOCOL_ERROR\)$/u);
    expect(failed("net::ERR_SSL_PROTOCOL_ERROR").message).to.include(advice);
    expect(failed("net::ERR_CERT_AUTHORITY_INVALID").message).to.not.include(advice);
  });

  for (const [verdict, code] of [
    ["refused", "target_forbidden"],
    ["unresolved", "name_not_resolved"],
    ["unreachable", "connection_failed"],
    ["budget", "page_too_large"],
  ] as const) {
    it(`the proxy's ${verdict} is ${code}, whatever error the browser reports`, () => {
      expect(
        navigationFailure({ errorText: "net::ERR_TUNNEL_CONNECTION_FAILED", verdict, proxyError: null, response }).code,
      ).to.equal(code);
    });
  }
});
