import type { TSchema } from "typebox";

/** Requests that make jobs. */
export const jobs = ["render", "delayed", "recurring", "batch", "crawl"] as const;
/** Requests that open pages. */
export const captures = [...jobs, "screenshot", "comparison", "monitor"] as const;
/** Everything with a JSON body: captures, presets, and the options in a job's reply. */
export const bodies = [...captures, "preset", "reply"] as const;
/** Bodies and addresses: the screenshot by query, and signed links. */
export const everywhere = [...bodies, "query", "link"] as const;
/** A place that an option applies in. */
export type OptionUse = (typeof everywhere)[number];

/** An option of a capture, written once. Every request, reply, form, flag and argument is derived from it. */
export type OptionEntry = {
  schema: TSchema;
  /** Its name in forms. */
  label: string;
  /** A value that forms show in its empty field. */
  sample?: string;
  in: readonly OptionUse[];
  /** Its schema where another one holds. */
  own?: { readonly [Use in OptionUse]?: TSchema };
  /** Sealed, and in no reply: in every place, or in these. */
  secret?: true | readonly OptionUse[];
  /** A text that is kept apart, and in no reply. */
  long?: true;
  /** Monitors fill in its default, and so show it. They show others only if they were set. */
  filled?: true;
  /** Clients offer it as a choice among outputs, by its name there. */
  output?: true;
  /** It stands in for the address, so clients ask for it in its place. */
  source?: true;
  /** Its value is a CSS selector, or a list of them. The API checks both. */
  selects?: true;
  /** It also holds for a page that is fetched without a browser. */
  byHttp?: true;
  /** It is about one page, or changes what a run costs: no default of many monitors has it. */
  ofOnePage?: true;
  /** Renders that differ in it alone have equal outputs, so the cache does not tell them apart. */
  sameOutputs?: true;
  /** Most requests use it, so that forms show it first. */
  common?: true;
};

/** Checks an entry and keeps its exact type. */
export function option<const Entry extends OptionEntry>(entry: Entry): Entry {
  return entry;
}

/** The same schema with a description of its own. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

/** The schema of an entry in a place. */
export type SchemaIn<Entry extends OptionEntry, Use extends OptionUse> = Entry extends {
  own: { readonly [Place in Use]: infer Own extends TSchema };
}
  ? Own
  : Entry["schema"];

/** The same schema without defaults, for changes and replies: missing properties stay missing. */
export function withoutDefaults<Schema extends TSchema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === "default" ? undefined : value)));
}
