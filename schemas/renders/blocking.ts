import { type Static, Type } from "typebox";

/** Kinds of content to block. The request flag of each is `block` plus its name in PascalCase. */
export const blockKinds = ["ads", "cookieBanners", "chatWidgets", "popups", "accessibilityWidgets"] as const;
export type BlockKind = (typeof blockKinds)[number];

/** The kinds to block. */
export type Blocking = Record<BlockKind, boolean>;

/** Descriptions of the flags, for every request that has them. */
export const blockNotes = {
  blockCookieBanners:
    "Reject cookie consent dialogs, or hide those that can't be rejected. Never accept them. Costs about half a second without a dialog, more if one appears late.",
  blockAds: "Refuse requests to advertising and tracking hosts of other sites, and hide the gaps.",
  blockChatWidgets: "Refuse the scripts of chat vendors and hide their widgets.",
  blockPopups:
    "Refuse the scripts of newsletter and promotion vendors, close dialogs by their own buttons, and hide promotion overlays. Content stays.",
  blockAccessibilityWidgets: "Refuse the scripts of accessibility overlay vendors and hide their widgets.",
} as const satisfies Record<`block${Capitalize<BlockKind>}`, string>;

const count = Type.Optional(Type.Integer({ minimum: 0 }));

/** Counts of each blocked kind. */
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
