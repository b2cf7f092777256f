import { type TOptional, type TSchema, Type } from "typebox";
import { commonKeyword, groupKeyword, keysOf, labelKeyword, sampleKeyword } from "../common.ts";
import { blocking } from "./blocking.ts";
import { bucket } from "./bucket.ts";
import { code } from "./code.ts";
import { delivery } from "./delivery.ts";
import { type OptionEntry, type OptionUse, type SchemaIn, withoutDefaults } from "./option.ts";
import { outputs } from "./outputs.ts";
import { page } from "./page.ts";
import { picture } from "./picture.ts";
import { requests } from "./requests.ts";
import { viewport } from "./viewport.ts";
import { access, visitor } from "./visitor.ts";
import { watch } from "./watch.ts";

const options = {
  ...page,
  ...blocking,
  ...requests,
  ...viewport,
  ...picture,
  ...access,
  ...visitor,
  ...code,
  ...watch,
  ...outputs,
  ...delivery,
  ...bucket,
};
type Options = typeof options;

/** The groups with the titles that forms show, in their order. */
const groups: readonly (readonly [title: string, Readonly<Record<string, OptionEntry>>])[] = [
  ["Size and look", viewport],
  ["Picture", picture],
  ["Page", page],
  ["Blocked content", { ...blocking, ...requests }],
  ["Visitor", { ...access, ...visitor }],
  ["Your own code", code],
  ["Comparison", watch],
  ["Outputs", outputs],
  ["Webhook, queue and cache", delivery],
  ["Your own bucket", bucket],
];

/** The name of an option. */
type OptionName = keyof Options;

/** The options of a place by name, each optional. */
type OptionsIn<Use extends OptionUse> = {
  [Name in OptionName as Use extends Options[Name]["in"][number] ? Name : never]: TOptional<
    SchemaIn<Options[Name], Use>
  >;
};

/** Names of the options of a place that no reply shows: secrets, and long texts, which are kept apart. */
export type HiddenIn<Use extends OptionUse> = {
  [Name in keyof OptionsIn<Use>]: Options[Name] extends { long: true } | { secret: true }
    ? Name
    : Options[Name] extends { secret: readonly (infer Place)[] }
      ? Extract<Name, Use extends Place ? Name : never>
      : never;
}[keyof OptionsIn<Use>];

/** The options of a place, for `Type.Object`. The first signature is the type that the loop has. */
export function optionsIn<Use extends OptionUse>(use: Use): OptionsIn<Use>;
export function optionsIn(use: OptionUse): Record<string, TSchema> {
  return Object.fromEntries(
    groups.flatMap(([title, group]) =>
      Object.entries(group)
        .filter(([, entry]) => entry.in.includes(use))
        .map(([name, entry]) => [name, schemaOf(entry, use, title)]),
    ),
  );
}

function schemaOf(entry: OptionEntry, use: OptionUse, title: string): TSchema {
  const { schema, own = {}, label, sample, common, filled } = entry;
  const here = own[use] ?? schema;
  return Type.Optional({
    ...(use === "monitor" && filled !== true ? withDefaultInWords(here) : here),
    ...(isHidden(entry, use) && { writeOnly: true }),
    [labelKeyword]: label,
    [groupKeyword]: title,
    ...(sample !== undefined && { [sampleKeyword]: sample }),
    ...(common === true && { [commonKeyword]: true }),
  });
}

/** A schema whose default is in its description alone. */
function withDefaultInWords(schema: TSchema & { default?: unknown; description?: string }): TSchema {
  const { default: standard, description } = schema;
  if (typeof standard !== "string" && typeof standard !== "number") return withoutDefaults(schema);
  const words = `Default: ${standard}.`;
  return { ...withoutDefaults(schema), description: description === undefined ? words : `${description} ${words}` };
}

function isHidden({ secret, long }: OptionEntry, use: OptionUse): boolean {
  return long === true || secret === true || secret?.includes(use) === true;
}

/** Names of the options of a place that no reply shows. */
export function hiddenIn<Use extends OptionUse>(use: Use): HiddenIn<Use>[];
export function hiddenIn(use: OptionUse): string[] {
  return groups.flatMap(([, group]) =>
    Object.entries(group)
      .filter(([, entry]) => entry.in.includes(use) && isHidden(entry, use))
      .map(([name]) => name),
  );
}

/** The options of a place that replies show. */
export function shownIn<Use extends OptionUse>(use: Use): Omit<OptionsIn<Use>, HiddenIn<Use>>;
export function shownIn(use: OptionUse): Record<string, TSchema> {
  const hidden: readonly string[] = hiddenIn(use);
  return Object.fromEntries(Object.entries(optionsIn(use)).filter(([name]) => !hidden.includes(name)));
}

/** Names of the options that belong to one page or to the owner's bucket. */
type OfOnePage = {
  [Name in OptionName]: Options[Name] extends { ofOnePage: true } ? Name : never;
}[OptionName];
/** Names of the options that many monitors can have as a default. */
export type SharedOption = Exclude<keyof OptionsIn<"monitor">, HiddenIn<"monitor"> | OfOnePage | keyof typeof bucket>;

/** The options that many monitors can have as a default: no secrets, and nothing of one page or of the owner's bucket. */
export function sharedByMonitors(): Pick<OptionsIn<"monitor">, SharedOption>;
export function sharedByMonitors(): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(shownIn("monitor"))
      .filter(([name]) => entries[name]?.ofOnePage !== true && !(name in bucket))
      .map(([name, schema]) => [name, Type.Optional(withoutDefaults(schema))]),
  );
}

/** The name of an option whose value is a selector or a list of them. */
export type SelectorName = {
  [Name in OptionName]: Options[Name] extends { selects: true } ? Name : never;
}[OptionName];

const entries: Readonly<Record<string, OptionEntry>> = options;

/** Names of the options whose value is a selector or a list of them. */
export const selectorNames: readonly SelectorName[] = keysOf(options).filter(
  (name): name is SelectorName => entries[name]?.selects === true,
);

/** The default of an option; undefined if it has none, or another one in each place. */
export function standardOf(name: string): unknown {
  const { default: standard }: { default?: unknown } = entries[name]?.schema ?? {};
  return standard;
}

/** Whether an option applies in a place. */
export function isIn(name: string, use: OptionUse): boolean {
  return entries[name]?.in.includes(use) === true;
}

/** Whether an option also holds for a page that is fetched without a browser. */
export function holdsByHttp(name: string): boolean {
  return entries[name]?.byHttp === true;
}

/** Whether renders that differ in an option alone have equal outputs. */
export function hasSameOutputs(name: string): boolean {
  return entries[name]?.sameOutputs === true;
}

/** Names of the options that clients take one by one. They ask for outputs, the page, secrets and the bucket by other means. */
export const clientOptions: readonly string[] = Object.entries(entries)
  .filter(
    ([name, { output, source, secret }]) => output !== true && source !== true && secret !== true && !(name in bucket),
  )
  .map(([name]) => name)
  .filter((name) => isIn(name, "render"));

/** Names of the options of the caller's bucket. */
export const bucketNames = keysOf(bucket);
