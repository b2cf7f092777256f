import { type Static, Type } from "typebox";

/** What can be kept off a page; the request flag of each is `block` plus its name in PascalCase. */
export const blockKinds = ["ads", "cookieBanners", "chatWidgets", "popups", "accessibilityWidgets"] as const;
export type BlockKind = (typeof blockKinds)[number];

/** What to keep off a page. */
export type Blocking = Record<BlockKind, boolean>;

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
      "For each kind that was asked to be blocked: requests refused, dialogs rejected or closed, and elements hidden that were in sight.",
  },
);
export type Blocked = Static<typeof Blocked>;
