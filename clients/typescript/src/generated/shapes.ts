// Generated from the API's routes by `npm run client:generate`. Do not edit.

import type { deviceNames, renderErrorCodes } from "./codes.ts";

/** A change of fields: null removes one or restores its default. */
export type Nullable<Fields> = { [Name in keyof Fields]?: Fields[Name] | null };

/** Capture options, as for renders, and the compared parts of the page. Other properties have no effect. They are kept and returned, unless they may hold a secret or are options of renders. `warnings` in the reply names each, with the nearest known name. Properties that are not given stay as they are. Null removes a property or restores its default. */
export type MonitorCaptureChange = Nullable<MonitorCaptureInput>;

/** Capture options, as for monitors, without secrets and without those of one page. */
export type MonitorDefaultsPatchCapture = Nullable<MonitorDefaultSettingsCapture>;

/** Options that are not given stay as they are. Null removes one. */
export type PresetPatchOptions = Nullable<PresetOptionsInput>;

export type AlertEmail = {
  /** Send alerts to the account's own address. */
  account?: boolean;
  /** Verified recipients of this account. */
  recipientIds?: string[];
};

export type AlertEmailChange = {
  /** Send alerts to the account's own address. */
  account?: boolean;
  /** Verified recipients of this account. */
  recipientIds?: string[];
};

export type AlertWebhook = {
  url?: string;
  secret?: string | null;
};

export type CaptureCookie = {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: SameSite;
};

export type Clip = {
  x: number;
  y: number;
  width: number;
  height: number;
};

export type DeliveryAttempt = {
  at: string;
  /** Milliseconds. */
  duration: number;
  /** Null where there was no answer. */
  statusCode: number | null;
  /** The first 1,024 bytes of the receiver's reply. */
  responseBody: string;
  error: string | null;
};

export type DiffTimings = {
  /** Milliseconds. */
  queued: number;
  /** Milliseconds. */
  pictures: number;
  /** Milliseconds. */
  comparison: number;
  /** Milliseconds. */
  total: number;
};

export type FailedRequestLimits = {
  /** Failed requests of all kinds together. */
  any?: number;
  /** Failed images. */
  image?: number;
  /** Failed media. */
  media?: number;
  /** Failed fonts. */
  font?: number;
  /** Failed style sheets. */
  stylesheet?: number;
  /** Failed scripts. */
  script?: number;
  /** Failed requests of scripts. */
  xhr?: number;
  /** Failed requests of other kinds, and documents of frames. */
  other?: number;
};

export type Geolocation = {
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy?: number;
};

export type HttpAuth = {
  username: string;
  password: string;
};

export type IncidentUpdate = {
  /** The run that found it. */
  runId: string;
  at: string;
};

export type InheritedSetting = {
  /** Path of the setting in a monitor, such as `capture.theme`. */
  setting: DefaultPath;
  /** The value that holds for the monitor. */
  value: unknown;
  /** The owner of the default. */
  from: "account" | "tag";
  /** The tag whose default it is. Missing for the account's. */
  tag?: string;
};

export type MonitorAlertsChange = {
  email?: AlertEmailChange;
  webhook?: AlertWebhook | null;
  /** Services that get each message as well. The list replaces the monitor's channels. */
  channels?: ChannelInput[];
  /** How mails are collected: one mail of all the account's monitors at each full hour, or at 8 in the morning in the account's time zone. Webhooks and channels are not collected. */
  digest?: AlertDigest;
  /** Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent. */
  notifyRecovery?: boolean;
  /** Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too. */
  targetIds?: string[];
  /** Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none. */
  quietHours?: QuietHours | null;
  [name: string]: unknown;
};

export type MonitorAlertsInput = {
  email?: AlertEmail;
  webhook?: AlertWebhook | null;
  /** Services that get each message as well. The list replaces the monitor's channels. */
  channels?: ChannelInput[];
  /** How mails are collected: one mail of all the account's monitors at each full hour, or at 8 in the morning in the account's time zone. Webhooks and channels are not collected. */
  digest?: AlertDigest;
  /** Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent. */
  notifyRecovery?: boolean;
  /** Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too. */
  targetIds?: string[];
  /** Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none. */
  quietHours?: QuietHours | null;
  [name: string]: unknown;
};

/** Capture options, as for renders, and the compared parts of the page. Other properties have no effect. They are kept and returned, unless they may hold a secret or are options of renders. `warnings` in the reply names each, with the nearest known name. */
export type MonitorCaptureInput = MonitorCaptureBase & {
  /** CSS selectors of elements to click, one after the other. */
  clickSelectors?: string[];
  headers?: RequestHeaders;
  cookies?: CaptureCookie[];
  /** HTTP basic authentication. Sent with requests to the page's own origin only. */
  httpAuth?: HttpAuth;
  /** Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8. */
  css?: string;
  /** JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8. */
  script?: string;
  /** Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`. */
  steps?: Step[];
  /** Name of a preset. Its options count as given, except those that this request gives itself. */
  preset?: string;
  /** Id of a key that may write to the bucket. It needs no other permission. */
  storage_access_key_id?: string;
  /** The secret key. It is encrypted before it is stored, and opened only to sign the upload. */
  storage_secret_access_key?: string;
  [name: string]: unknown;
};

export type MonitorDefaultSettings = {
  /** The tag of the monitors that inherit them; null for all monitors of the account. */
  tag: string | null;
  /** IANA name of the time zone of `cron` and `alerts.quietHours`, such as `Europe/Berlin`. Default: UTC. */
  timezone?: string;
  /** Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts. */
  changeThreshold?: number;
  capture: MonitorDefaultSettingsCapture;
  alerts: {
    email?: AlertEmailChange;
    /** How mails are collected: one mail of all the account's monitors at each full hour, or at 8 in the morning in the account's time zone. Webhooks and channels are not collected. */
    digest?: AlertDigest;
    /** Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent. */
    notifyRecovery?: boolean;
    /** Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too. */
    targetIds?: string[];
    /** Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none. */
    quietHours?: QuietHours | null;
  };
  updatedAt: string;
};

export type MonitorDefaultsList = {
  success: true;
  monitorDefaults: MonitorDefaultSettings[];
};

export type MonitorDefaultsPatch = {
  /** Time zone of quiet hours, for monitors without a zone of their own. */
  timezone?: string | null;
  changeThreshold?: number | null;
  /** Capture options, as for monitors, without secrets and without those of one page. */
  capture?: MonitorDefaultsPatchCapture;
  /** Alert settings, as for monitors. */
  alerts?: {
    email?: AlertEmailChange | null;
    digest?: AlertDigest | null;
    notifyRecovery?: boolean | null;
    targetIds?: string[] | null;
    /** Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none. */
    quietHours?: QuietHours | null;
  };
};

export type MonitorDefaultsReply = {
  success: true;
  monitorDefaults: MonitorDefaultSettings;
};

export type MonitorDiff = {
  /** Counts the differences that a person sees, or those of any pixel. */
  mode: DiffMode;
  /** How changes are drawn. */
  visualization: Visualization;
};

export type MonitorDiffChange = {
  /** Counts the differences that a person sees, or those of any pixel. */
  mode?: DiffMode;
  /** How changes are drawn. */
  visualization?: Visualization;
};

export type MonitorDiffInput = {
  /** Counts the differences that a person sees, or those of any pixel. */
  mode?: DiffMode;
  /** How changes are drawn. */
  visualization?: Visualization;
};

/** The settings that new monitors get. */
export type MonitorSettings = {
  /** Minutes between runs. With `cron`, the shortest time between two of its fires, 43,200 at most. The plan's shortest interval applies to it. */
  intervalMinutes: number;
  /** Five cron fields in `timezone`. Missing without a cron. */
  cron?: string;
  /** Time zone of `cron` and `alerts.quietHours`. Missing without both. */
  timezone?: string;
  /** Labels to find monitors by. Spaces around a tag are removed, and so are repeated tags. */
  tags: string[];
  /** Compares with the run before (`rolling`), or with the run that was accepted (`fixed`). */
  baselineMode: BaselineMode;
  /** Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts. */
  changeThreshold: number;
  /** Conditions on the values of `capture.values`. A run sends an alert when the conditions become true. A condition about a change sends one at each change. Other differences of the page send none. The first run after a change of conditions or values only records the values. Null: each change sends an alert. */
  alertWhen: AlertWhen | null;
  /** Settings that the monitor does not inherit from defaults of the account or its tags: `alerts.digest`, or `alerts` for all alert settings. They are at the monitor's own value, else the usual one. */
  ignoreDefaults: DefaultPath[];
  capture: MonitorCapture;
  diff: MonitorDiff;
  alerts: MonitorAlerts;
};

export type PdfMargin = {
  /** Default: 1cm. */
  top?: string;
  /** Default: 1cm. */
  right?: string;
  /** Default: 1cm. */
  bottom?: string;
  /** Default: 1cm. */
  left?: string;
};

export type PdfOptions = ShownOptionsPdf & {
  /** HTML at the top of every page, at most 10 kB. Elements of the classes `date`, `title`, `url`, `pageNumber` and `totalPages` get these values. It loads no files and runs no scripts. The margin must leave room for it. */
  header?: string;
  /** HTML at the bottom of every page, at most 10 kB. Elements of the classes `date`, `title`, `url`, `pageNumber` and `totalPages` get these values. It loads no files and runs no scripts. The margin must leave room for it. */
  footer?: string;
};

/** Options of a render, except secrets, receivers of results and the caller's storage. */
export type PresetOptionsInput = PresetOptions & {
  /** Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8. */
  css?: string;
  /** JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8. */
  script?: string;
  /** Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`. */
  steps?: Step[];
};

export type QuietHours = {
  /** Begin, such as `22:00`, in the monitor's `timezone`. */
  from: string;
  /** End. An earlier time than `from` is on the next day. */
  to: string;
};

export type RecordingOptions = {
  /** Length of the recording. Together with `delay` at most half of `timeout`. */
  seconds?: number;
  /** Scroll from the top to the end of the page meanwhile. */
  scroll?: boolean;
  /** mp4 is H.264, webm is VP8. A gif has fewer frames and pixels. */
  format?: RecordingFormat;
};

/** Sent with requests to the page's own origin only. */
export type RequestHeaders = {
  [name: string]: string;
};

/** One action, with its `timeout`. */
export type Step = {
  /** Opens this address. */
  goto?: string;
  /** Replaces the text of a field, on pages of the site of `url`, of the last `goto` or of an address that `waitFor` met. */
  fill?: {
    target: StepTarget;
    /** The text of the field. It is a secret. */
    value: string;
    /** CSS selector of the frame that has the element. Default: the page itself. */
    frame?: string;
  };
  /** Clicks an element. */
  click?: StepPlace;
  /** Presses a key, in the element or where the page has its focus. */
  press?: {
    /** A key such as `Enter`, `a` or `Control+a`. */
    key: string;
    target?: StepTarget;
    /** CSS selector of the frame that has the element. Default: the page itself. */
    frame?: string;
  };
  /** Selects options of a list. */
  select?: {
    target: StepTarget;
    /** Values or labels of the options. */
    values: string[];
    /** CSS selector of the frame that has the element. Default: the page itself. */
    frame?: string;
  };
  /** Switches a checkbox, a radio button or a switch on. */
  check?: StepPlace;
  /** Switches a checkbox or a switch off. */
  uncheck?: StepPlace;
  /** Moves the mouse over an element. */
  hover?: StepPlace;
  /** Brings an element into view, or scrolls it to `y`. Without `target` it scrolls the page, to its end without `y`. */
  scroll?: {
    target?: StepTarget;
    /** Distance from the top, CSS pixels. */
    y?: number;
    /** CSS selector of the frame that has the element. Default: the page itself. */
    frame?: string;
  };
  /** Waits as many seconds. */
  wait?: number;
  /** Waits for one of `selector`, `hidden`, `text` and `address`. */
  waitFor?: {
    /** CSS selector of an element that becomes visible. */
    selector?: string;
    /** A part of a text that becomes visible, in any case. */
    text?: string;
    /** A part of the page's address, such as `/account`. With `https://` or `http://` in front it is the beginning of the address. */
    address?: string;
    /** CSS selector of elements that all disappear. */
    hidden?: string;
    /** CSS selector of the frame that has the element. Default: the page itself. */
    frame?: string;
  };
  /** Runs JavaScript in the page, as the option `script` does. The page can read it. */
  script?: string;
  /** Takes a picture of the browser's window under this name, at most 5 in a capture. */
  screenshot?: string;
  /** Seconds for this step. Default: 5; for `goto`, all that is left for loading. */
  timeout?: number;
  /** Go on if this step fails. Default: false. */
  optional?: boolean;
};

export type StepPlace = {
  target: StepTarget;
  /** CSS selector of the frame that has the element. Default: the page itself. */
  frame?: string;
};

export type StepResult = {
  action:
    | "goto"
    | "fill"
    | "click"
    | "press"
    | "select"
    | "check"
    | "uncheck"
    | "hover"
    | "scroll"
    | "wait"
    | "waitFor"
    | "script"
    | "screenshot";
  /** The element, text or host that the step was for. Missing if it needs none. */
  target?: string;
  /** Milliseconds. */
  ms: number;
  /** Why an optional step was left out. Missing if it was done. */
  problem?: string;
};

export type SyncProblem = {
  code:
    | "sitemap_unreachable"
    | "sitemap_missing"
    | "sitemap_refused"
    | "sitemap_forbidden"
    | "sitemap_invalid"
    | "sitemap_too_complex"
    | "sitemap_empty"
    | "sitemap_incomplete"
    | "many_pages_gone"
    | "plan_limit"
    | "account_paused"
    | "internal_error";
  message: string;
};

export type TextOutput = PdfResultBase & {
  contentType: string;
};

export type TextRules = {
  /** Patterns that the text has. */
  present?: string[];
  /** Patterns that the text does not have. */
  absent?: string[];
};

