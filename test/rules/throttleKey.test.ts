import { expect } from "chai";
import { hostSlotKey, parseSlotKey } from "#data/slots.ts";
import { throttleKeyOf } from "#rules/throttle.ts";

describe("the throttle key of an address", () => {
  const table: [url: string, key: string][] = [
    ["https://example.com/", "example.com"],
    ["http://example.com:80/a?b#c", "example.com"],
    ["https://example.com:443/", "example.com"],
    ["https://example.com:80/", "example.com:80"],
    ["http://example.com:8080/", "example.com:8080"],
    ["http://user:password@example.com:8080/", "example.com:8080"],
    ["https://EXAMPLE.com.:8443/", "example.com:8443"],
    ["https://example.com./", "example.com"],
    ["http://127.0.0.1:3000/", "127.0.0.1:3000"],
    ["http://[::1]/", "[::1]"],
    ["http://[2001:DB8::1]:8080/", "[2001:db8::1]:8080"],
  ];
  for (const [url, key] of table) {
    it(`is ${key} for ${url}`, () => {
      expect(throttleKeyOf(url)).to.equal(key);
      expect(parseSlotKey(hostSlotKey(key))).to.deep.equal({ host: key });
    });
  }
});
