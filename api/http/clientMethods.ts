import type { Json } from "#schemas/common.ts";

/** The groups of methods that the clients have. A new one needs a line here. */
export const clientResources = {
  renders: "Renders of single pages.",
  jobs: "Accepted work: renders, pages of batches and crawls, comparisons.",
  comparisons: "Comparisons of two pages, jobs or files.",
  batches: "Many pages at once.",
  crawls: "Whole sites, page by page.",
  schedules: "Renders at a later time, once or by cron.",
  presets: "Options of renders under a name, for the field `preset` of a request.",
  secrets: "Values under a name, for `{{secret:name}}` in headers, cookies, `httpAuth` and steps.",
  signIns: "Log-ins that are kept fresh, for the field `signIn` of a request.",
  alertTargets: "Channels and recipients under a name that many monitors tell.",
  monitorDefaults: "Settings that all monitors of the account, or those with a tag, inherit.",
  proxies: "Proxies under a name, for the field `proxy` of a request.",
  monitors: "Pages that are watched for change.",
  changes: "Confirmed changes of watched pages, for people to review. A change has the id of its run.",
  sitemaps: "Watched sitemaps. Each of their pages has a monitor.",
  deliveries: "Webhooks and mails that were sent, with every try.",
  recipients: "Readers of alert mails.",
  feeds: "Atom feeds of changes.",
  keys: "API keys of the account.",
  sessions: "Browsers that are logged in to the console. Only a browser has a current session.",
  signingKeys: "Keys that sign image links; see `signImageUrl`.",
} as const;

export type ClientResource = keyof typeof clientResources;

/**
 * A method of the clients that calls an operation. Its arguments are the parameters of the path, the body and the query.
 * `npm run client:generate` writes it in each language.
 */
export type ClientMethod = {
  /** Null: a method of the client itself. */
  resource: ClientResource | null;
  /** The method's name in camel case. */
  method: string;
  /** Default: the summary of the route. */
  help?: string;
  /** Field of the reply that the method returns. Default: the whole reply. */
  unwrap?: string;
  /** Field of the reply with the items. The method reads page after page by `cursor`. */
  list?: string;
  /** The query, in place of the caller's. */
  query?: Readonly<Record<string, Json>>;
  /** Fields of the body that the method sets itself. */
  body?: Readonly<Record<string, Json>>;
  /** Fields of the body that are arguments, by the argument's name. Default: the body is one argument. */
  args?: Readonly<Record<string, string>>;
  /** Whether only a browser can use it. Clients of programs then leave it out. */
  browser?: true;
};
