/**
 * What the parts of a page are called in classes and ids, by what they are. A name counts as a whole word of the class:
 * `site-footer` and `siteFooter` speak of a footer, `footnote` doesn't.
 */
const kinds = {
  ads: "ads?|advert|advertisement|advertising|sponsor|sponsored|promo|promos|promotion|dfp|gpt",
  author: "author|authors|bio|avatar",
  buttons: "button|buttons|btn|btns|actions|toolbar|controls|like|likes|vote|votes|rating|ratings|print|copy|toggle",
  carousel: "carousel|slider|slick|swiper|slide|slides",
  comments: "comments?|commentlist|respond|disqus|replies|reply",
  content: "content|article|entry|post|story|body|text|main|prose|markdown|richtext|wysiwyg|description",
  faq: "faqs?|accordion|question|answer|panel|collapse",
  footer: "footer|foot|bottom|copyright|legal|disclaimer",
  form: "forms?|login|signin|search|register|input|contact|filters?|sort|facets?|refine",
  header: "header|head|masthead|topbar",
  hero: "hero|intro|lead|lede|subtitle|excerpt|summary|dek|standfirst",
  list: "list|grid|items?|cards?|results?|listing|feed|archive|tiles?|collection",
  menu: "menus?|nav|navbar|navigation|dropdown|submenu|breadcrumbs?|crumbs?|pagination|pager|paging|prev|next|skip",
  message: "messages?|threads?|topics?|discussion|forum|postbody|bbcode",
  meta: "meta|metadata|byline|date|published|posted|timestamp|time|dateline|info",
  newsletter: "newsletters?|subscribe|subscription|signup|optin|cta|ctas",
  overlay:
    "modal|popup|overlay|dialog|toast|drawer|banner|notice|notification|alert|announcement|sticky|cookies?|gdpr|consent",
  product: "products?|prices?|pricing|variant|cart|sku|stock|swatch|shipping|quantity",
  related:
    "related|recommended|recommendations?|recirc|similar|also|more|trending|popular|latest|recent|upsells?|readnext|outbrain|taboola|teasers?",
  review: "reviews?|testimonials?",
  share: "share|shares|sharing|sharedaddy|addtoany|social|socials|follow",
  sidebar: "sidebars?|side|aside|rail|secondary|complementary|widgets?",
  tags: "tags?|categories|category|taxonomy|labels?|badges?|eyebrow",
  toc: "toc|contents|outline",
} as const;

/** What a part of a page can be called. */
export type Kind = keyof typeof kinds;

const kindNames = Object.keys(kinds).filter((name): name is Kind => name in kinds);
const kindOf = kindNames.map((kind) => ({ kind, pattern: new RegExp(`(?:^| )(?:${kinds[kind]})(?: |$)`, "u") }));
const known = new Map<string, ReadonlySet<Kind>>();
const none: ReadonlySet<Kind> = new Set();

/** The kinds that an element's class and id name. */
export function kindsNamed(element: Element): ReadonlySet<Kind> {
  const names = `${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`;
  if (names === " ") return none;
  const found = known.get(names);
  if (found !== undefined) return found;
  const words = names
    .slice(0, 500)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .toLowerCase()
    .replaceAll(/[^a-z]+/gu, " ")
    .trim();
  const named = new Set(kindOf.filter(({ pattern }) => pattern.test(words)).map(({ kind }) => kind));
  if (known.size > 5000) known.clear();
  known.set(names, named);
  return named;
}
