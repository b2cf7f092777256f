import { type Static, Type } from "typebox";
import { html } from "#markup/html.ts";
import { Uuid } from "#schemas/common.ts";
import { ChangeReview } from "#schemas/monitor/pageChange.ts";
import { isReviewUrlValid } from "#vault/signatures.ts";
import { ApiError } from "../http/errors.ts";
import { pathOf, renderPage, wantsPage } from "../http/plainPage.ts";
import { defineRoute, linkQuery } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { pairUrl } from "../monitors/pairUrl.ts";
import { orRefusal, refusedLink, sharedByLinks, Signature } from "../recipients/linkRoutes.ts";

const ReviewPath = Type.Object({ id: Uuid }, { additionalProperties: false });
const ReviewQuery = Type.Object(
  { expires: Type.Integer({ minimum: 0, description: "Unix time in seconds." }), signature: Signature },
  linkQuery,
);

/** Shows one change to people without a key. */
export const reviewChange = defineRoute({
  ...sharedByLinks,
  id: "reviewChange",
  method: "GET",
  path: "/changes/:id/review",
  summary: "Show one change by its review link",
  description:
    "The link's signature replaces a key. It shows this change alone, and changes nothing. It is valid for 30 days while the monitor and the change exist.",
  tag: "Monitors",
  params: ReviewPath,
  query: ReviewQuery,
  responses: {
    200: { description: "What changed.", json: ChangeReview, bytes: ["text/html"] },
    ...refusedLink,
  },
  handle: ({ params, query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      const review = await readReview(ports, { changeId: params.id.toLowerCase(), ...query });
      if (!wantsPage(exchange)) return { status: 200, json: review } as const;
      return { status: 200, ...reviewPage(review) } as const;
    }),
});

type Review = Static<typeof ChangeReview>;

/** @throws ApiError `invalid_token` for a link that is not genuine or has expired, and if monitor or change are gone. */
async function readReview(
  ports: ApiPorts,
  link: { changeId: string; expires: number; signature: string },
): Promise<Review> {
  if (!isReviewUrlValid(ports.signingKey, { ...link, now: ports.now() })) throw new ApiError("invalid_token");
  const { pageChanges, monitors, runs } = ports.database;
  const change = await pageChanges.findOne({ _id: link.changeId });
  const monitor = change === null ? null : await monitors.findOne({ _id: change.monitorId });
  if (change === null || monitor === null || monitor.spec.wanted === "deleted") throw new ApiError("invalid_token");
  const run = await runs.findOne({ _id: change._id });
  return {
    success: true,
    title: monitor.spec.name,
    summary: change.summary,
    openedAt: change.openedAt.toISOString(),
    words: run?.findings?.text?.changes ?? [],
    pairUrl: run?.pair === undefined ? null : pairUrl(ports, change),
  };
}

function reviewPage({ title, summary, openedAt, words, pairUrl: picture }: Review) {
  const at = `${openedAt.slice(0, 16).replace("T", " ")} UTC`;
  const lines = words.map(({ change, words: text }) =>
    change === "added" ? html`<li dir="auto"><ins>+ ${text}</ins></li>` : html`<li dir="auto"><del>${text}</del></li>`,
  );
  const body = html`<p><strong dir="auto">${summary}</strong></p>
    ${picture === null ? null : html`<img src="${pathOf(picture)}" alt="The changed part before and after" />`}
    ${
      lines.length === 0
        ? null
        : html`<ul>
            ${lines}
          </ul>`
    }
    <p>Confirmed at ${at} by a second capture. You see this change alone; nothing here changes the monitor.</p>`;
  return renderPage({ title, body, formAction: "'none'", hasPictures: picture !== null });
}
