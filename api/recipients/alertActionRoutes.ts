import { type Static, Type } from "typebox";
import { literals, Uuid } from "#schemas/common.ts";
import { AlertActionName, AlertActionReply } from "#schemas/monitor/alerts.ts";
import { defineRoute, linkQuery } from "../http/route.ts";
import { plainPage, wantsPage } from "../http/plainPage.ts";
import { type AlertLink, doAlertAction, readAlertLink, type ShownLink } from "./alertActions.ts";
import { orRefusal, refusedLink, sharedByLinks, Signature } from "./linkRoutes.ts";

const ActionPath = Type.Object({ id: Uuid, action: AlertActionName }, { additionalProperties: false });
const ActionQuery = Type.Object(
  {
    to: Type.Union([Uuid, literals(["account", "webhook"])], { description: "Reader of the alert with the link." }),
    run: Type.Optional(Type.String({ format: "uuid", description: "The run to accept." })),
    expires: Type.Integer({ minimum: 0, description: "Unix time in seconds." }),
    signature: Signature,
  },
  linkQuery,
);

const responses = {
  200: { description: "Whether it is done.", json: AlertActionReply, bytes: ["text/html"] },
  ...refusedLink,
} as const;

/** A link of an alert. It changes nothing, because mail scanners open links. */
export const showAlertAction = defineRoute({
  ...sharedByLinks,
  id: "showAlertAction",
  method: "GET",
  path: "/render/monitors/:id/alert-actions/:action",
  summary: "Show the page of an alert's link",
  description: "Changes nothing. Browsers get a page with a button that does what the link says.",
  tag: "Monitors",
  params: ActionPath,
  query: ActionQuery,
  responses,
  handle: ({ params, query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      const link = toLink(params, query);
      const shown = await readAlertLink(ports, link);
      const { action } = link;
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, action, done: shown.isDone } } as const;
      return { status: 200, ...actionPage(link, shown) } as const;
    }),
});

/** Accepts a change, or mutes or pauses a monitor, from one of its alerts. */
export const takeAlertAction = defineRoute({
  ...sharedByLinks,
  id: "takeAlertAction",
  method: "POST",
  path: "/render/monitors/:id/alert-actions/:action",
  summary: "Accept a change, mute or pause by an alert's link",
  description:
    "The link's signature replaces a key. It is valid for 30 days while its reader gets alerts. `accept` makes the link's run the baseline. `mute` sends no message for 24 hours.",
  tag: "Monitors",
  params: ActionPath,
  query: ActionQuery,
  responses,
  handle: ({ params, query, exchange }, ports) =>
    orRefusal(exchange, async () => {
      const link = toLink(params, query);
      const { name } = await doAlertAction(ports, link);
      const { action } = link;
      if (!wantsPage(exchange)) return { status: 200, json: { success: true, action, done: true } } as const;
      return { status: 200, ...actionPage(link, { isDone: true, name, picturePath: null }) } as const;
    }),
});

function toLink({ id, action }: Static<typeof ActionPath>, query: Static<typeof ActionQuery>): AlertLink {
  const { to, run = "", expires, signature } = query;
  return { monitorId: id, action, to, runId: run, expires, signature };
}

/** The page of a link. It shows what is to be accepted, and leads to the monitor, where each action can be undone. */
function actionPage({ action, monitorId }: AlertLink, { isDone, name, picturePath }: ShownLink) {
  const picture = picturePath === null ? null : { path: picturePath, text: "The changed part before and after" };
  const link = { path: `/console/monitors/${monitorId}`, text: "Open the monitor" };
  return plainPage({ ...(isDone ? pages[action].done(name) : pages[action].ask(name)), picture, link });
}

type Page = { title: string; text: string };

const pages: Record<AlertActionName, { ask(name: string): Page & { button: string }; done(name: string): Page }> = {
  accept: {
    ask: (name) => ({
      title: `Accept the change of ${name}?`,
      text: "The capture with the change becomes the baseline. The open change ends.",
      button: "Accept it",
    }),
    done: (name) => ({
      title: `The change of ${name} is accepted`,
      text: "Later captures are compared with the capture that has the change.",
    }),
  },
  mute: {
    ask: (name) => ({
      title: `Mute ${name} for a day?`,
      text: "Captures continue. No message is sent to anybody for 24 hours.",
      button: "Mute it",
    }),
    done: (name) => ({ title: `${name} is muted`, text: "Captures continue, and no message is sent." }),
  },
  pause: {
    ask: (name) => ({
      title: `Pause ${name}?`,
      text: "No more captures are made and no more alerts are sent, to anybody, until it is resumed.",
      button: "Pause it",
    }),
    done: (name) => ({
      title: `${name} is paused`,
      text: "It makes no scheduled captures until somebody with access to the account resumes it.",
    }),
  },
};