/** A value to read, by one of `selector`, `pattern`, `jsonPath` and `product`. */
export type ValueEntry = {
  /** The name of the value in the result. */
  name: string;
  /** CSS selector of the element whose text is read: the first visible one, or each one for a list. */
  selector?: string;
  /** Attribute to read in place of the text, also of an element that is not visible. Needs `selector`. */
  attribute?: string;
  /** Pattern in RE2 syntax of the page's visible text. The value is its first group, or all of it without one. `^` and `$` match at each line; `(?i)` ignores case. */
  pattern?: string;
  /** Path of RFC 9535 in a page that is JSON, such as `$.offers[0].price`. A path to one list reads its entries. */
  jsonPath?: string;
  /** A fact that the page declares about its product, in JSON-LD, microdata, RDFa or Open Graph. A price is a number, a currency its code, an availability the name of schema.org, such as `InStock`. */
  product?: "price" | "currency" | "availability";
  /** Default: `text`. It has at most 2000 characters, as all texts of a `list` together. `number` reads `1.299,00 €` by the page's language and its other amounts. `boolean` says whether the page has it. */
  as?: "text" | "number" | "boolean" | "list";
};

export type PresetOptions = ShownOptionsBase & {
  /** Print the page as a PDF, as a further output. `{}` prints it with the defaults. Lengths have a unit: px, pt, mm, cm or in. */
  pdf?: PdfOptions;
};

export type Account = {
  id: string;
  plan: PlanName;
  timeZone: string;
  addresses: Addresses;
};

export type AccountReply = {
  success: true;
  account: Account;
};

export type ApiKey = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
};

export type KeyList = {
  success: true;
  keys: ApiKey[];
};

export type KeyReply = {
  success: true;
  key: ApiKey;
};

export type KeyRequest = {
  name: string;
  scopes: Scope[];
  expiresAt?: string;
};

export type NewKeyReply = {
  success: true;
  key: ApiKey;
  /** The key. Only this reply shows it. */
  apiKey: string;
};

export type UsageHistory = {
  success: true;
  days: {
    /** Day in UTC. */
    date: string;
    keyId: string;
    charged: number;
    refunded: number;
    byOperation: {
      [name: string]: number;
    };
  }[];
};

export type UsageReply = {
  success: true;
  plan: PlanName;
  credits: {
    used: number;
    /** Null if the plan has no limit. */
    limit: number | null;
    /** Null if the plan has no limit. */
    remaining: number | null;
    percentageUsed: number | null;
    periodStart: string;
    /** The first instant of the next period. */
    periodEnd: string;
  };
  concurrency: {
    /** Null if the plan has no limit. */
    limit: number | null;
    active: number;
    queued: number;
  };
  monitors: {
    /** Monitors that count towards the plan: all that are not deleted, paused ones included. */
    active: number;
    /** Null if the plan has no limit. */
    limit: number | null;
  };
  byOperation: {
    [name: string]: number;
  };
};

export type CurrentSession = {
  success: true;
  session: Session;
  account: {
    id: string;
    email: string;
    plan: PlanName;
    timeZone: string;
    addresses: Addresses;
    paused: boolean;
  };
  key: {
    id: string;
    name: string;
    scopes: Scope[];
  };
  /** Address of the workflows in Temporal's UI, for operators. Null if the service names none. */
  temporalUiUrl: string | null;
};

export type Session = {
  id: string;
  /** Whether this call uses it. */
  current: boolean;
  /** The browser's own name, at most 200 characters. */
  userAgent: string;
  keyId: string;
  createdAt: string;
  /** Last use, exact to one minute. */
  lastSeenAt: string;
  /** Its end if it is not used again. */
  idleExpiresAt: string;
  /** Its end at the latest. */
  expiresAt: string;
};

export type NewSigningKeyReply = {
  success: true;
  key: SigningKey;
  /** Secret for signatures. Only this reply shows it. */
  secret: string;
};

export type SigningKey = {
  id: string;
  name: string;
  createdAt: string;
};

export type SigningKeyList = {
  success: true;
  keys: SigningKey[];
};

export type SigningKeyReply = {
  success: true;
  key: SigningKey;
};

export type SigningKeyRequest = {
  name: string;
};

export type CountedValue = {
  value: string;
  /** Number of elements. */
  count: number;
};

export type ShownDiffSource = DiffSource & {
  /** The run's monitor. */
  monitorId?: string;
};

export type AlertCondition = {
  /** The name of a value of `capture.values`. */
  value: string;
  /** `below` and `above` compare a number, `equals` and `in` any value but a list. `changed` is any change, `changedBy` one by at least `than` since the last message. `contains` ignores case and `matches` takes an RE2 pattern; both search a text or a list. `appears` and `disappears` are about whether the page has the value. */
  is: ConditionKind;
  /** The other side of the comparison. `changedBy` takes a number, or a share such as "10%"; `in` takes a list. `changed`, `appears` and `disappears` have none. */
  than?: number | boolean | string | (number | string)[];
};

export type AlertTarget = {
  id: string;
  name: string;
  channels: Channel[];
  recipientIds: string[];
  tags: string[];
  allMonitors: boolean;
  /** Null for the usual wording. */
  template: MessageTemplate | null;
  createdAt: string;
  updatedAt: string;
};

export type AlertTargetList = {
  success: true;
  alertTargets: AlertTarget[];
};

export type AlertTargetPatch = {
  /** Small letters, digits and hyphens. */
  name?: string;
  /** Services that get each message. A change replaces the list. A channel with its `id` keeps its settings. */
  channels?: ChannelInput[];
  /** Recipients of this account. Each gets mails once its reader has confirmed. */
  recipientIds?: string[];
  /** Each monitor with one of these tags tells the target. */
  tags?: string[];
  /** Whether each monitor of the account tells the target. */
  allMonitors?: boolean;
  /** Replaces the present one. Null for the usual wording. */
  template?: MessageTemplate | null;
};

export type AlertTargetReply = {
  success: true;
  alertTarget: AlertTarget;
};

export type AlertTargetRequest = {
  /** Small letters, digits and hyphens. */
  name: string;
  /** Services that get each message. A change replaces the list. A channel with its `id` keeps its settings. */
  channels?: ChannelInput[];
  /** Recipients of this account. Each gets mails once its reader has confirmed. */
  recipientIds?: string[];
  /** Each monitor with one of these tags tells the target. */
  tags?: string[];
  /** Whether each monitor of the account tells the target. */
  allMonitors?: boolean;
  template?: MessageTemplate;
};

export type ConsoleLine = {
  at: string;
  level: "error" | "warning" | "info" | "log" | "debug";
  /** Who wrote it: a script, an error that no script caught, or the browser itself. */
  source: "script" | "exception" | "browser";
  /** Cut after 2,000 characters. */
  text: string;
  /** Address of the script. */
  url: string | null;
  /** Line in the script. */
  line: number | null;
  /** Column in the line. */
  column: number | null;
};

export type Har = {
  log: {
    version: "1.2";
    creator: {
      name: string;
      version: string;
    };
    pages: {
      startedDateTime: string;
      id: string;
      title: string;
      pageTimings: {
        /** Milliseconds; -1 without the phase. */
        onContentLoad: number;
        /** Milliseconds; -1 without the phase. */
        onLoad: number;
      };
    }[];
    entries: HarEntry[];
  };
};

export type HarEntry = {
  pageref: string;
  startedDateTime: string;
  /** Milliseconds. */
  time: number;
  request: HarEntryRequest;
  response: HarEntryResponse;
  cache: {
    comment?: string;
  };
  timings: {
    /** Milliseconds; -1 without the phase. */
    blocked: number;
    /** Milliseconds; -1 without the phase. */
    dns: number;
    /** Milliseconds; -1 without the phase. */
    connect: number;
    /** Milliseconds; -1 without the phase. */
    ssl: number;
    /** Milliseconds; -1 without the phase. */
    send: number;
    /** Milliseconds; -1 without the phase. */
    wait: number;
    /** Milliseconds; -1 without the phase. */
    receive: number;
  };
  _resourceType: string;
};

export type HarPair = {
  name: string;
  value: string;
};

export type MetCondition = {
  /** The name of a value of `capture.values`. */
  value: string;
  /** `below` and `above` compare a number, `equals` and `in` any value but a list. `changed` is any change, `changedBy` one by at least `than` since the last message. `contains` ignores case and `matches` takes an RE2 pattern; both search a text or a list. `appears` and `disappears` are about whether the page has the value. */
  is: ConditionKind;
  /** The other side of the comparison. `changedBy` takes a number, or a share such as "10%"; `in` takes a list. `changed`, `appears` and `disappears` have none. */
  than?: number | boolean | string | (number | string)[];
  /** The last value that could be read before; null if there was none. */
  before: ShownValue | null;
  /** The value of this run; null if the page has none. */
  after: ShownValue | null;
};

export type ShownValue = {
  /** A number, whether it is there, or the text, at most 200 characters. Null if there is none. */
  value: number | boolean | string | null;
  /** The words on the page. */
  text: string | null;
};

export type RunValues = {
  runId: string;
  /** Begin of the run. */
  at: string;
  /** Whether the run was a change. */
  changed: boolean;
  values: {
    [name: string]: ReadValue;
  };
};

export type RunValuesList = {
  success: true;
  values: RunValues[];
  nextCursor: string | null;
};

export type Baseline = {
  runId: string;
  setAt: string;
  /** `owner` chose it by `POST …/baseline`. `first_run` had no earlier baseline to be compared with. `rolling` follows the earlier baseline. */
  by: "owner" | "first_run" | "rolling";
  /** Whether the run was captured with the monitor's current address, capture and diff. Only then it can be the baseline again, until it expires. */
  comparable: boolean;
};

export type BaselineList = {
  success: true;
  baselines: Baseline[];
};

export type Batch = JobBase & {
  status: "queued" | "in_progress" | "completed" | "cancelled";
  /** Pages that were accepted. */
  total: number;
  /** Addresses that were refused. */
  refused: {
    index: number;
    url: string;
    error: BatchRefusal;
    message: string;
  }[];
  counts: JobCounts;
  /** Percent of the pages that have ended. */
  progress: number;
  hosts: HostFigures[];
};

