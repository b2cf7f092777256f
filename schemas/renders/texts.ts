import { Type } from "typebox";
import type { Sealed } from "../common.ts";

/** Maximum bytes of each long text of a render. The last two are `header` and `footer` of `pdf`. */
export const maxTextBytes = {
  css: 100_000,
  script: 100_000,
  html: 1_000_000,
  pdfHeader: 10_000,
  pdfFooter: 10_000,
} as const;

/** The name of a long text. */
export type TextName = keyof typeof maxTextBytes;

/** The long texts of a render. */
export type Texts = Partial<Record<TextName, string>>;

const kilobytes = (name: TextName): string => `At most ${maxTextBytes[name] / 1_000} kB in UTF-8.`;

const longText = (name: TextName, description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxTextBytes[name],
      writeOnly: true,
      description: `${description} ${kilobytes(name)}`,
    }),
  );

/** Texts that change any page. */
export const pageTexts = {
  css: longText(
    "css",
    "Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect.",
  ),
  script: longText(
    "script",
    "JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so.",
  ),
};

/** The document of a page that has no address. */
export const documentTexts = {
  html: longText(
    "html",
    "HTML document to render in place of `url`. Its requests follow the same rules as those of any page.",
  ),
  baseUrl: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: "^https?://",
      description:
        "Address that the document of `html` has: relative addresses start from it, and its origin is the page's. Without it the page has an origin of its own, which no site shares.",
    }),
  ),
};

/** The address of a document without `baseUrl`. RFC 6761 says that no such name exists. */
export const standInUrl = "http://html.invalid/";

/**
 * A stored text. Equal texts of an account share one record; the id is a keyed hash of account and text. Jobs, schedules
 * and crawls hold the id.
 */
export type PageTextRecord = { _id: string; accountId: string; text: Sealed; expiresAt: Date };

/** Ids of the long texts of a render. */
export type TextIds = Partial<Record<TextName, string>>;
