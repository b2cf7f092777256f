import { type Static, Type } from "typebox";

/** What can be kept off a page; the request flag of each is `block` plus its name in PascalCase. */
export const blockKinds = ["ads", "cookieBanners", "chatWidgets", "popups", "accessibilityWidgets"] as const;
export type BlockKind = (typeof blockKinds)[number];

/** What to keep off a page. */
export type Blocking = Record<BlockKind, boolean>;

/** What each flag of a request does, wherever it is taken. */
export const blockNotes = {
  blockCookieBanners:
    "Reject cookie consent dialogs where they can be rejected, hide them where not; never accept them. Costs about half a second where there is none, more where one has to be waited for.",
  blockAds: "Refuse requests to advertising and tracking hosts of other sites and hide the gaps they leave.",
  blockChatWidgets: "Refuse the scripts of chat vendors and hide their widgets.",
  blockPopups:
    "Refuse the scripts of newsletter and promotion vendors, close dialogs by their own close buttons and hide promotion overlays; content stays.",
  blockAccessibilityWidgets: "Refuse the scripts of accessibility overlay vendors and hide their widgets.",
} as const satisfies Record<`block${Capitalize<BlockKind>}`, string>;

const count = Type.Optional(Type.Integer({ minimum: 0 }));

/** How often each kind that was asked for came up. */
export const Blocked = Type.Object(
  {
    ads: count,
    cookieBanners: count,
    chatWidgets: count,
    popups: count,
    accessibilityWidgets: count,
  } satisfies Record<BlockKind, typeof count>,
  {
    additionalProperties: false,
    description:
      "For each blocked kind: refused requests, rejected or closed dialogs, and hidden elements that were visible.",
  },
);
export type Blocked = Static<typeof Blocked>;