export type BatchAccepted = {
  success: true;
  batch: string;
  /** Address of the batch's status. */
  statusUrl: string;
  results: BatchResult[];
  credits: Credits;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type BatchItem = {
  index: number;
  url: string;
  id: string;
  statusUrl: string;
  status: JobStatus;
  /** HTTP status of the page. */
  statusCode?: number;
  title?: string;
  error?: JobError;
};

export type BatchList = {
  success: true;
  batches: Batch[];
  nextCursor: string | null;
};

export type BatchReply = {
  success: true;
  batch: Batch;
};

export type BatchRequest = BatchRequestBase & {
  /** Pages to render with the same options: http or https, at most 2,048 characters each. An invalid, forbidden or repeated address is refused alone. */
  urls: string[];
  /** Ignored; a batch takes its pages from `urls`. */
  url?: string;
};

export type BatchResult = {
  /** Index in `urls`. */
  index: number;
  url: string;
  success: boolean;
  batch: string;
  /** The job, if the address was accepted. */
  id?: string;
  statusUrl?: string;
  error?: BatchRefusal;
  message?: string;
};

export type BatchWithItems = {
  success: true;
  batch: Batch;
  items: BatchItem[];
  nextCursor: string | null;
};

/** For each blocked kind: refused requests, rejected or closed dialogs, and hidden elements that were visible. */
export type Blocked = {
  ads?: number;
  cookieBanners?: number;
  chatWidgets?: number;
  popups?: number;
  accessibilityWidgets?: number;
};

export type Box = {
  /** Pixels from the left. */
  x: number;
  /** Pixels from the top. */
  y: number;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
};

export type CallToAction = {
  text: string;
  /** Absolute; null for buttons. */
  href: string | null;
  kind: "link" | "button" | "submit";
  /** Whether it has its own background. */
  filled: boolean;
  region: LinkRegion;
};

export type AlignedBlock = {
  /** First row in the picture before. Null if it has none of these rows. */
  before: number | null;
  /** First row in the picture after. Null if it has none of these rows. */
  after: number | null;
  height: number;
};

export type Change = {
  kind: ChangeKind;
  /** Id of what changed; for `usage` the account's id. */
  id: string;
  at: string;
  monitorId?: string;
};

export type Channel = {
  id: string;
  type: ChannelType;
  /** Host that messages are sent to. The rest of the address is write-only. */
  host: string;
};

export type ChannelInput = {
  type: ChannelType;
};

export type ChangedArea = Box & {
  differenceRatio: number;
  status: AreaStatus;
};

export type ColorToken = {
  role: "background" | "surface" | "text" | "mutedText" | "border" | "primary" | "secondary" | "link";
  hex: string;
  /** A custom property of the root that has this value. */
  variable: string | null;
};

export type Colors = {
  /** By role, the largest share first. */
  palette: PaletteColor[];
  theme: Theme;
  contrast: {
    /** The lowest ratio of any pair; null where no text could be measured. */
    lowest: number | null;
    /** Share of the measured characters that reach AA. */
    passing: number | null;
    /** Share of the visible characters on pictures or gradients. */
    unmeasured: number;
    /** The largest share first; shares are of the measured characters. */
    pairs: ContrastPair[];
  };
};

export type ComponentStyle = {
  /** Number of elements. */
  count: number;
  /** Words of the first that looks so. */
  sample: string | null;
  /** Null where it has none of its own. */
  background: string | null;
  color: string;
  /** Width, style and color of its top border. */
  border: string | null;
  radius: string;
  padding: string;
  shadow: string | null;
  /** The family that the page asks for first, whether or not it is here. */
  fontFamily: string;
  /** The family that drew its text here. Null if unknown or if no text asks for the family. */
  renderedWith: string | null;
  /** CSS pixels. */
  fontSize: number;
  fontWeight: number;
};

export type ContrastPair = {
  text: string;
  background: string;
  /** Contrast ratio of WCAG 2.x, two decimals. */
  ratio: number;
  /** At least 24 px, or 18.66 px in bold. WCAG requires less contrast then. */
  large: boolean;
  level: "AAA" | "AA" | "fail";
  share: number;
};

export type Cookie = {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  expires?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: SameSite;
};

export type Crawl = JobBase & {
  status: CrawlStatus;
  stopReason:
    | "no_more_pages"
    | "max_pages"
    | "max_duration"
    | "cancelled"
    | "out_of_credits"
    | "start_page_failed"
    | "robots_disallowed"
    | "robots_unreachable"
    | "terminated"
    | "internal_error"
    | null;
  url: string;
  /** Maximum number of pages to render. */
  maxPages: number;
  /** Maximum number of links from the start page; 0 renders the start page only. */
  maxDepth: number;
  /** Maximum number of pages at once. Host throttling may lower it. */
  maxConcurrentPages: number;
  /** After this time no page starts. Running pages finish. */
  maxDurationSeconds: number;
  /** `host`: the start's host, by http and https; `origin`: with its scheme too; `domain`: its registrable domain and all subdomains. */
  scope: CrawlScope;
  /** Globs of paths to crawl. The start page is always crawled. `*` and `?` match within a segment, `**` matches any number of segments. */
  includePaths: string[];
  /** Globs of paths not to crawl. They win over `includePaths`. */
  excludePaths: string[];
  /** Obey robots.txt (as `Watchframe`), its Crawl-delay, and `nofollow` of pages and links. */
  respectRobots: boolean;
  /** Also start from the site's sitemaps: those in robots.txt, else /sitemap.xml. */
  useSitemap: boolean;
  /** Take fragments that begin with `#/` or `#!` as pages of their own. Other fragments never count. */
  hashRoutes: boolean;
  options: ShownOptions;
  /** Number of pages found, in total and per status. */
  counts: {
    found: number;
    queued: number;
    inProgress: number;
    completed: number;
    failed: number;
    skipped: number;
  };
  pagesUrl: string;
};

export type CrawlList = {
  success: true;
  crawls: Crawl[];
  nextCursor: string | null;
};

export type CrawlPage = {
  /** Also the id of the page's job, if it has one. */
  id: string;
  url: string;
  /** Number of links from the start page. */
  depth: number;
  /** The page or sitemap with the link to it. Missing for the start page. */
  parentUrl?: string;
  status: CrawlPageStatus;
  /** Status address of its job, if it has one. */
  resultUrl?: string;
  /** Code of its failure or skip. */
  error?: RenderErrorCode | SkipReason;
  /** HTTP status of the page. 4xx and 5xx are not failures. */
  statusCode?: number;
  title?: string;
  completedAt?: string;
};

export type CrawlPageList = {
  success: true;
  pages: CrawlPage[];
  nextCursor: string | null;
};

export type CrawlReference = {
  success: true;
  id: string;
  statusUrl: string;
  pagesUrl: string;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type CrawlReply = {
  success: true;
  crawl: Crawl;
};

export type CrawlRequest = BatchRequestBase & {
  url: string;
  /** Maximum number of pages to render. */
  maxPages?: number;
  /** Maximum number of links from the start page; 0 renders the start page only. */
  maxDepth?: number;
  /** Maximum number of pages at once. Host throttling may lower it. */
  maxConcurrentPages?: number;
  /** After this time no page starts. Running pages finish. */
  maxDurationSeconds?: number;
  /** `host`: the start's host, by http and https; `origin`: with its scheme too; `domain`: its registrable domain and all subdomains. */
  scope?: CrawlScope;
  /** Globs of paths to crawl. The start page is always crawled. `*` and `?` match within a segment, `**` matches any number of segments. */
  includePaths?: string[];
  /** Globs of paths not to crawl. They win over `includePaths`. */
  excludePaths?: string[];
  /** Obey robots.txt (as `Watchframe`), its Crawl-delay, and `nofollow` of pages and links. */
  respectRobots?: boolean;
  /** Also start from the site's sitemaps: those in robots.txt, else /sitemap.xml. */
  useSitemap?: boolean;
  /** Take fragments that begin with `#/` or `#!` as pages of their own. Other fragments never count. */
  hashRoutes?: boolean;
};

export type Credits = {
  charged: number;
  refunded: number;
  net: number;
};

export type DelayedRequest = RenderRequestBase & {
  url: string;
  /** Time of the render, at most 366 days ahead. */
  scheduleAt: string;
};

export type Delivery = {
  /** For a webhook, its `webhook-id`. */
  id: string;
  channel: DeliveryChannel;
  type: DeliveryType;
  /** Id of its job, batch, crawl, schedule, monitor, recipient or sign-in; of a digest, the account. */
  resourceId: string;
  /** Name of the monitor that it is about. */
  resourceName?: string;
  /** The monitor's run that it is about, else null. */
  runId: string | null;
  status: DeliveryStatus;
  /** Whether a webhook has a secret. */
  signed?: boolean;
  /** The monitor's channel. */
  channelId?: string;
  /** Host of a channel. */
  host?: string;
  /** Masked address of an e-mail's reader. */
  emailMasked?: string;
  /** End of the monitor's quiet hours, which it waits for, else null. */
  notBefore: string | null;
  attempts: DeliveryAttempt[];
  replays: number;
  createdAt: string;
  completedAt: string | null;
  expiresAt: string;
};

export type DeliveryList = {
  success: true;
  deliveries: Delivery[];
  nextCursor: string | null;
};

export type DeliveryReply = {
  success: true;
  delivery: DeliveryReplyDelivery;
};

export type Design = {
  colors: ColorToken[];
  typography: Typography;
  spacing: {
    /** CSS pixels that most distances are a multiple of. */
    base: number | null;
    /** Smallest first. */
    scale: {
      /** CSS pixels. */
      value: number;
      /** Number of elements. */
      count: number;
    }[];
  };
  radii: CountedValue[];
  shadows: CountedValue[];
  /** Widths that media queries ask for, smallest first. */
  breakpoints: {
    /** CSS pixels. */
    width: number;
    bound: "min" | "max";
    /** Number of rules. */
    count: number;
  }[];
  cssVariables: {
    name: string;
    value: string;
    /** Null for those of the root. */
    selector: string | null;
  }[];
  components: {
    /** Most frequent first. */
    buttons: ComponentStyle[];
    /** Most frequent first. */
    inputs: ComponentStyle[];
    /** Most frequent first. */
    cards: ComponentStyle[];
  };
  motion: {
    durations: {
      milliseconds: number;
      /** Number of elements. */
      count: number;
    }[];
    easings: CountedValue[];
    /** Names of the animations that elements use. */
    animations: CountedValue[];
    /** Names of the animations that are declared. */
    keyframes: string[];
    /** Whether a rule asks for `prefers-reduced-motion`. */
    reducedMotion: boolean;
  };
  stylesheets: {
    /** Number of elements. */
    read: number;
    /** Style sheets of other origins, which scripts cannot read. */
    skipped: number;
  };
};

export type Diff = DiffBase & {
  result?: DiffResult;
};

export type DiffList = {
  success: true;
  diffs: ListedDiff[];
  nextCursor: string | null;
};

export type DiffPicture = PdfResultBase & {
  contentType: string;
  width: number;
  height: number;
  page?: PageInfo;
};

export type DiffReply = {
  success: true;
  diff: Diff;
  /** Milliseconds to wait before the next poll. */
  pollAfterMs?: number;
};

export type DiffRequest = {
  before: DiffSource;
  after: DiffSource;
  /** `pixel`: any difference of any pixel. `perceptual`: differences that a person sees. */
  mode?: DiffMode;
  visualization?: Visualization;
  /** Minimum ratio of `changed`. With 0, any difference that the mode counts. */
  threshold?: number;
  /** Areas to ignore, in pixels. A pixel is ignored if an area covers it in either picture. */
  ignoreRegions?: Box[];
  capture?: DiffRequestCapture;
  priority?: Priority;
  webhookUrl?: string;
  /** `whsec_` and the base64 of 24 to 64 bytes, the form that receivers' libraries accept; or another text; its bytes are the key (`{format: "raw"}` in the `standardwebhooks` package). */
  webhookSecret?: string;
};

export type DiffResult = DiffResultBase & {
  /** Changed areas, largest first. */
  regions: ChangedArea[];
  /** Which rows of the pictures belong together, from the top. Drawings and masks have these rows in this order. Missing if there are more than 512 blocks. */
  alignment?: AlignedBlock[];
};

/** Exactly one of `jobId`, `runId`, `url` and `imageUrl`. */
export type DiffSource = {
  /** A completed job of this account: its screenshot. */
  jobId?: string;
  /** A completed run of a monitor of this account: its picture. Needs the scope read or monitor. */
  runId?: string;
  /** A page, captured with the options of `capture`. */
  url?: string;
  /** A PNG, JPEG, WebP or GIF file of at most 20 MB. */
  imageUrl?: string;
};

export type FieldProblem = {
  field: string;
  message: string;
};

export type Font = {
  /** The family that the page asks for, whether or not it is here. Generic families are named as such. */
  family: string;
  /** The family that drew its text here. Null if unknown or if no text asks for the family. */
  renderedWith: string | null;
  /** Weights of its declared faces, with both ends of a range. Without faces, the weights in use. */
  weights: number[];
  styles: string[];
  sources: {
    url: string;
    /** `woff2`; null where nothing says so. */
    format: string | null;
  }[];
  /** Whether text can be drawn in it: a face is loaded, or it is installed. */
  loaded: boolean;
  /** Share of the visible characters that ask for it first. */
  usedBy: number;
};

export type Form = {
  /** Absolute. */
  action: string | null;
  method: "get" | "post" | "dialog" | null;
  label: string | null;
  fields: FormField[];
};

export type FormField = {
  name: string | null;
  /** Type of an input, else `select`, `textarea` or an ARIA role. */
  type: string;
  label: string | null;
  placeholder: string | null;
  required: boolean;
  autocomplete: string | null;
  /** How many there are to choose from: of a select, or of radio buttons with one name. */
  options: number | null;
};

export type Heading = {
  level: number;
  text: string;
  id: string | null;
};

export type HostFigures = {
  host: string;
  total: number;
  queued: number;
  in_progress: number;
  completed: number;
  failed: number;
  cancelled: number;
  /** Pages that the host answered with 429 or 503. */
  refusals: number;
  /** The time until which its waiting pages wait, because it answered 429 or 503; else null. */
  backedOffUntil: string | null;
  /** Mean milliseconds of its completed pages from browser to storage; null before the first. */
  averageMs: number | null;
};

export type Image = {
  /** Absolute address that the browser chose, or would load after scrolling. Null for inline SVG. */
  src: string | null;
  /** Null without the attribute, empty for a decorative picture. */
  alt: string | null;
  /** Size on the page in CSS pixels; 0 if it has no layout box. */
  width: number;
  height: number;
  /** CSS pixels of the picture itself. 0 if it did not load, null if unknown. */
  naturalWidth: number | null;
  naturalHeight: number | null;
  srcset: ImageCandidate[];
  loading: "eager" | "lazy";
  /** Whether a part of it is visible somewhere on the page, scrolled into view or not. */
  visible: boolean;
  kind: "img" | "picture" | "css" | "svg";
};

export type ImageCandidate = {
  url: string;
  /** Pixels of a `640w` descriptor. */
  width: number | null;
  /** Factor of a `2x` descriptor. 1 without a descriptor, null with a width. */
  density: number | null;
  /** `media` of its `<source>`. */
  media: string | null;
  /** `type` of its `<source>`. */
  type: string | null;
};

export type Incident = {
  id: string;
  type: IncidentType;
  status: "open";
  openedAt: string;
  /** The run that opened it. */
  runId: string;
  consecutiveFailures: number;
  /** With a fixed baseline: further changes that were notified while it was open, oldest first, the last 20. Each differs from the one before. */
  updates: IncidentUpdate[];
  /** Null if no message was sent, because the monitor was muted. */
  lastNotifiedAt: string | null;
  /** Time at which the owner acknowledged it, else null. */
  acknowledgedAt: string | null;
};

export type IncidentList = {
  success: true;
  incidents: PastIncident[];
};

export type Job = JobBase & {
  kind: JobKind;
  status: JobStatus;
  stage: JobStage;
  progress: number;
  url: string;
  options: ShownOptions;
  batchId?: string;
  scheduleId?: string;
  crawlId?: string;
  /** Number of starts: 1, plus 1 for each retry. */
  attempts: number;
  /** Whether `cache: true` found an identical render. Then the job shows its outputs and costs nothing. */
  cached: boolean;
  /** The time until which the queued job waits, because its host answered 429 or 503. Only `GET /status/{id}` has it. */
  backedOffUntil?: string;
  result?: JobResult;
  diff?: DiffResult;
  error?: JobError;
};

export type JobCounts = {
  queued: number;
  in_progress: number;
  completed: number;
  failed: number;
  cancelled: number;
};

export type JobError = {
  code: RenderErrorCode;
  message: string;
  retryable: boolean;
  /** The signs that were seen, for example `status 403`. Only some codes have them. */
  evidence?: string[];
  /** The browser's window when a step failed; dots stand for what was in fields. Only jobs and runs that failed as `step_failed` have it. */
  picture?: ScreenshotResult;
};

export type JobList = {
  success: true;
  jobs: Job[];
  nextCursor: string | null;
};

export type JobReference = {
  success: boolean;
  id: string;
  status: JobStatus;
  statusUrl: string;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type JobReply = {
  success: true;
  job: Job;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type JobResult = {
  page: PageInfo;
  timings: Timings;
  values?: {
    [name: string]: ReadValue;
  };
  screenshot?: ScreenshotResult;
  pdf?: PdfResult;
  recording?: RecordingResult;
  /** Pictures that `screenshot` of `steps` took, in their order. */
  stepPictures?: StepPicture[];
  metadata?: MetadataResult;
  markdown?: MarkdownResult;
  html?: HtmlResult;
  links?: LinksResult;
  images?: ImagesResult;
  videos?: VideosResult;
  fonts?: FontsResult;
  colors?: ColorsResult;
  structure?: StructureResult;
  design?: DesignResult;
  elements?: ElementsResult;
  console?: ConsoleResult;
  har?: HarResult;
  mhtml?: MhtmlResult;
};

export type Landmark = {
  role: "banner" | "navigation" | "main" | "complementary" | "contentinfo" | "search" | "form" | "region";
  /** Its name by `aria-labelledby`, `aria-label` or `title`. */
  label: string | null;
  /** Tag, in lower case. */
  element: string;
};

export type Link = {
  href: string;
  text: string;
  rel: string[];
  /** Whether the link has the same registrable domain as the page. */
  internal: boolean;
  nofollow: boolean;
  region: LinkRegion;
};

export type ListedDiff = DiffBase & {
  result?: ListedDiffResult;
};

/** Plain text with fields such as `{{monitor.name}}`. A part keeps its usual wording in messages that have no value for one of its fields. The fields are `monitor.name`, `monitor.tags`, `page.host`, `page.address`, `page.title`, `event.type`, `event.title`, `event.text`, `event.details`, `event.time`, `event.link`, `change.summary`, `change.words`, `change.share`, `change.areas`, `value.name`, `value.old`, `value.new`, `failure.reason`, `failure.code`, `failure.count`. */
export type MessageTemplate = {
  /** Subject of mails, and title of other messages. */
  title?: string;
  /** In place of all between the title and the page, the picture and the links. */
  text?: string;
};

export type Metadata = {
  title: string | null;
  description: string | null;
  canonical: string | null;
  lang: string | null;
  charset: string | null;
  viewport: string | null;
  robots: string | null;
  author: string | null;
  siteName: string | null;
  publishedTime: string | null;
  modifiedTime: string | null;
  keywords: string[];
  favicons: {
    href: string;
    type: string | null;
    sizes: string | null;
    rel: string;
  }[];
  openGraph: {
    [name: string]: string | string[];
  };
  twitter: {
    [name: string]: string | string[];
  };
  jsonLd: unknown[];
  feeds: {
    href: string;
    type: string;
    title: string | null;
  }[];
  hreflang: {
    href: string;
    lang: string;
  }[];
};

export type Monitor = MonitorSettings & {
  id: string;
  /** Host of the page, with a port that is not the scheme's own. The rest of the address is write-only. */
  host: string;
  /** Address of the page, if the account's setting `addresses` shows it; else missing. */
  pageUrl?: string;
  /** Title of the page in the last completed run; null before one. */
  pageTitle: string | null;
  /** Name of the monitor. */
  name: string;
  /** No mail, no webhook and no message to a channel is sent before this time, at most 366 days ahead; runs and incidents continue. Null: not muted. */
  mutedUntil: string | null;
  status: MonitorStatus;
  /** Settings that the monitor has by defaults of its tags or of the account. The other properties are its own. */
  inherited: InheritedSetting[];
  state: {
    kind:
      | "ok"
      | "changed"
      | "failing"
      | "down"
      | "no_first_capture"
      | "first_capture"
      | "paused"
      | "out_of_credits"
      | "plan_limit"
      | "page_gone";
    /** The state in words, such as `Failing 1 of 3`. */
    text: string;
    /** Failed runs since the last completed one. */
    failures: number;
    /** Why it is in this state, for example the error of the last run. Null if `kind` says it. */
    reason: string | null;
  };
  baselineRunId: string | null;
  nextRunAt: string | null;
  lastRunAt: string | null;
  /** The time until which runs wait, because the host answered 429 or 503. Only replies to `GET` have it, for active monitors. */
  backedOffUntil?: string;
  incident: Incident | null;
  /** The last 20 runs, newest first, confirming runs included. An old one may have expired. */
  recentRuns: RecentRun[];
  /** The sitemap that made the monitor; null for others. */
  sitemapId: string | null;
  /** Time at which a sync paused the monitor, as its page left the sitemap; else null. */
  missingSince: string | null;
  createdAt: string;
  updatedAt: string;
};

export type MonitorAlerts = {
  email: {
    account: boolean;
    recipientIds: string[];
  };
  webhook: {
    configured: boolean;
    /** Whether there is a secret. */
    signed: boolean;
  };
  channels: Channel[];
  /** How mails are collected: one mail of all the account's monitors at each full hour, or at 8 in the morning in the account's time zone. Webhooks and channels are not collected. */
  digest: AlertDigest;
  /** Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent. */
  notifyRecovery: boolean;
  /** Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too. */
  targetIds: string[];
  /** Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none. */
  quietHours: QuietHours | null;
  [name: string]: unknown;
};

export type MonitorCapture = MonitorCaptureBase & {
  cookies?: {
    name: string;
    domain?: string;
    path?: string;
    httpOnly?: boolean;
    secure?: boolean;
    sameSite?: SameSite;
  }[];
  [name: string]: unknown;
};

export type MonitorError = {
  success: false;
  error: string;
  type: ErrorType;
  code: string;
  retryable: boolean;
  fields?: FieldProblem[];
  credits?: Credits;
};

export type MonitorList = {
  success: true;
  monitors: Monitor[];
  nextCursor: string | null;
  total: number;
};

export type MonitorPatch = MonitorSitemapPatchMonitor & {
  /** Name of the monitor. */
  name?: string;
  url?: string;
};

export type MonitorReply = {
  success: true;
  monitor: Monitor;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type MonitorRequest = MonitorTemplate & {
  /** Name of the monitor. */
  name: string;
  url: string;
};

export type MonitorRun = {
  id: string;
  monitorId: string;
  status: RunStatus;
  trigger: RunTrigger;
  reason?: "overlap" | "no_credits" | "paused";
  credits: Credits;
  createdAt: string;
  expiresAt: string;
  comparedToRunId?: string;
  /** Missing without a comparison of pictures. */
  differenceRatio?: number;
  /** Changed areas. Missing without a comparison of pictures. */
  regionCount?: number;
  result?: RunResult;
  error?: JobError;
  startedAt?: string;
  completedAt?: string;
};

export type MonitorSitemap = {
  id: string;
  name: string;
  /** Host of the sitemap, with a port that is not the scheme's own. The rest of the address is write-only. */
  host: string;
  status: "active" | "paused" | "deleted";
  /** Globs of paths to watch; without any, all. `*` and `?` match within a segment, `**` matches any number of segments. */
  includePaths: string[];
  /** Globs of paths not to watch. They win over `includePaths`. */
  excludePaths: string[];
  /** Maximum number of monitors. More pages are counted in `overLimit`. A lower limit removes no monitor. */
  maxMonitors: number;
  /** Minutes between two readings of the sitemap. */
  syncIntervalMinutes: number;
  monitor: MonitorSettings;
  counts: {
    /** Its active monitors. */
    active: number;
    /** Its monitors that were paused by hand. */
    paused: number;
    /** Its monitors that are paused because their pages are gone. */
    gone: number;
    /** Pages of the last sync beyond a limit. */
    overLimit: number;
  };
  /** Whether a sync was asked for or runs. */
  syncing: boolean;
  /** Null before the end of the first sync. */
  lastSync: {
    at: string;
    /** Pages that may be watched. */
    pages: number;
    /** Monitors that were made. */
    added: number;
    /** Monitors that were paused, as their pages are gone. */
    paused: number;
    /** Monitors that were resumed, as their pages are back. */
    resumed: number;
    /** Pages beyond `maxMonitors` or the plan's number of monitors. */
    overLimit: number;
    error?: SyncProblem;
  } | null;
  /** Null while paused. */
  nextSyncAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** The body of `POST /render/monitors` without `name` and `url`. Each new monitor gets these settings. */
export type MonitorTemplate = MonitorTemplateBase & {
  /** Minutes between runs. Give either `intervalMinutes` or `cron`. */
  intervalMinutes?: number;
  capture?: MonitorCaptureInput;
  diff?: MonitorDiffInput;
  alerts?: MonitorAlertsInput;
};

export type MonitorSitemapList = {
  success: true;
  sitemaps: MonitorSitemap[];
  nextCursor: string | null;
};

export type MonitorSitemapPatch = {
  name?: string;
  status?: WantedStatus;
  /** Globs of paths to watch; without any, all. `*` and `?` match within a segment, `**` matches any number of segments. */
  includePaths?: string[];
  /** Globs of paths not to watch. They win over `includePaths`. */
  excludePaths?: string[];
  /** Maximum number of monitors. More pages are counted in `overLimit`. A lower limit removes no monitor. */
  maxMonitors?: number;
  /** Minutes between two readings of the sitemap. */
  syncIntervalMinutes?: number;
  /** Changes of the settings that later monitors get. Present monitors stay as they are. */
  monitor?: MonitorSitemapPatchMonitor;
};

export type MonitorSitemapOrPlanReply = {
  success: true;
  /** Null after a dry run. */
  sitemap: MonitorSitemap | null;
  /** Null unless it was a dry run. */
  plan: SyncPlan | null;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type MonitorSitemapReply = {
  success: true;
  sitemap: MonitorSitemap;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type MonitorSitemapRequest = {
  /** A sitemap, an index of sitemaps or a text file of addresses, plain or gzipped. */
  sitemapUrl: string;
  monitor: MonitorTemplate;
  /** Default: the sitemap's host. */
  name?: string;
  /** Globs of paths to watch; without any, all. `*` and `?` match within a segment, `**` matches any number of segments. */
  includePaths?: string[];
  /** Globs of paths not to watch. They win over `includePaths`. */
  excludePaths?: string[];
  /** Maximum number of monitors. More pages are counted in `overLimit`. A lower limit removes no monitor. */
  maxMonitors?: number;
  /** Minutes between two readings of the sitemap. */
  syncIntervalMinutes?: number;
  /** Reads the sitemap and replies with the plan. Makes nothing. */
  dryRun?: boolean;
};

export type NewMonitorReply = {
  success: true;
  monitor: Monitor;
  /** Price of the monitor's runs. */
  credits: {
    /** Credits of each run after the first. */
    perRun: number;
    /** Credits of the runs of 30 days. Captures that confirm a change, and runs by hand, come on top. */
    perMonth: number;
  };
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type SyncPlan = {
  /** Pages of the sitemap that may be watched: on its host, included and not excluded. */
  pages: number;
  /** Pages that would join. */
  add: number;
  /** The first 200 of them, in the sitemap's order. */
  addUrls: string[];
  /** Monitors that would pause, as their pages are gone. */
  pause: number;
  /** Monitors that would resume, as their pages are back. */
  resume: number;
  /** Monitors that stay, as the sitemap still has their pages. */
  keep: number;
  /** Pages beyond `maxMonitors` or the plan's number of monitors. */
  overLimit: number;
  /** Entries of other hosts, which are left out. */
  foreign: number;
  problems: SyncProblem[];
};

export type SyncRequest = {
  /** Replies with the plan. Changes nothing. */
  dryRun?: boolean;
};

export type OutlineEntry = {
  level: number;
  text: string;
  id: string | null;
  children: OutlineEntry[];
};

export type PageChange = {
  /** The id of its run. */
  id: string;
  monitorId: string;
  /** The run that found it. */
  runId: string;
  /** The monitor's name. */
  title: string;
  /** The change in one line, such as `€ 39.00 → € 34.00`, `+14 words` or `3.1 % of the picture`. */
  summary: string;
  state: PageChangeState;
  baselineMode: BaselineMode;
  openedAt: string;
  /** Null while it is unseen. */
  seenAt: string | null;
  /** Id of the key that marked it as seen; `alert_link` for a link of a message. Null while it is unseen. */
  seenBy: string | null;
  /** Null while it is unseen. */
  decision: "seen" | "accepted" | "kept" | null;
  /** Words of the account about it. */
  note: string | null;
  /** Signed address of a picture of the changed part before and after; needs no key, expires after 24 hours. Null without such a picture. */
  pairUrl: string | null;
  /** Signed address of a page that shows this change to people without a key. Expires after 30 days. */
  reviewUrl: string;
};

export type PageChangeIds = {
  ids: string[];
};

export type PageChangeList = {
  success: true;
  changes: PageChange[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** Changes that match the filters. */
  total: number;
};

export type PageChangePatch = {
  /** Null removes the note. */
  note: string | null;
};

export type PageChangeReply = {
  success: true;
  change: PageChange;
};

export type PageChangesReply = {
  success: true;
  changes: PageChange[];
};

export type PageInfo = {
  /** Cut after 8,192 characters. */
  finalUrl: string;
  statusCode: number;
  /** Cut after 1,000 characters. */
  title: string;
  /** Cut after 256 characters. */
  contentType: string;
  redirects: Redirect[];
  /** Seconds of the page's Retry-After header, if it has one. */
  retryAfter?: number;
  /** True if waitUntil was never reached and the page was captured at the deadline. */
  timedOut?: boolean;
  blocked?: Blocked;
  /** How each of the request's `steps` went. Missing without any, and in lists. */
  steps?: StepResult[];
  frames?: FramesRead;
  /** Options that did not work on this page, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type PaletteColor = {
  hex: string;
  role: "background" | "text" | "border" | "accent";
  /** background: share of the page's area (pictures are the rest); text: share of the visible characters; border: share of the area of all borders; accent: share of the area of links and buttons with their own color. */
  share: number;
};

export type PastIncident = {
  id: string;
  type: IncidentType;
  /** The run that opened it. */
  runId: string;
  openedAt: string;
  /** Null while it is open. */
  closedAt: string | null;
  /** With a fixed baseline: further changes that were notified while it was open, oldest first, the last 20. Each differs from the one before. */
  updates: IncidentUpdate[];
  /** Why it closed: for a change as in `monitor.change_recovered`, or `changed_again` if the next change opened another; for a failure `captured`; for an expectation `expected`. Null while it is open. */
  reason:
    | "restored"
    | "stayed"
    | "below_threshold"
    | "baseline_chosen"
    | "baseline_renewed"
    | "captured"
    | "expected"
    | "changed_again"
    | "condition_ended"
    | null;
};

export type PdfResult = PdfResultBase & {
  pages: number;
  location?: string;
};

export type ReadValue = {
  /** Null if it could not be read. `reason` says why. */
  value: number | boolean | string | string[] | null;
  /** The words on the page, at most 200 characters. Null if there are none. */
  text: string | null;
  /** Why `value` is null. `not_found`: the page has nothing there. `too_long`: it exceeds the limit of characters or entries. `invalid_selector`: the browser refuses the selector. `search_failed`: the search for the pattern or the path took too long. `no_json`: the page is no JSON, or has over a million characters. `too_complex`: the path asks for too much work. `page_changed`: the page hindered the reading. Numbers: `no_number`, `several_numbers`, `range`, and `ambiguous_number` if the page does not tell what 1.299 is. Products: `several_products`, `several_prices`, `several_currencies`, `several_availabilities` and `unknown_availability`. */
  reason?: string;
};

export type RecordingResult = PdfResultBase & {
  format: RecordingFormat;
  width: number;
  height: number;
  seconds: number;
  location?: string;
};

export type BulkReply = {
  success: true;
  done: number;
  failed: number;
  /** One for each operation, in their order. */
  results: BulkResult[];
};

export type BulkRequest = {
  operations: {
    action: "create" | "change" | "pause" | "resume" | "delete";
    /** The monitor. Not for `create`. */
    id?: string;
    /** For `create`: the body of `POST /render/monitors`. */
    monitor?: {
      [name: string]: unknown;
    };
    /** For `change`: the body of `PATCH /render/monitors/{id}`. */
    change?: {
      [name: string]: unknown;
    };
  }[];
};

export type BulkResult = {
  /** Position in `operations`. */
  index: number;
  success: boolean;
  /** Status of the same call for one monitor. */
  status: number;
  monitor?: Monitor;
  warnings?: FieldProblem[];
  /** Missing if it was done. */
  problem?: MonitorError;
};

export type Feed = {
  id: string;
  /** Address of the feed. It works without a key until the feed is deleted. */
  url: string;
  /** Null for monitors with any tag. */
  tag: string | null;
  /** Null for all monitors. */
  monitorId: string | null;
  createdAt: string;
};

export type FeedList = {
  success: true;
  feeds: Feed[];
};

export type FeedReply = {
  success: true;
  feed: Feed;
};

export type FeedRequest = {
  /** Only monitors with this tag. */
  tag?: string;
  /** Only this monitor. */
  monitorId?: string;
};

export type Secret = {
  name: string;
  /** Monitors, watched sitemaps, schedules, presets and sign-ins that name the secret. Single renders are not listed. */
  usedBy: {
    type: "monitor" | "sitemap" | "schedule" | "preset" | "sign_in";
    /** The id of the resource, or the name of a preset or sign-in. */
    id: string;
  }[];
  createdAt: string;
  updatedAt: string;
};

export type SecretList = {
  success: true;
  secrets: Secret[];
};

export type SecretReply = {
  success: true;
  secret: Secret;
};

export type SecretRequest = {
  /** Small letters, digits and hyphens. */
  name: string;
  /** No reply shows it. It has no line breaks and no other control characters. */
  value: string;
};

/** The sign of a page behind the log-in: one of `selector`, `text` and `address`. Every such page has it. */
export type SignedIn = {
  /** CSS selector of an element that becomes visible. */
  selector?: string;
  /** A part of a text that becomes visible, in any case. */
  text?: string;
  /** A part of the page's address, such as `/account`. With `https://` or `http://` in front it is the beginning of the address. */
  address?: string;
};

export type Proxy = {
  id: string;
  name: string;
  scheme: "http" | "https" | "socks5";
  /** Host and port of the proxy. User and password are write-only. */
  host: string;
  resolves: NameResolution;
  country: string | null;
  note: string | null;
  /** The last test that ended. Null before the first. */
  lastTest: ProxyTest | null;
  createdAt: string;
  updatedAt: string;
};

export type ProxyList = {
  success: true;
  proxies: Proxy[];
};

export type ProxyPatch = {
  /** Address of the proxy: `http://`, `https://` or `socks5://`, and `user:password@` if it asks for them. Write-only. */
  url?: string;
  /** Who resolves the names of hosts. `here`: the service, which checks the address and asks the proxy for it. `proxy`: the proxy gets the name, and its address can't be checked. */
  resolves?: NameResolution;
  country?: string | null;
  note?: string | null;
};

export type ProxyReply = {
  success: true;
  proxy: Proxy;
};

export type ProxyRequest = {
  /** Small letters, digits and hyphens. */
  name: string;
  /** Address of the proxy: `http://`, `https://` or `socks5://`, and `user:password@` if it asks for them. Write-only. */
  url: string;
  /** Who resolves the names of hosts. `here`: the service, which checks the address and asks the proxy for it. `proxy`: the proxy gets the name, and its address can't be checked. */
  resolves?: NameResolution;
  /** The country of the exit by ISO 3166, such as DE. For people: the service does not check it. */
  country?: string;
  /** A remark for people. */
  note?: string;
};

export type ProxyTest = {
  at: string;
  /** Whether the page answered, with whatever status. */
  ok: boolean;
  /** Status of the page. Null if it did not answer. */
  statusCode: number | null;
  milliseconds: number;
  /** Why the page did not answer. Null after a success. */
  problem: string | null;
};

export type ProxyTestRequest = {
  /** The page to fetch through the proxy, such as one that shows your address. */
  url: string;
};

export type SignIn = {
  id: string;
  name: string;
  /** Host of the log-in page. The rest of its address is write-only. */
  host: string;
  signedIn: SignedIn;
  hasTotp: boolean;
  renewAfter: number | null;
  proxy: string | null;
  /** `pending` before the first try. A failed one is tried again by itself. */
  status: "pending" | "signed_in" | "failed";
  /** The last success. */
  renewedAt: string | null;
  /** Null after a success. */
  failure: {
    code: RenderErrorCode;
    message: string;
    at: string;
    /** Failed tries in a row. */
    tries: number;
  } | null;
  /** The next try that is planned. Null if none is. */
  nextTryAt: string | null;
  /** The page at the end of the last try. Null before the first. */
  picture: {
    /** Signed address of a JPEG; needs no key, expires after 24 hours. */
    url: string;
    expiresAt: string;
    takenAt: string;
  } | null;
  createdAt: string;
};

export type SignInList = {
  success: true;
  signIns: SignIn[];
};

export type SignInReply = {
  success: true;
  signIn: SignIn;
};

export type SignInPatch = {
  /** Address of the log-in page. Captures of its site may use the sign-in. */
  url?: string;
  /** The steps that sign in. `{{secret:name}}` and `{{totp}}` stand for values in `fill`. */
  steps?: Step[];
  signedIn?: SignedIn;
  /** The seed of the one-time codes of RFC 6238: an `otpauth://totp/` address or base32. */
  totp?: string;
  renewAfter?: number | null;
  proxy?: string | null;
};

export type SignInRequest = {
  /** Small letters, digits and hyphens. */
  name: string;
  /** Address of the log-in page. Captures of its site may use the sign-in. */
  url: string;
  /** The steps that sign in. `{{secret:name}}` and `{{totp}}` stand for values in `fill`. */
  steps: Step[];
  signedIn: SignedIn;
  /** The seed of the one-time codes of RFC 6238: an `otpauth://totp/` address or base32. */
  totp?: string;
  /** Minutes after which the sign-in is renewed in any case. Default: only when a capture is signed out. */
  renewAfter?: number;
  /** Name of a proxy of the account. The service signs in through it; captures name their own. */
  proxy?: string;
};

export type Preset = {
  name: string;
  options: PresetOptions;
  /** Set options that no reply shows. */
  hidden: ("css" | "script" | "steps")[];
  createdAt: string;
  updatedAt: string;
};

export type PresetList = {
  success: true;
  presets: Preset[];
  nextCursor: string | null;
};

export type PresetPatch = {
  /** Options that are not given stay as they are. Null removes one. */
  options: PresetPatchOptions;
};

export type PresetReply = {
  success: true;
  preset: Preset;
};

export type PresetRequest = {
  name: string;
  options: PresetOptionsInput;
};

export type Recipient = {
  id: string;
  /** Only the reply to a deletion has `deleted`. */
  status: "pending" | "verified" | "suppressed" | "deleted";
  createdAt: string;
  /** Like `an***s@e***.com`. Masks of one account differ. The account's own domain is not masked. */
  emailMasked: string;
  /** The whole address, only in a reply to a browser's session. A key never gets it. */
  email?: string;
  verifiedAt?: string;
  suppressionReason?: "bounce" | "complaint" | "inactive" | "unsubscribed";
};

export type RecipientList = {
  success: true;
  recipients: Recipient[];
  /** One page has all recipients. */
  nextCursor: null;
};

export type RecipientReply = {
  success: true;
  recipient: Recipient;
};

export type RecipientRequest = {
  /** The address without a name. An international domain is in ASCII form. */
  email: string;
};

export type RecurringRequest = DelayedRequestBase & {
  url: string;
  /** Minute, hour, day of month, month and day of week (0 to 7, Sunday is 0 and 7), in UTC; each `*`, one number, or `* /n`. When both day fields are numbers, either may match. Give either `pattern` or `cron`. */
  pattern?: string;
  /** The same five fields in `timezone`. Each may also be a name (`MON`, `JAN`), a range (`9-17`), a step of a range (`9-17/2`), or a list (`1,15`). When neither day field begins with `*`, either may match. */
  cron?: string;
  /** IANA name of the time zone of `cron`, such as `Europe/Berlin`. Default: UTC. */
  timezone?: string;
  /** No render is started after this time. */
  endDate?: string;
  /** Number of renders after which the schedule is completed. */
  limit?: number;
};

/** The frames that text, Markdown, links and values were read from, too. Missing if the page shows none, or if none of these was asked for. */
export type FramesRead = {
  /** Frames that were read. */
  read: number;
  /** Frames that were not read: those of advertisements and of checks for robots, those beyond 20, those that do not fit into a million characters, those more than three levels deep, and those that did not answer in time. */
  leftOut?: {
    noContent?: number;
    tooMany?: number;
    tooLarge?: number;
    tooDeep?: number;
    unanswered?: number;
  };
};

export type Redirect = {
  /** Cut if the addresses of all redirects have more than 8,192 characters. */
  url: string;
  statusCode: number;
};

export type RecentRun = {
  id: string;
  status: RunStatus;
  trigger: RunTrigger;
  /** Null without a comparison of pictures. */
  differenceRatio: number | null;
  changed: boolean;
  transient: boolean;
  unconfirmed: boolean;
  /** Why a failed run failed. Missing for others. */
  error?: {
    code: RenderErrorCode;
    message: string;
  };
  /** The first of the run's values that is a number. Missing without one. */
  number?: {
    /** Name of the value. */
    name: string;
    value: number;
    /** The words on the page; null if there are none, or more than 40 characters. */
    text: string | null;
  };
  createdAt: string;
};

export type RegionChange = {
  selector: string;
  /** Its name or heading. For a line of text or a card without one, its first words. */
  label: string;
  /** Its label in the baseline, if that differs. */
  previousLabel?: string;
  /** Label of the smallest named region that contains it. */
  within?: string;
  role: string;
  /** The most important of `changes`: `changed`, then `resized`, then `moved`. */
  status: RegionStatus;
  /** All changes of this region. Each region is listed once. */
  changes: RegionStatus[];
  /** Share of its area that changed. */
  differenceRatio: number;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type RenderRequest = RenderRequestBase & {
  url?: string;
  /** HTML document to render in place of `url`. Its requests follow the same rules as those of any page. At most 1000 kB in UTF-8. */
  html?: string;
  /** Address that the document of `html` has: relative addresses start from it, and its origin is the page's. Without it the page has an origin of its own, which no site shares. */
  baseUrl?: string;
  /** Place, selector and role of the elements that a visitor sees, for picking one on the picture. Never the contents of fields. */
  extractElements?: boolean;
  /** The page of `html` with its files in one MHTML file, which is saved and not shown. Pages of others are not given as one, as their scripts might run where it is opened. */
  extractMhtml?: boolean;
};

export type RetriedJobs = {
  success: true;
  retried: number;
  skipped: number;
  jobs: JobReference[];
  /** The first 100 skipped jobs, newest first, with the reason. */
  skippedJobs: SkippedJob[];
};

export type RunArea = ChangedArea & {
  /** Label of the smallest region that contains it, or of the region or text that was added or removed there. Missing if no regions are recorded or none contains it. */
  region?: string;
};

export type RunList = {
  success: true;
  runs: MonitorRun[];
  nextCursor: string | null;
};

export type RunReply = {
  success: true;
  run: MonitorRun;
};

export type RunResult = {
  /** Whether the change was confirmed and reached the threshold. With `alertWhen`: whether conditions alerted, whatever else changed. */
  changed: boolean;
  /** True if the confirming capture no longer showed the change. */
  transient?: boolean;
  /** True if the confirming capture failed, so it is unknown whether the change is real. */
  unconfirmed?: boolean;
  /** True if the page differs from the baseline by less than the threshold. The next message about the monitor says so. */
  belowThreshold?: boolean;
  /** False with `changeOn` `text` or `values`: the pictures were not compared, and the run has no figures about them. */
  pictureCompared?: boolean;
  /** Host of the address that the page led to, if the baseline's page led to none or to another host. It may be the page's own host. */
  redirectedTo?: string;
  differenceRatio?: number;
  threshold?: number;
  changedPixels?: number;
  comparedPixels?: number;
  /** Conditions of `alertWhen` that alerted, each with its value before and after. Missing without `alertWhen`, and in the first run. */
  conditions?: MetCondition[];
  regions?: RunArea[];
  regionsTruncated?: boolean;
  /** Areas that this comparison left out: rectangles, and elements in the run's picture. Missing without `capture.ignoreRegions`. */
  ignoredRegionCount?: number;
  /** Which rows of the pictures belong together, from the top. Drawings and masks have these rows in this order. Missing if there are more than 512 blocks. */
  alignment?: AlignedBlock[];
  /** Regions of the page that differ: first added, then removed, changed, resized and moved ones. */
  pageRegions?: RegionChange[];
  text?: {
    /** Whether words were added or removed; with `onlyAdded` or `onlyRemoved`, whether words of that kind were. */
    changed: boolean;
    addedWords: number;
    removedWords: number;
    /** The first 20 added or removed passages, in the order of the text. With `onlyAdded` or `onlyRemoved`, those of that kind. */
    changes: {
      change: "added" | "removed";
      /** At most 200 characters. An ellipsis marks what was left out. */
      words: string;
    }[];
    /** Unified difference of the lines, after `ignoreText`; empty if no word changed. Null above 64 kB, and in lists: read `diffOutput`. */
    diff: string | null;
    diffOutput?: TextOutput;
  };
  baselineRunId: string | null;
  /** Missing for a run without a picture. */
  screenshot?: ScreenshotResult;
  baselineScreenshot?: ScreenshotResult;
  visualization?: ScreenshotResult;
  mask?: ScreenshotResult;
  markdown?: TextOutput;
  page: {
    statusCode: number;
    title: string;
    contentType: string;
    /** How each of `capture.steps` went. Missing without any, and in lists. */
    steps?: StepResult[];
    frames?: FramesRead;
    /** The server answered 304, so the run has the text and values of the run before. Missing for other answers. */
    notModified?: true;
    /** Options that did not work on this page, with the reason. Missing if there are none. */
    warnings?: FieldProblem[];
  };
  /** Pictures that `screenshot` of `steps` took, in their order. */
  stepPictures?: StepPicture[];
  values?: {
    [name: string]: ReadValue;
  };
};

export type Schedule = {
  id: string;
  type: ScheduleType;
  status: ScheduleStatus;
  url: string;
  scheduleAt?: string;
  /** Pattern in UTC. Missing if the schedule has `cron`. */
  pattern?: string;
  cron?: string;
  /** Time zone of `cron`. */
  timezone?: string;
  endDate?: string;
  limit?: number;
  /** Missing if no render is planned. */
  nextRunAt?: string;
  /** The next 5 renders at most. Empty if no render is planned. */
  nextRuns: string[];
  /** Renders started so far; skipped ones do not count. */
  runCount: number;
  lastRunAt?: string;
  lastJobId?: string;
  createdAt: string;
};

export type ScheduleChange = {
  status: WantedStatus;
};

export type ScheduleList = {
  success: true;
  schedules: Schedule[];
  /** Number of matching schedules on all pages. */
  total: number;
};

export type ScheduleReply = Schedule & {
  success: true;
  /** Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none. */
  warnings?: FieldProblem[];
};

export type ScreenshotRequest = DiffRequestCapture & {
  url?: string;
  format?: ImageFormat;
  /** Quality of a jpg. */
  quality?: number;
  /** Leave the page's default background transparent. Needs format png. */
  omitBackground?: boolean;
  /** HTML document to render in place of `url`. Its requests follow the same rules as those of any page. At most 1000 kB in UTF-8. */
  html?: string;
  /** Address that the document of `html` has: relative addresses start from it, and its origin is the page's. Without it the page has an origin of its own, which no site shares. */
  baseUrl?: string;
  /** Name of a preset. Its options count as given, except those that this request gives itself. */
  preset?: string;
  /** Captures of a higher priority start first among those that wait. */
  priority?: Priority;
  /** Reuse the account's newest identical render (same url, options, headers and cookies) of the last 24 hours, at no charge. `cacheTtl` makes that shorter. Without `cache` the page is always rendered. Identical renders that run at the same time are each rendered. */
  cache?: boolean;
  /** Seconds that a render of the cache may be old, with `cache`. Default: 24 hours. */
  cacheTtl?: number;
  /** A text that keeps renders apart in the cache, with `cache`: another text makes another render, such as the version of your page. */
  cacheKey?: string;
};

export type ScreenshotResult = PdfResultBase & {
  format: ImageFormat;
  width: number;
  height: number;
  location?: string;
  /** Names of the parts that were truncated. */
  truncated?: string[];
};

export type StepPicture = ScreenshotResult & {
  /** The name that the step gave. */
  name: string;
};

export type Section = {
  /** Tag, in lower case. The heading's tag if no element wraps the part. */
  element: string;
  id: string | null;
  label: string | null;
  heading: string | null;
  /** Level of its heading. */
  level: number | null;
  /** Characters of its visible text. */
  characters: number;
};

export type ShownOptions = ShownOptionsBase & {
  pdf?: ShownOptionsPdf;
  /** Place, selector and role of the elements that a visitor sees, for picking one on the picture. Never the contents of fields. */
  extractElements?: boolean;
  /** Also store every output in the caller's object storage, by the `storage_…` fields. Needs storage_provider, storage_bucket and both keys. A render that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect. */
  store?: boolean;
  /** `s3` is AWS, or with storage_endpoint any S3-compatible service. */
  storage_provider?: StorageProvider;
  /** Key of each output, at most 1,024 bytes with its values: `{id}` the job's id; `{name}` the output's name (screenshot, metadata, markdown …); `{ext}` the output's file ending (jpg, png, json, html, md); `{host}` the page's host; `{date}` the day, 2026-11-21; `{year}` 2026; `{month}` 11; `{day}` 21; `{time}` the time of day, 093005. A path that ends in / is a folder. If two outputs had the same key, the picture keeps it and the others get their name and extension added: `home.jpg`, `home.jpg.metadata.json`. Default: `{host}/{date}/{id}-{name}.{ext}`. */
  storage_path?: string;
  /** Name of an existing bucket. */
  storage_bucket?: string;
  /** https address of the S3 API. Needed for r2 (`https://<account id>.r2.cloudflarestorage.com`); s3 and b2 derive it from storage_region. */
  storage_endpoint?: string;
  /** Region of the bucket. Needed for b2 (such as us-west-004) unless the endpoint names it. Default: us-east-1 for s3, auto for r2. */
  storage_region?: string;
  /** Public host of the bucket's objects, with an optional path before the key (`cdn.example.com/shots`). Locations use it. */
  storage_public_domain?: string;
  /** Add `location` to each output of the result: its address under storage_public_domain, else under the endpoint. */
  storage_return_location?: boolean;
};

export type SkippedJob = {
  id: string;
  /** `not_retryable`: the same error would occur again. `expired`: its record is about to be removed. `already_running`: another call retried it first. `insufficient_credits`: not enough credits for this and further jobs. */
  reason: "not_retryable" | "expired" | "already_running" | "insufficient_credits";
};

export type StatusReply = {
  success: true;
  job: Job;
  /** Milliseconds to wait before the next poll. */
  pollAfterMs?: number;
};

export type Structure = {
  headings: Heading[];
  outline: OutlineEntry[];
  landmarks: Landmark[];
  sections: Section[];
  forms: Form[];
  tables: Table[];
  callsToAction: CallToAction[];
};

export type SubmitError = {
  success: false;
  error: string;
  type: ErrorType;
  message: string;
  fields?: FieldProblem[];
};

export type Table = {
  caption: string | null;
  /** Texts of its first header row. */
  headers: string[];
  /** Number of rows, headers included. */
  rows: number;
  columns: number;
};

export type TemplatePreview = {
  /** The title, before a channel cuts and escapes it. */
  title: string;
  /** The text in the same way, without the page and the links. */
  text: string;
  /** The message for each kind of channel. */
  messages: {
    channel: "email" | "slack" | "discord" | "teams" | "ntfy" | "telegram" | "apprise";
    /** The body of the request that sends it; of a mail, `subject`, `text` and `html`. */
    body: {
      [name: string]: unknown;
    };
  }[];
  /** Every field of templates. */
  fields: {
    name:
      | "monitor.name"
      | "monitor.tags"
      | "page.host"
      | "page.address"
      | "page.title"
      | "event.type"
      | "event.title"
      | "event.text"
      | "event.details"
      | "event.time"
      | "event.link"
      | "change.summary"
      | "change.words"
      | "change.share"
      | "change.areas"
      | "value.name"
      | "value.old"
      | "value.new"
      | "failure.reason"
      | "failure.code"
      | "failure.count";
    /** Its meaning. */
    about: string;
    /** Its value in the sample. Null if messages about such an event have none. */
    value: string | null;
  }[];
};

export type TemplatePreviewReply = {
  success: true;
  preview: TemplatePreview;
};

export type TemplatePreviewRequest = {
  template?: MessageTemplate;
  /** Event that the sample is about. */
  type?:
    | "monitor.change_detected"
    | "monitor.change_updated"
    | "monitor.change_recovered"
    | "monitor.failed"
    | "monitor.failure_recovered"
    | "monitor.expectation_broken"
    | "monitor.expectation_recovered"
    | "monitor.paused";
};

export type TextStyle = {
  element: "body" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
  /** The family that the page asks for first, whether or not it is here. */
  family: string;
  /** The family that drew its text here. Null if unknown or if no text asks for the family. */
  renderedWith: string | null;
  /** CSS pixels. */
  size: number;
  weight: number;
  /** Multiple of the font size. Null for `normal`. */
  lineHeight: number | null;
  color: string;
};

export type Timings = {
  /** Milliseconds. */
  queued: number;
  /** Milliseconds. */
  navigation: number;
  /** Milliseconds. */
  capture: number;
  /** Milliseconds. */
  extraction: number;
  /** Milliseconds. */
  upload: number;
  /** Milliseconds. */
  total: number;
};

export type Typography = {
  families: {
    /** The family that the page asks for first, whether or not it is here. */
    family: string;
    /** The family that drew its text here. Null if unknown or if no text asks for the family. */
    renderedWith: string | null;
    role: "body" | "heading" | "code" | "other";
    /** Share of the visible characters. */
    share: number;
  }[];
  /** Smallest first. */
  scale: {
    /** CSS pixels. */
    size: number;
    /** Share of the visible characters. */
    share: number;
  }[];
  weights: {
    weight: number;
    /** Share of the visible characters. */
    share: number;
  }[];
  lineHeights: {
    /** Multiple of the font size. Null for `normal`. */
    ratio: number | null;
    /** Share of the visible characters. */
    share: number;
  }[];
  styles: TextStyle[];
};

export type Video = {
  /** Absolute address of the file or the player. Null if a script feeds the player. */
  src: string | null;
  kind: "file" | "embed";
  /** Name of the player's provider, in lower case (`youtube`). Null if unknown. */
  provider: string | null;
  /** The provider's id of the video, if the address contains it. */
  id: string | null;
  poster: string | null;
  title: string | null;
  /** Width on the page in CSS pixels, else the declared width. */
  width: number | null;
  height: number | null;
  sources: {
    src: string;
    type: string | null;
  }[];
};

export type WebhookEvent = {
  id: string;
  type: EventType;
  timestamp: string;
  /** Details of the event. A monitor's event about a run has the run's figures, the `conditions` of `alertWhen` that alerted, its 20 largest `regions` and, if they are recorded, `pageRegions` and `text` with the first 20 changed passages like `GET /render/monitors/{id}/runs/{runId}`. `pairUrl` is a picture of the changed part before and after. `links` of a monitor's event has the addresses `see`, `review`, `accept`, `mute` and `pause`; a POST to the last three acts. `review` shows one change to people without a key. A body has at most 20,000 bytes: entries that do not fit are dropped from the end, and `regionsTruncated` or `pageRegionsTruncated` is true. The run has all of them. */
  data: {
    [name: string]: unknown;
  };
};

export type MetadataResult = ResultBase & {
  value?: Metadata;
};

export type MarkdownResult = ResultBase & {
  /** GitHub Flavored Markdown. */
  value?: string;
};

export type HtmlResult = ResultBase & {
  /** HTML. */
  value?: string;
};

export type LinksResult = ResultBase & {
  value?: Link[];
};

export type ImagesResult = ResultBase & {
  value?: Image[];
};

export type VideosResult = ResultBase & {
  value?: Video[];
};

export type FontsResult = ResultBase & {
  value?: Font[];
};

export type ColorsResult = ResultBase & {
  value?: Colors;
};

export type StructureResult = ResultBase & {
  value?: Structure;
};

export type DesignResult = ResultBase & {
  value?: Design;
};

export type ElementsResult = ResultBase & {
  value?: {
    /** Pixels of the picture per CSS pixel. */
    scale: number;
    /** The part of the page that its viewport shows. Other places count from the page's top left. */
    view: {
      /** CSS pixels. */
      x: number;
      /** CSS pixels. */
      y: number;
      /** CSS pixels. */
      width: number;
      /** CSS pixels. */
      height: number;
    };
    /** Elements of the document come first, then those of its open shadow trees, then those of its frames. */
    elements: {
      /** CSS selector that matches this element alone. Names that look written by hand come first. */
      selector: string;
      /** CSS selector of the frame that shows the element. `selector` is of the frame's own document. */
      frame?: string;
      /** The element is in an open shadow tree. `selector` is one for steps. */
      inShadow?: true;
      /** A selector of all elements of its kind, and how many match. */
      alike?: {
        selector: string;
        matches: number;
      };
      /** CSS pixels. */
      x: number;
      /** CSS pixels. */
      y: number;
      /** CSS pixels. */
      width: number;
      /** CSS pixels. */
      height: number;
      /** Index of the element around it in this list. -1 without one. */
      parent: number;
      /** In lower case. */
      tag: string;
      /** Its ARIA role. Missing without one. */
      role?: string;
      /** Its accessible name. Missing without one. */
      name?: string;
      /** The label of a field. Missing without one. */
      label?: string;
      /** The beginning of its text. The contents of fields are never read. */
      text?: string;
      /** The kind of entry that a visitor makes. Missing without a field. */
      takes?: "text" | "option" | "check";
    }[];
  };
};

export type ConsoleResult = ResultBase & {
  value?: ConsoleLine[];
};

export type HarResult = ResultBase & {
  value?: Har;
};

export type MhtmlResult = ResultBase & {
  /** The page with its files as MHTML (RFC 2557). */
  value?: string;
};

export type MonitorDefaultSettingsCapture = DiffRequestCaptureBase & {
  /** Viewport, CSS pixels. Default: 1280. */
  width?: number;
  /** Viewport, CSS pixels. Default: 720. */
  height?: number;
  /** Pixels of the picture for each CSS pixel. A device has its own. Default: 1. */
  deviceScaleFactor?: number;
  /** Colors that the page is asked for. Default: light. */
  theme?: Theme;
  /** Format of the delivered picture. Comparisons are lossless. */
  format?: ImageFormat;
  /** Quality of a jpg. */
  quality?: number;
  /** Leave the page's default background transparent. Needs format png. */
  omitBackground?: boolean;
  /** Seconds for the whole capture. The document must arrive two seconds before the end. The last 6 seconds (12 with `fullPage`), but at most 30 %, are reserved for the capture. Default: 30. */
  timeout?: number;
  /** When the page counts as loaded. Default: load. */
  waitUntil?: WaitUntil;
  /** Seconds to wait once the page is ready. At most half of `timeout`. Default: 0. */
  delay?: number;
  /** Refuse requests to advertising and tracking hosts of other sites, and hide the gaps. */
  blockAds?: boolean;
  /** Time zone of the page, such as Europe/Zurich. */
  timezone?: string;
  /** `print` applies the page's styles for paper. Default: screen. */
  media?: Media;
  /** Statuses such as 404 or "200-399" that the page may have. A run with another status fails as `page_status`: it is no change, and never becomes the baseline. Default: `["200-399"]`. A change holds from the next run on and keeps the baseline. */
  okStatus?: (number | string)[];
  /** Areas that runs leave out of the comparison: rectangles in pixels of the picture, or elements by a selector. A pixel is ignored if an area covers it in the run's picture or in its baseline's. A change holds from the next comparison on and keeps the baseline. */
  ignoreRegions?: IgnoredRegion[];
  /** Keep each run's main content as Markdown, and compare it by words with the baseline's. Addresses of links and pictures are left out. */
  text?: boolean;
  /** Patterns in RE2 syntax. What they match is removed from both texts before the comparison. `^` and `$` match at each line; `(?i)` ignores case. A change holds from the next comparison on and keeps the baseline. */
  ignoreText?: string[];
  /** Lines that only moved are no change of the text: items of a list, rows of a table, paragraphs. Needs `text: true`. A change holds from the next comparison on and keeps the baseline. */
  ignoreOrder?: boolean;
  /** Only added words are a change of the text. Replaced words count, as the new ones are added. Needs `text: true`, and excludes `onlyRemoved`. A change holds from the next comparison on and keeps the baseline. */
  onlyAdded?: boolean;
  /** Only removed words are a change of the text. Replaced words count, as the old ones are removed. Needs `text: true`, and excludes `onlyAdded`. A change holds from the next comparison on and keeps the baseline. */
  onlyRemoved?: boolean;
};

export type HarEntryRequest = {
  method: string;
  url: string;
  httpVersion: string;
  cookies: HarPair[];
  headers: HarPair[];
  queryString: HarPair[];
  headersSize: number;
  bodySize: number;
};

export type HarEntryResponse = {
  /** 0 if no reply came. */
  status: number;
  statusText: string;
  httpVersion: string;
  cookies: HarPair[];
  headers: HarPair[];
  content: {
    size: number;
    mimeType: string;
  };
  redirectURL: string;
  headersSize: number;
  bodySize: number;
  /** Bytes over the wire, with headers; -1 if unknown. */
  _transferSize: number;
  /** The browser's name of the failure. */
  _error?: string;
};

export type DeliveryReplyDelivery = Delivery & {
  /** The exact text of a webhook, else null. */
  body: string | null;
};

export type DiffRequestCapture = RecurringRequestBase & {
  headers?: RequestHeaders;
  cookies?: Cookie[];
  /** HTTP basic authentication. Sent with requests to the page's own origin only. */
  httpAuth?: HttpAuth;
  /** Time zone of the page, such as Europe/Zurich. */
  timezone?: string;
  /** Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8. */
  css?: string;
  /** JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8. */
  script?: string;
  /** Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`. */
  steps?: Step[];
};

export type ListedDiffResult = DiffResultBase & {
  /** Changed areas. `GET /render/diff/{id}` has them, and the alignment of the rows. */
  regionCount: number;
};

/** Changes of the settings that later monitors get. Present monitors stay as they are. */
export type MonitorSitemapPatchMonitor = MonitorTemplateBase & {
  /** Minutes between runs. Replaces `cron`. */
  intervalMinutes?: number;
  capture?: MonitorCaptureChange;
  diff?: MonitorDiffChange;
  alerts?: MonitorAlertsChange;
};

export type ShownOptionsPdf = {
  /** Size of the sheets. Default: the page's own size (`@page`), else a4. Excludes `width` and `height`. */
  format?: PaperFormat;
  /** Width of a sheet, 1 to 200 inches. Needs `height` or `fitOnePage`. */
  width?: string;
  /** Height of a sheet, 1 to 200 inches. Needs `width`. */
  height?: string;
  /** Print all on one sheet, as tall as the content and at most 200 inches. `width` or `format` gives its width. Excludes `height` and `pageRanges`. */
  fitOnePage?: boolean;
  /** Turn the sheets by 90 degrees. */
  landscape?: boolean;
  margin?: PdfMargin;
  /** Scale of the content. */
  scale?: number;
  /** Pages to keep, such as `1-3, 7`. */
  pageRanges?: string;
  /** Keep background colors and pictures. */
  printBackground?: boolean;
  /** Keep the structure, which screen readers need (tagged PDF). */
  tagged?: boolean;
  /** Add bookmarks made from the headings. Needs `tagged`. */
  outline?: boolean;
};

/** Fields that DelayedRequest and RenderRequest share. */
export type RenderRequestBase = DelayedRequestBase & {
  /** Time zone of the page, such as Europe/Zurich. */
  timezone?: string;
};

/** Fields that RecurringRequest and RenderRequestBase share. */
export type DelayedRequestBase = CrawlRequestBase & {
  /** Title, description, Open Graph, JSON-LD and other metadata. */
  extractMetadata?: boolean;
  /** Images of the page. */
  extractImages?: boolean;
  /** Videos of the page. */
  extractVideos?: boolean;
  /** Fonts that the page uses. */
  extractFonts?: boolean;
  /** Colors that the page uses. */
  extractColors?: boolean;
  /** Design tokens of the page. */
  extractDesign?: boolean;
  /** Messages of the page's console, and errors that no script caught. */
  extractConsole?: boolean;
  /** The page's requests as HAR 1.2, without bodies, cookies and log-ins. */
  extractHar?: boolean;
};

/** Fields that BatchRequest and CrawlRequest share. */
export type BatchRequestBase = CrawlRequestBase & {
  /** Time zone of the page, such as Europe/Zurich. */
  timezone?: string;
};

/** Fields that DelayedRequestBase and BatchRequestBase share. */
export type CrawlRequestBase = PresetOptionsBase & {
  headers?: RequestHeaders;
  cookies?: Cookie[];
  /** HTTP basic authentication. Sent with requests to the page's own origin only. */
  httpAuth?: HttpAuth;
  /** Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8. */
  css?: string;
  /** JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8. */
  script?: string;
  /** Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`. */
  steps?: Step[];
  /** Print the page as a PDF, as a further output. `{}` prints it with the defaults. Lengths have a unit: px, pt, mm, cm or in. */
  pdf?: PdfOptions;
  /** Name of a preset. Its options count as given, except those that this request gives itself. */
  preset?: string;
  webhookUrl?: string;
  /** `whsec_` and the base64 of 24 to 64 bytes, the form that receivers' libraries accept; or another text; its bytes are the key (`{format: "raw"}` in the `standardwebhooks` package). */
  webhookSecret?: string;
  /** Also store every output in the caller's object storage, by the `storage_…` fields. Needs storage_provider, storage_bucket and both keys. A render that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect. */
  store?: boolean;
  /** `s3` is AWS, or with storage_endpoint any S3-compatible service. */
  storage_provider?: StorageProvider;
  /** Key of each output, at most 1,024 bytes with its values: `{id}` the job's id; `{name}` the output's name (screenshot, metadata, markdown …); `{ext}` the output's file ending (jpg, png, json, html, md); `{host}` the page's host; `{date}` the day, 2026-11-21; `{year}` 2026; `{month}` 11; `{day}` 21; `{time}` the time of day, 093005. A path that ends in / is a folder. If two outputs had the same key, the picture keeps it and the others get their name and extension added: `home.jpg`, `home.jpg.metadata.json`. Default: `{host}/{date}/{id}-{name}.{ext}`. */
  storage_path?: string;
  /** Name of an existing bucket. */
  storage_bucket?: string;
  /** https address of the S3 API. Needed for r2 (`https://<account id>.r2.cloudflarestorage.com`); s3 and b2 derive it from storage_region. */
  storage_endpoint?: string;
  /** Region of the bucket. Needed for b2 (such as us-west-004) unless the endpoint names it. Default: us-east-1 for s3, auto for r2. */
  storage_region?: string;
  /** Id of a key that may write to the bucket. It needs no other permission. */
  storage_access_key_id?: string;
  /** The secret key. It is encrypted before it is stored, and opened only to sign the upload. */
  storage_secret_access_key?: string;
  /** Public host of the bucket's objects, with an optional path before the key (`cdn.example.com/shots`). Locations use it. */
  storage_public_domain?: string;
  /** Add `location` to each output of the result: its address under storage_public_domain, else under the endpoint. */
  storage_return_location?: boolean;
};

/** Fields that PresetOptions and ShownOptions share. */
export type ShownOptionsBase = PresetOptionsBase & {
  /** Time zone of the page, such as Europe/Zurich. */
  timezone?: string;
  /** Title, description, Open Graph, JSON-LD and other metadata. */
  extractMetadata?: boolean;
  /** Images of the page. */
  extractImages?: boolean;
  /** Videos of the page. */
  extractVideos?: boolean;
  /** Fonts that the page uses. */
  extractFonts?: boolean;
  /** Colors that the page uses. */
  extractColors?: boolean;
  /** Design tokens of the page. */
  extractDesign?: boolean;
  /** Messages of the page's console, and errors that no script caught. */
  extractConsole?: boolean;
  /** The page of `html` with its files in one MHTML file, which is saved and not shown. Pages of others are not given as one, as their scripts might run where it is opened. */
  extractMhtml?: boolean;
  /** The page's requests as HAR 1.2, without bodies, cookies and log-ins. */
  extractHar?: boolean;
};

/** Fields that MonitorCaptureInput and MonitorCapture share. */
export type MonitorCaptureBase = MonitorDefaultSettingsCapture & {
  /** CSS selector. The first element that matches is watched: the picture and the text are of this element alone. A run fails if nothing matches. */
  selector?: string;
  /** The picture shows this part of the page, in CSS pixels. Parts beyond the page are blank. */
  clip?: Clip;
  /** Wait until an element matches this CSS selector, within the time for loading. */
  waitForSelector?: string;
  /** CSS selector of the element to bring into view before the capture. */
  scrollToElement?: string;
  /** CSS selector of the element that the mouse rests on during the capture. It is moved there after clicks and scrolling. */
  hoverSelector?: string;
  /** Run the page's scripts. Without them `<noscript>` is shown, and `script` has to be left out. */
  javascript?: boolean;
  /** How the page is fetched. `browser` draws it and runs its scripts; that is the default. `http` sends one request without a browser and reads the text and values of the document, so a run costs a fraction of the processor time and 1 credit. It takes no picture, and needs `changeOn` `text` or `values`. Options that need a browser are refused beside it. */
  fetch?: FetchWay;
  /** False for runs without a picture: 1 credit each, with text and values alone. It needs `changeOn` `text` or `values`. Default: true; with `fetch: http`, there is never a picture. */
  picture?: boolean;
  /** Patterns in RE2 syntax of the visible text: each of `present` must be there, and none of `absent`. A run that breaks one fails as `page_text`: it is no change, never becomes the baseline, and opens an incident of the type `expectation`. `^` and `$` match at each line; `(?i)` ignores case. A change holds from the next run on and keeps the baseline. */
  expect?: TextRules;
  /** Also compare the page's own regions and name changed areas by them. */
  regions?: boolean;
  /** The difference that counts as a change. Default: `picture`. `text` takes added and removed words. `either` takes the picture or the words. `values` takes each change of a value of `values`, and its end. `text` and `values` keep pictures and compare none, so a run costs less. `text` and `either` need `text: true`, and `values` needs `values`. */
  changeOn?: ChangeOn;
  /** Values that each run reads from the page and keeps, each with a name and its place by `selector`, `pattern`, `jsonPath` or `product`. They are no part of the comparison. A change holds from the next run on and keeps the baseline. */
  values?: ValueEntry[];
  /** Also store each run's picture in the owner's object storage. Needs storage_provider, storage_bucket and both keys. A run that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect. */
  store?: boolean;
  /** `s3` is AWS, or with storage_endpoint any S3-compatible service. */
  storage_provider?: StorageProvider;
  /** Key of each output, at most 1,024 bytes with its values: `{id}` the job's id; `{name}` the output's name (screenshot, metadata, markdown …); `{ext}` the output's file ending (jpg, png, json, html, md); `{host}` the page's host; `{date}` the day, 2026-11-21; `{year}` 2026; `{month}` 11; `{day}` 21; `{time}` the time of day, 093005. A path that ends in / is a folder. If two outputs had the same key, the picture keeps it and the others get their name and extension added: `home.jpg`, `home.jpg.metadata.json`. Default: `{host}/{date}/{id}-{name}.{ext}`. */
  storage_path?: string;
  /** Name of an existing bucket. */
  storage_bucket?: string;
  /** https address of the S3 API. Needed for r2 (`https://<account id>.r2.cloudflarestorage.com`); s3 and b2 derive it from storage_region. */
  storage_endpoint?: string;
  /** Region of the bucket. Needed for b2 (such as us-west-004) unless the endpoint names it. Default: us-east-1 for s3, auto for r2. */
  storage_region?: string;
  /** Public host of the bucket's objects, with an optional path before the key (`cdn.example.com/shots`). Locations use it. */
  storage_public_domain?: string;
  /** Add `location` to the run's screenshot: its address in that storage. */
  storage_return_location?: boolean;
};

/** Fields that CrawlRequestBase and ShownOptionsBase share. */
export type PresetOptionsBase = RecurringRequestBase & {
  format?: ImageFormat;
  /** Quality of a jpg. */
  quality?: number;
  /** Leave the page's default background transparent. Needs format png. */
  omitBackground?: boolean;
  /** Default: true, but false if an `extract…` flag, `pdf` or `recording` is set without an option of the picture, such as `format` or `fullPage`. */
  screenshot?: boolean;
  /** Record the moving page, as a further output. `{}` records five seconds as an mp4. */
  recording?: RecordingOptions;
  /** Values to read from the page, each with a name. `result.values` has them by name, without a further output. Each names its place by `selector`, `pattern` or `product`. */
  extractValues?: ValueEntry[];
  /** Main content as GitHub Flavored Markdown. */
  extractMarkdown?: boolean;
  /** The rendered DOM as HTML. */
  extractHtml?: boolean;
  /** Links of the page, absolute and deduplicated. */
  extractLinks?: boolean;
  /** Headings, landmarks, sections, forms and tables. */
  extractStructure?: boolean;
  /** Captures of a higher priority start first among those that wait. */
  priority?: Priority;
  /** Reuse the account's newest identical render (same url, options, headers and cookies) of the last 24 hours, at no charge. `cacheTtl` makes that shorter. Without `cache` the page is always rendered. Identical renders that run at the same time are each rendered. */
  cache?: boolean;
  /** Seconds that a render of the cache may be old, with `cache`. Default: 24 hours. */
  cacheTtl?: number;
  /** A text that keeps renders apart in the cache, with `cache`: another text makes another render, such as the version of your page. */
  cacheKey?: string;
};

/** Fields that DiffRequestCapture and PresetOptionsBase share. */
export type RecurringRequestBase = DiffRequestCaptureBase & {
  /** Viewport, CSS pixels. */
  width?: number;
  /** Viewport, CSS pixels. */
  height?: number;
  /** Pixels of the picture for each CSS pixel. A device has its own. */
  deviceScaleFactor?: number;
  /** Colors that the page is asked for. */
  theme?: Theme;
  /** The picture shows the first element that matches this CSS selector. With `fullPage` the page is scrolled through first. */
  selector?: string;
  /** The picture shows this part of the page, in CSS pixels. Parts beyond the page are blank. */
  clip?: Clip;
  /** Seconds for the whole capture. The document must arrive two seconds before the end. The last 6 seconds (12 with `fullPage`), but at most 30 %, are reserved for the capture. */
  timeout?: number;
  /** When the page counts as loaded. */
  waitUntil?: WaitUntil;
  /** Wait until an element matches this CSS selector, within the time for loading. */
  waitForSelector?: string;
  /** Seconds to wait once the page is ready. At most half of `timeout`. */
  delay?: number;
  /** Statuses such as 404 or "500-599" with which the render fails as `page_status`, at no charge. Default: none, so an error page is rendered like any other. */
  failOnStatus?: (number | string)[];
  /** Patterns in RE2 syntax of the visible text. The render fails as `page_text`, at no charge, if one of `present` is there or one of `absent` is not. `^` and `$` match at each line; `(?i)` ignores case. */
  failOnText?: TextRules;
  /** CSS selectors of elements to click, one after the other. */
  clickSelectors?: string[];
  /** CSS selector of the element to bring into view before the capture. */
  scrollToElement?: string;
  /** CSS selector of the element that the mouse rests on during the capture. It is moved there after clicks and scrolling. */
  hoverSelector?: string;
  /** Refuse requests to advertising and tracking hosts of other sites, and hide the gaps. `result.page.blocked` has the counts. */
  blockAds?: boolean;
  /** Failed requests from which the render fails as `page_requests`, at no charge, by kind. A request fails without a reply or with a status from 400 on. The page's own document, requests that the page gives up and those that your options block do not count. */
  failOnRequests?: FailedRequestLimits;
  /** Run the page's scripts. Without them `<noscript>` is shown, and `script` has to be left out. */
  javascript?: boolean;
  /** `print` applies the page's styles for paper. */
  media?: Media;
};

/** Fields that MonitorDefaultSettingsCapture and RecurringRequestBase share. */
export type DiffRequestCaptureBase = {
  device?: DeviceName;
  /** Capture the whole scrollable page. */
  fullPage?: boolean;
  /** CSS pixels at which a full page ends. A taller page is cut there, and `truncated` of the picture says so. Default: none, and a page that is too tall fails as `page_too_large`. */
  maxHeight?: number;
  /** Name of a sign-in of the account (`POST /sign-ins`). The page is opened as its signed-in visitor. */
  signIn?: string;
  /** Name of a proxy of the account (`POST /proxies`). All requests of the page go through it, and none past it. */
  proxy?: string;
  /** Wait until no element that matches this CSS selector is visible, such as a spinner, within the time for loading. After that `result.page.warnings` says that one is. */
  waitForHidden?: string;
  /** CSS selectors of elements to hide, also of ones that appear later. */
  hideSelectors?: string[];
  /** Reject cookie consent dialogs, or hide those that can't be rejected. Never accept them. Costs about half a second without a dialog, more if one appears late. */
  blockCookieBanners?: boolean;
  /** Refuse the scripts of chat vendors and hide their widgets. */
  blockChatWidgets?: boolean;
  /** Refuse the scripts of newsletter and promotion vendors, close dialogs by their own buttons, and hide promotion overlays. Content stays. */
  blockPopups?: boolean;
  /** Refuse the scripts of accessibility overlay vendors and hide their widgets. */
  blockAccessibilityWidgets?: boolean;
  /** Kinds of files that the page does not request: `image`, `media`, `font`, `stylesheet`, `script`, `xhr` (also `fetch` and event streams) and `other` (such as beacons and captions). Documents of frames are requested. */
  blockResources?: ResourceKind[];
  /** Globs of whole addresses that the page does not request, such as `https://ads.example.com/*` or `*.woff2`. `*` matches any text and `?` one character. Of an address with more than 2,048 characters the first and the last 1,024 count. The page's own document is always requested. */
  blockUrls?: string[];
  /** Show a page with an invalid certificate. It needs the operator's leave for the host (`WATCHFRAME_TLS_ERRORS`); elsewhere the render fails as `tls_error`. */
  ignoreTlsErrors?: boolean;
  /** Language tag such as de-CH, for `Accept-Language`, `navigator.language` and `Intl`. Default: en-US. */
  locale?: string;
  /** Place that the page gets if it asks. Browsers give it to https pages only. */
  geolocation?: Geolocation;
  /** Replaces the browser's or the device's. Client hints are then not sent. */
  userAgent?: string;
  /** Ask the page for less motion, by `prefers-reduced-motion`. */
  reducedMotion?: boolean;
};

/** Fields that MonitorTemplate and MonitorSitemapPatchMonitor share. */
export type MonitorTemplateBase = {
  /** Minute, hour, day of month, month and day of week in `timezone`, in place of `intervalMinutes`: `0 9 * * MON-FRI` runs at 9:00 on weekdays. Each field is `*`, a number, a name, a range, a step (`* /15`, `8-18/2`), or a list of these. */
  cron?: string;
  /** IANA name of the time zone of `cron` and `alerts.quietHours`, such as `Europe/Berlin`. Default: UTC. */
  timezone?: string;
  /** Labels to find monitors by. Spaces around a tag are removed, and so are repeated tags. */
  tags?: string[];
  /** Compares with the run before (`rolling`), or with the run that was accepted (`fixed`). */
  baselineMode?: BaselineMode;
  /** Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts. */
  changeThreshold?: number;
  /** Conditions on the values of `capture.values`. A run sends an alert when the conditions become true. A condition about a change sends one at each change. Other differences of the page send none. The first run after a change of conditions or values only records the values. Null: each change sends an alert. */
  alertWhen?: AlertWhen | null;
  /** Settings that the monitor does not inherit from defaults of the account or its tags: `alerts.digest`, or `alerts` for all alert settings. They are at the monitor's own value, else the usual one. */
  ignoreDefaults?: DefaultPath[];
  /** No mail, no webhook and no message to a channel is sent before this time, at most 366 days ahead; runs and incidents continue. Null: not muted. */
  mutedUntil?: string | null;
  /** Whether runs start. */
  status?: WantedStatus;
};

/** Fields that Diff and ListedDiff share. */
export type DiffBase = JobBase & {
  status: JobStatus;
  stage: JobStage;
  progress: number;
  before: ShownDiffSource;
  after: ShownDiffSource;
  mode: DiffMode;
  visualization: Visualization;
  threshold: number;
  ignoreRegions: Box[];
  statusUrl: string;
  error?: JobError;
};

/** Fields that DiffResult and ListedDiffResult share. */
export type DiffResultBase = {
  /** Whether the ratio reaches the threshold and is above 0. */
  changed: boolean;
  /** Share of the compared pixels that changed. */
  differenceRatio: number;
  changedPixels: number;
  /** Pixels of all rows except ignored ones. Rows of both pictures count once. */
  comparedPixels: number;
  /** Whether there were more than 128. */
  regionsTruncated: boolean;
  /** The drawing. Null if nothing changed or none was requested. */
  visualization: DiffPicture | null;
  mask?: DiffPicture;
  before: DiffPicture;
  after: DiffPicture;
  timings: DiffTimings;
};

/** Fields that MetadataResult, MarkdownResult and 12 more share. */
export type ResultBase = {
  /** Signed address of the bytes; needs no key, expires after 24 hours. */
  url: string;
  expiresAt: string;
  bytes: number;
  contentType: string;
  location?: string;
  /** Names of the parts that were truncated. */
  truncated?: string[];
};

/** Fields that TextOutput, DiffPicture and 3 more share. */
export type PdfResultBase = {
  /** Signed address of the bytes; needs no key, expires after 24 hours. */
  url: string;
  expiresAt: string;
  bytes: number;
  sha256: string;
};

/** Fields that Batch, Crawl and 2 more share. */
export type JobBase = {
  id: string;
  credits: Credits;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  expiresAt: string;
};

export type Addresses = "host" | "masked" | "full";

export type AlertDigest = "none" | "hourly" | "daily";

export type AreaStatus = "changed" | "added" | "removed";

export type BaselineMode = "rolling" | "fixed";

export type BatchRefusal = "invalid_url" | "target_forbidden" | "duplicate_url";

export type ChangeKind =
  | "job"
  | "batch"
  | "crawl"
  | "schedule"
  | "monitor"
  | "sitemap"
  | "run"
  | "change"
  | "delivery"
  | "recipient"
  | "key"
  | "usage"
  | "diff";

export type ChangeOn = "picture" | "text" | "either" | "values";

export type ChannelType = "slack" | "discord" | "teams" | "ntfy" | "telegram" | "apprise";

export type ConditionKind =
  | "below"
  | "above"
  | "equals"
  | "in"
  | "changed"
  | "changedBy"
  | "contains"
  | "matches"
  | "appears"
  | "disappears";

export type CrawlPageStatus = "queued" | "in_progress" | "completed" | "failed" | "skipped";

export type CrawlScope = "host" | "origin" | "domain";

export type CrawlStatus = "running" | "completed" | "cancelled" | "failed" | "out_of_credits";

export type DefaultPath =
  | "timezone"
  | "changeThreshold"
  | "capture"
  | "alerts"
  | "alerts.email"
  | "alerts.email.account"
  | "alerts.email.recipientIds"
  | "alerts.digest"
  | "alerts.notifyRecovery"
  | "alerts.targetIds"
  | "alerts.quietHours"
  | `capture.${keyof MonitorDefaultSettingsCapture}`;

export type DeliveryChannel = "webhook" | "email" | "slack" | "discord" | "teams" | "ntfy" | "telegram" | "apprise";

export type DeliveryStatus = "pending" | "delivered" | "failed" | "suppressed" | "skipped";

export type DeliveryType =
  | "job.completed"
  | "job.failed"
  | "batch.completed"
  | "crawl.completed"
  | "crawl.failed"
  | "schedule.skipped"
  | "monitor.change_detected"
  | "monitor.change_updated"
  | "monitor.change_recovered"
  | "monitor.failed"
  | "monitor.failure_recovered"
  | "monitor.expectation_broken"
  | "monitor.expectation_recovered"
  | "monitor.paused"
  | "recipient.verification"
  | "alerts.digest"
  | "sign_in.failed"
  | "sign_in.recovered"
  | "channel.test";

export type DiffMode = "pixel" | "perceptual";

export type ErrorType =
  | "validation_error"
  | "authentication_error"
  | "payment_required"
  | "plan_restricted"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "conflict"
  | "payload_too_large"
  | "unsupported_media_type"
  | "capture_error"
  | "idempotency_error"
  | "rate_limited"
  | "headers_too_large"
  | "internal_error"
  | "unavailable"
  | "timeout";

export type EventType =
  | "job.completed"
  | "job.failed"
  | "batch.completed"
  | "crawl.completed"
  | "crawl.failed"
  | "schedule.skipped"
  | "monitor.change_detected"
  | "monitor.change_updated"
  | "monitor.change_recovered"
  | "monitor.failed"
  | "monitor.failure_recovered"
  | "monitor.expectation_broken"
  | "monitor.expectation_recovered"
  | "monitor.paused";

export type FetchWay = "browser" | "http";

export type ImageFormat = "jpg" | "png";

export type IncidentType = "change" | "failure" | "expectation";

export type JobKind = "render" | "batch_item" | "scheduled" | "crawl_page" | "diff";

export type JobStage =
  | "waiting"
  | "navigating"
  | "capturing"
  | "extracting"
  | "uploading"
  | "comparing"
  | "storing"
  | "done";

export type JobStatus = "queued" | "in_progress" | "completed" | "failed" | "cancelled";

export type LinkRegion = "header" | "nav" | "main" | "aside" | "footer" | "other";

export type Media = "screen" | "print";

export type MonitorStatus = "active" | "paused" | "paused_plan_limit" | "deleted";

export type NameResolution = "here" | "proxy";

export type PageChangeState = "unseen" | "seen";

export type PaperFormat = "letter" | "legal" | "tabloid" | "ledger" | "a0" | "a1" | "a2" | "a3" | "a4" | "a5" | "a6";

export type PlanName = "free" | "starter" | "pro" | "business" | "unlimited";

export type Priority = "low" | "normal" | "high";

export type RecordingFormat = "mp4" | "webm" | "gif";

export type RegionStatus = "added" | "removed" | "moved" | "resized" | "changed";

export type RenderErrorCode = (typeof renderErrorCodes)[number];

export type ResourceKind = "image" | "media" | "font" | "stylesheet" | "script" | "xhr" | "other";

export type RunStatus = "queued" | "capturing" | "diffing" | "completed" | "failed" | "skipped";

export type RunTrigger = "initial" | "scheduled" | "manual" | "retry" | "confirmation";

export type SameSite = "Strict" | "Lax" | "None";

export type ScheduleStatus = "active" | "paused" | "completed" | "cancelled";

export type ScheduleType = "delayed" | "repeatable";

export type Scope = "render" | "monitor" | "read";

export type SkipReason =
  | "robots_disallowed"
  | "robots_unreachable"
  | "not_html"
  | "out_of_scope"
  | "excluded"
  | "duplicate"
  | "max_duration"
  | "cancelled"
  | "out_of_credits"
  | "start_page_failed"
  | "terminated"
  | "internal_error";

export type StepTarget =
  | string
  | {
      /** A part of the element's text, in any case. The whole text comes first. */
      text?: string;
      /** A part of the label of a field, in any case. The whole label comes first. */
      label?: string;
      /** The ARIA role, such as `button` or `link`. */
      role?: string;
      /** The whole accessible name. Needs `role`. */
      name?: string;
    };

export type StorageProvider = "b2" | "s3" | "r2";

export type Theme = "light" | "dark";

export type Visualization = "overlay" | "heatmap" | "mask" | "none";

export type WaitUntil = "load" | "domcontentloaded" | "networkidle0" | "networkidle2";

export type WantedStatus = "active" | "paused";

/** Either `any` or `all`. At most 16,384 characters as JSON. */
export type AlertWhen =
  | {
      /** Each condition alerts by itself. */
      any: AlertCondition[];
    }
  | {
      /** The conditions alert once all of them hold. */
      all: AlertCondition[];
    };

/** Device preset; overrides width and height. */
export type DeviceName = (typeof deviceNames)[number];

/** Either `x`, `y`, `width` and `height`, or `selector`. */
export type IgnoredRegion =
  | {
      /** Pixels from the left. */
      x: number;
      /** Pixels from the top. */
      y: number;
      /** Pixels. */
      width: number;
      /** Pixels. */
      height: number;
    }
  | {
      /** CSS selector. Each run finds the boxes of its elements, at most 500 in all. */
      selector: string;
    };
