import { Type } from "typebox";
import { HttpUrl } from "#schemas/common.ts";
import { withoutDefaults } from "#schemas/options/option.ts";
import { RenderRequest } from "#schemas/renders/render.ts";

/** Id of a job, crawl, monitor or run. */
export const id = (description: string) => Type.String({ format: "uuid", description });

/** Address of a page. */
export const pageUrl = Type.String({ ...HttpUrl, description: "Address of the page." });

/** A cursor of a list. */
export const cursor = Type.Optional(
  Type.String({ maxLength: 512, description: "next_cursor of the previous result, with the same filters." }),
);

/** Seconds that a tool waits. */
export const waitSeconds = Type.Integer({
  minimum: 0,
  maximum: 30,
  default: 0,
  description: "Seconds to wait for the end.",
});

/** Place of a slice in a tall picture. */
export const slice = Type.Integer({
  minimum: 0,
  maximum: 1_000,
  default: 0,
  description: "Slice of a tall picture; 0 is the topmost.",
});

/** Part of a text. */
export const textRange = {
  offset: Type.Integer({
    minimum: 0,
    default: 0,
    description: "Characters to skip: next_offset of the previous result.",
  }),
  max_characters: Type.Integer({ minimum: 100, maximum: 40_000, default: 20_000 }),
};

const { waitUntil, theme, width, height } = RenderRequest.properties;

/** Options of a capture that most calls need; the names of the API in snake case. */
export const captureOptions = {
  // The API knows the defaults. A monitor that got them here would not inherit others.
  wait_until: Type.Optional(withoutDefaults(waitUntil)),
  width: Type.Optional(withoutDefaults(width)),
  height: Type.Optional(withoutDefaults(height)),
  device: Type.Optional(
    Type.String({ maxLength: 60, description: "Device preset such as iphone-15-pro; sets width and height." }),
  ),
  theme: Type.Optional(withoutDefaults(theme)),
  hide_selectors: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 20, description: "CSS selectors to hide." }),
  ),
  block_cookie_banners: Type.Optional(Type.Boolean()),
};

/** Arguments as the API's fields: the same names in camel case. Arguments that are not given are left out. */
export function toFields(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}

/** Hints of tools by their effect; see the protocol's tool annotations. */
export const hints = {
  /** Loads pages, and changes nothing but the account's credits and list of jobs. */
  capture: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  /** Reads what the service has. */
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Each call starts new work that loads pages. */
  start: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  /** A repeated call has no further effect. */
  update: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Replaces a state that other people may rely on. */
  replace: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const;
