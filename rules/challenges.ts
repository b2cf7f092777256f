/** A mark of a vendor's document: an element, a part of an inline script, or a part of the visible text. */
export type DocumentMark = { name: string } & ({ selector: string } | { script: string } | { text: string });

/** The signs of one vendor's challenges and block pages. Names of headers are in lower case. */
type Vendor = {
  name: string;
  /** Headers that only challenges and block pages have. */
  decisive: Readonly<Record<string, readonly string[]>>;
  /** Headers that every reply of the vendor has. Without a value, any counts. */
  usual: Readonly<Record<string, string | null>>;
  statuses: readonly number[];
  marks: readonly DocumentMark[];
};

const vendors: readonly Vendor[] = [
  {
    name: "Cloudflare",
    decisive: { "cf-mitigated": ["challenge", "block"] },
    usual: { server: "cloudflare", "cf-ray": null },
    statuses: [403, 429, 503],
    marks: [
      // Ordinary pages have other scripts of the same folder.
      {
        name: "script of the challenge platform",
        selector: 'script[src*="/cdn-cgi/challenge-platform/"][src*="/orchestrate/"]',
      },
      { name: "script _cf_chl_opt", script: "_cf_chl_opt" },
      { name: "element cf-error-details", selector: "#cf-error-details" },
      { name: "text of a block", text: "you have been blocked" },
    ],
  },
  {
    name: "Akamai",
    decisive: {},
    usual: { server: "akamaighost" },
    statuses: [403, 429],
    marks: [
      { name: "address errors.edgesuite.net", text: "errors.edgesuite.net" },
      { name: "text of a refusal", text: "you don't have permission to access" },
      { name: "element sec-if-cpt-container", selector: "#sec-if-cpt-container" },
      { name: "script of the challenge", selector: 'script[src*="/_sec/cp_challenge/"]' },
    ],
  },
  {
    name: "DataDome",
    decisive: {},
    usual: { "x-datadome": null, "x-dd-b": null, server: "datadome" },
    statuses: [401, 403, 405, 429],
    marks: [
      { name: "frame captcha-delivery.com", selector: 'iframe[src*=".captcha-delivery.com/"]' },
      { name: "script captcha-delivery.com", selector: 'script[src*=".captcha-delivery.com/"]' },
      { name: "script with the challenge's data", script: "var dd={" },
    ],
  },
  {
    name: "HUMAN (PerimeterX)",
    decisive: {},
    usual: { "x-px-block": null },
    statuses: [403, 429],
    marks: [
      { name: "element px-captcha", selector: "#px-captcha" },
      { name: "script _pxAppId", script: "window._pxAppId" },
      { name: "script of the captcha", selector: 'script[src*="/captcha/captcha.js"]' },
      {
        name: "script captcha.px-cdn.net",
        selector: 'script[src*="captcha.px-cdn.net/"], script[src*="captcha.px-cloud.net/"]',
      },
    ],
  },
  {
    name: "Imperva",
    decisive: {},
    usual: { "x-iinfo": null, "x-cdn": "imperva" },
    statuses: [403, 429, 503],
    // Ordinary pages have its script, too, but no frame of it.
    marks: [
      { name: "frame _Incapsula_Resource", selector: 'iframe[src*="/_Incapsula_Resource"]' },
      { name: "element main-iframe", selector: "iframe#main-iframe" },
      { name: "text of an incident", text: "incapsula incident id" },
    ],
  },
  {
    name: "AWS WAF",
    decisive: { "x-amzn-waf-action": ["challenge", "captcha"] },
    usual: { server: "awselb/2.0" },
    statuses: [202, 403, 405],
    marks: [
      { name: "script gokuProps", script: "window.gokuProps" },
      { name: "script awswaf.com", selector: 'script[src*=".awswaf.com/"][src$="/challenge.js"]' },
      { name: "element captcha-container", selector: "#captcha-container" },
    ],
  },
];

/** The marks of all vendors, which are looked for in the page. */
export const documentMarks: readonly DocumentMark[] = vendors.flatMap(({ marks }) => marks);

/** The facts of a page that may be a challenge. `marks` are the names of the marks that it has. */
export type SuspectPage = {
  status: number | null;
  headers: Readonly<Record<string, string>>;
  marks: readonly string[];
  /** Characters of visible text. */
  textChars: number;
  /** Whether a visitor could log in on it. */
  hasPassword: boolean;
};

/** A challenge or block page, and the signs of it. */
export type Challenge = { vendor: string; evidence: string[] };

/** Signs that must agree. One alone may be a page about a vendor, or one behind it. */
const minSigns = 3;
/** Maximum characters of a challenge's visible text. */
const maxChallengeChars = 1_500;
/** The most signs that are named. */
const maxEvidence = 8;

/**
 * The challenge that a page is; null for a page of the site's own. A header that only challenges have decides alone.
 * Else the document must be a vendor's, and two more signs must agree.
 */
export function judgeChallenge(page: SuspectPage): Challenge | null {
  for (const vendor of vendors) {
    const evidence = evidenceOf(vendor, page);
    if (evidence !== null) return { vendor: vendor.name, evidence: evidence.slice(0, maxEvidence) };
  }
  return null;
}

function evidenceOf(vendor: Vendor, page: SuspectPage): string[] | null {
  const { status, headers } = page;
  const decisive = Object.entries(vendor.decisive).flatMap(([name, values]) => {
    const value = headers[name]?.toLowerCase();
    return value !== undefined && values.includes(value) ? [`header ${name}: ${value}`] : [];
  });
  const usualValues = Object.entries(vendor.usual).flatMap(([name, value]) => {
    const found = headers[name]?.toLowerCase();
    if (found === undefined || !(value === null || found.includes(value))) return [];
    return [value === null ? `header ${name}` : `header ${name}: ${value}`];
  });
  const isRefused = status !== null && vendor.statuses.includes(status);
  const marks = marksOf(vendor, page);
  const isShort = page.textChars <= maxChallengeChars;
  const signs = [
    ...decisive,
    ...(isRefused ? [`status ${status}`] : []),
    ...usualValues.slice(0, 1),
    ...marks.map((mark) => `document: ${mark}`),
    ...(isShort && marks.length > 0 ? [`only ${page.textChars} characters of text`] : []),
  ];
  if (decisive.length > 0) return signs;
  const isDocument = marks.length > 0 && isShort && !page.hasPassword;
  return isDocument && signs.length >= minSigns && (isRefused || marks.length > 1) ? signs : null;
}

/** A text alone may be quoted by any page, so it counts only with a status of refusals. */
function marksOf({ marks, statuses }: Vendor, page: SuspectPage): string[] {
  return marks
    .filter((mark) => page.marks.includes(mark.name))
    .filter(
      (mark) => !("text" in mark) || (page.status !== null && page.status >= 400 && statuses.includes(page.status)),
    )
    .map(({ name }) => name);
}
