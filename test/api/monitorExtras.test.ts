import { expect } from "chai";
import { useOfExtra } from "#api/monitors/extras.ts";

describe("properties of a monitor without effect", () => {
  const secrets = [
    "auth",
    "key",
    "keys",
    "apiKey",
    "api-key",
    "keyId",
    "cookieJar",
    "requestHeaders",
    "extraHTTPHeaders",
    "token",
    "accessToken",
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "userPass",
    "basicauth",
    "basic_auth",
    "proxyAuth",
    "proxy",
    "credentials",
    "Authorization",
    "authentication",
    "sessionId",
    "bearer",
    "jwt",
    "otp",
    "signature",
    "webhook_url",
    "callback",
    "hook",
    "url",
    "URL",
    "http-auth",
    "Cookie",
    "HEADERS",
    "headers_",
    "click_selectors",
    "js",
    "evaluate",
    "stylesheet",
    "awsSecretAccessKey",
    "login",
  ];
  for (const name of secrets) {
    it(`may be the secret ${name}, also inside another`, () => {
      expect(useOfExtra(name, "x")).to.equal("secret");
      expect(useOfExtra("settings", { deep: [{ [name]: "x" }] })).to.equal("secret");
    });
  }

  for (const name of ["extractMarkdown", "extract_links", "pdf", "recording", "screenshot"]) {
    it(`may be the option ${name} of renders`, () => {
      expect(useOfExtra(name, true)).to.equal("option of renders");
    });
  }

  const harmless = [
    "note",
    "author",
    "keywords",
    "keyboard",
    "full_page",
    "hide_selectors",
    "block_cookie_banners",
    "nocookiebanners",
    "emails",
    "passive",
    "pinned",
    "owner",
    "description",
  ];
  for (const name of harmless) {
    it(`are kept as ${name}`, () => {
      expect(useOfExtra(name, "x")).to.equal("kept");
    });
  }
});
