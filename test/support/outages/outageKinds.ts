import { RenderFailure } from "#activities/failures.ts";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";
import { type Answer, answerWith } from "../sketches/visitSite.ts";
import { challengeOf, challengePages } from "./challengePages.ts";

/** A kind of outage of a page. */
export type OutageKind = {
  name: string;
  /** The failure of its runs, and a part of the message or the evidence. Several if it flaps between them. */
  codes: readonly RenderErrorCode[];
  sign: string;
  /** Whether it has status 200 and words, so that only an expectation tells it from a change. */
  needsExpect: boolean;
  /** Answers a visit. @throws RenderFailure as the browser does */
  answer: (url: string) => Answer;
};

const pageOf = (words: string) => `<!doctype html><title>Shop</title><main><p>${words}</p>`;

const statuses = [400, 401, 403, 404, 405, 408, 410, 429, 451, 500, 502, 503, 504, 520, 522, 530];
/** Statuses whose answers name a pause, which holds back the host. */
const pauses: Readonly<Record<number, number>> = { 429: 1, 503: 1 };

function withStatus(statusCode: number): OutageKind {
  const retryAfter = pauses[statusCode];
  return {
    name: `status-${statusCode}`,
    codes: ["page_status"],
    sign: `status ${statusCode}`,
    needsExpect: false,
    answer: (url) => ({
      ...answerWith(url, pageOf(`Error ${statusCode}`)),
      statusCode,
      ...(retryAfter !== undefined && { answers: [{ host: new URL(url).host, statusCode, retryAfter }] }),
    }),
  };
}

const challenges = challengePages.map((page): OutageKind => {
  const challenge = challengeOf(page);
  const answer = (url: string) => ({ ...answerWith(url, pageOf(page.words)), statusCode: page.status, challenge });
  const name = `challenge-${page.vendor.split(" ")[0]?.toLowerCase()}`;
  return { name, codes: ["page_blocked"], sign: page.vendor, needsExpect: false, answer };
});

const empty = Object.entries({
  "no-body": "",
  "bare-frame": '<!doctype html><title>App</title><div id="root"></div>',
  "white-space": "<!doctype html><title>Shop</title><main><p> \n </p></main>",
}).map(([name, html]): OutageKind => ({
  name,
  codes: ["page_empty"],
  sign: "no visible text",
  needsExpect: false,
  answer: (url) => answerWith(url, html),
}));

const unreached = (["connection_failed", "navigation_timeout", "tls_error", "too_many_redirects"] as const).map(
  (code): OutageKind => ({
    name: code.replaceAll("_", "-"),
    codes: [code],
    sign: "",
    needsExpect: false,
    answer: () => {
      throw new RenderFailure(code);
    },
  }),
);

/** Patterns of the page's text, for the outages that need them. */
export const expectedText = {
  present: ["^The price is \\d+ €$", "^Imprint$"],
  absent: ["(?i)log in", "(?i)maintenance"],
};

const unexpected = Object.entries({
  "half-page": "The price is 39 €",
  "wrong-encoding": "The price is 39 â‚¬</p><p>Imprint",
  "unknown-characters": "The price is 39 \uFFFD</p><p>Imprint",
  "log-in-in-place": "Log in</p><p>Imprint",
  maintenance: "The price is 39 €</p><p>Maintenance until noon</p><p>Imprint",
  "too-many-visitors": "You are number 12 in the queue.",
  "parked-domain": "This domain is for sale.",
}).map(([name, words]) => withWords(name, (url) => answerWith(url, pageOf(words))));

const loggedOut = withWords("log-in-elsewhere", (url) => ({
  ...answerWith(url, pageOf("Log in to go on")),
  finalUrl: new URL("/login", url).href,
  redirects: [{ url, statusCode: 302 }],
}));

function withWords(name: string, answer: OutageKind["answer"]): OutageKind {
  return { name, codes: ["page_text"], sign: "text ", needsExpect: true, answer };
}

/** An outage that has another of these faces at each visit. */
function flapping(name: string, faces: readonly OutageKind[]): OutageKind {
  let visits = 0;
  const answer = (url: string): Answer => {
    const face = faces[visits++ % faces.length];
    if (face === undefined) throw new Error("There is no face.");
    return face.answer(url);
  };
  return { name, codes: faces.flatMap(({ codes }) => codes), sign: "", needsExpect: false, answer };
}

/** Forty kinds of outages. */
export const outageKinds: readonly OutageKind[] = [
  ...statuses.map(withStatus),
  ...challenges,
  ...empty,
  ...unreached,
  ...unexpected,
  loggedOut,
  flapping("flaps-in-status", [withStatus(502), withStatus(504)]),
  flapping("flaps-in-kind", [...challenges.slice(0, 1), ...empty.slice(0, 1)]),
  flapping("flaps-in-reach", [withStatus(500), ...unreached.slice(1, 2)]),
];
