import { parseHTML } from "linkedom";
import { type Challenge, type DocumentMark, documentMarks, judgeChallenge } from "#rules/challenges.ts";

/** A challenge as a vendor sends it: in our own words, with the vendor's headers and marks. */
type ChallengePage = { vendor: string; status: number; headers: Record<string, string>; marked: string; words: string };

export const challengePages: readonly ChallengePage[] = [
  {
    vendor: "Cloudflare",
    status: 503,
    headers: { server: "cloudflare" },
    marked: "<script>window._cf_chl_opt = {}</script>",
    words: "One moment, the connection is being checked.",
  },
  {
    vendor: "Akamai",
    status: 403,
    headers: { server: "AkamaiGHost" },
    marked: "<p>errors.edgesuite.net/18.1</p>",
    words: "This request was refused.",
  },
  {
    vendor: "DataDome",
    status: 403,
    headers: { "x-datadome": "protected" },
    marked: '<script src="https://ct.captcha-delivery.com/c.js"></script>',
    words: "Please switch on scripts.",
  },
  {
    vendor: "HUMAN (PerimeterX)",
    status: 403,
    headers: {},
    marked: '<div id="px-captcha"></div><script>window._pxAppId = "1"</script>',
    words: "Press and hold to go on.",
  },
  {
    vendor: "Imperva",
    status: 403,
    headers: { "x-iinfo": "1-2" },
    marked: "<p>Incapsula incident ID: 1-2</p>",
    words: "The request did not get through.",
  },
  {
    vendor: "AWS WAF",
    status: 202,
    headers: { "x-amzn-waf-action": "challenge" },
    marked: '<div id="captcha-container"></div>',
    words: "Show that you are a person.",
  },
];

/** The challenge that a page is by the rules of captures; null for none. A sketch draws no script, so it can't judge itself. */
export function challengeOf({ status, headers, marked, words }: ChallengePage): Challenge | null {
  const { document } = parseHTML(`<!doctype html><html><body>${marked}<p>${words}</p></body></html>`);
  const scripts = [...document.querySelectorAll("script")].map(({ textContent }) => textContent ?? "").join("\n");
  const text = [...document.querySelectorAll("p")].map(({ textContent }) => textContent ?? "").join("\n");
  const has = (mark: DocumentMark): boolean => {
    if ("selector" in mark) return document.querySelector(mark.selector) !== null;
    return "script" in mark ? scripts.includes(mark.script) : text.toLowerCase().includes(mark.text);
  };
  const marks = documentMarks.filter(has).map(({ name }) => name);
  return judgeChallenge({ status, headers, marks, textChars: text.length, hasPassword: false });
}
