import { everywhere, option } from "./option.ts";
import { flag } from "./schemas.ts";

const hostsNote = "Refuse requests to advertising and tracking hosts of other sites, and hide the gaps.";

/** Content that is blocked, one switch for each kind. */
export const blocking = {
  blockCookieBanners: option({
    schema: flag(
      "Reject cookie consent dialogs, or hide those that can't be rejected. Never accept them. Costs about half a second without a dialog, more if one appears late.",
    ),
    label: "Cookie banners",
    in: everywhere,
    common: true,
  }),
  blockAds: option({
    schema: flag(`${hostsNote} \`result.page.blocked\` has the counts.`),
    own: { monitor: flag(hostsNote) },
    label: "Ads and trackers",
    in: everywhere,
    common: true,
  }),
  blockChatWidgets: option({
    schema: flag("Refuse the scripts of chat vendors and hide their widgets."),
    label: "Chat widgets",
    in: everywhere,
    common: true,
  }),
  blockPopups: option({
    schema: flag(
      "Refuse the scripts of newsletter and promotion vendors, close dialogs by their own buttons, and hide promotion overlays. Content stays.",
    ),
    label: "Popups",
    in: everywhere,
    common: true,
  }),
  blockAccessibilityWidgets: option({
    schema: flag("Refuse the scripts of accessibility overlay vendors and hide their widgets."),
    label: "Accessibility widgets",
    in: everywhere,
  }),
};
