import { type Static, Type } from "typebox";

/** Kinds of content to block. */
export const blockKinds = ["ads", "cookieBanners", "chatWidgets", "popups", "accessibilityWidgets"] as const;
export type BlockKind = (typeof blockKinds)[number];

/** The kinds to block. */
export type Blocking = Record<BlockKind, boolean>;

/** The option of each kind. */
export const blockFlags = {
  ads: "blockAds",
  cookieBanners: "blockCookieBanners",
  chatWidgets: "blockChatWidgets",
  popups: "blockPopups",
  accessibilityWidgets: "blockAccessibilityWidgets",
} as const satisfies Record<BlockKind, string>;

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
