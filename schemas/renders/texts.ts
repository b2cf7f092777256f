import type { Sealed } from "../common.ts";

/** Maximum bytes of each long text of a render. `steps` is JSON. The last two are `header` and `footer` of `pdf`. */
export const maxTextBytes = {
  css: 100_000,
  script: 100_000,
  html: 1_000_000,
  steps: 100_000,
  pdfHeader: 10_000,
  pdfFooter: 10_000,
} as const;

/** The name of a long text. */
export type TextName = keyof typeof maxTextBytes;

/** The long texts of a render. */
export type Texts = Partial<Record<TextName, string>>;

/** The address of a document without `baseUrl`. RFC 6761 says that no such name exists. */
export const standInUrl = "http://html.invalid/";

/**
 * A stored text. Equal texts of an account share one record; the id is a keyed hash of account and text. Jobs, schedules
 * and crawls hold the id.
 */
export type PageTextRecord = { _id: string; accountId: string; text: Sealed; expiresAt: Date };

/** Ids of the long texts of a render. */
export type TextIds = Partial<Record<TextName, string>>;
