import type { SkipReason, StopReason } from "#schemas/crawl.ts";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";

const pageWords: Readonly<Record<SkipReason | RenderErrorCode, string>> = {
  robots_disallowed: "robots.txt forbids the page",
  robots_unreachable: "robots.txt could not be read",
  not_html: "The address is a file, not a page",
  out_of_scope: "The page led outside the crawl’s scope",
  excluded: "The page led to an excluded path",
  duplicate: "Another page shows the same",
  max_duration: "The crawl’s time was over",
  cancelled: "The crawl was cancelled",
  out_of_credits: "The credits ran out",
  start_page_failed: "The start page failed",
  terminated: "An operator ended the crawl",
  internal_error: "The service failed",
  name_not_resolved: "The host’s name has no public address",
  connection_failed: "The host refused or dropped the connection",
  proxy_failed: "The connection through a proxy failed",
  tls_error: "The certificate is not valid",
  navigation_timeout: "The page did not arrive in time",
  too_many_redirects: "The page redirects too often",
  target_forbidden: "The address is not allowed",
  unsupported_content: "A browser can’t show the content",
  download_blocked: "The address starts a download",
  selector_not_found: "A selector matches nothing",
  step_failed: "A step could not be done",
  signed_out: "The visitor was signed out",
  secret_unusable: "A stored secret is missing or does not fit",
  full_page_incomplete: "The full height could not be captured",
  page_crashed: "The page crashed",
  page_status: "The page answered with an error",
  page_blocked: "The page is a challenge or a block page",
  page_empty: "The page is empty",
  page_text: "The page's text is not as expected",
  page_requests: "Too many requests of the page failed",
  page_too_large: "The page is too large",
  browser_unavailable: "No browser was available",
  storage_access_denied: "Your storage refused the credentials",
  storage_unreachable: "Your storage could not be reached",
  storage_invalid: "Your storage refused the output",
  picture_unavailable: "A picture could not be fetched",
  pdf_failed: "The page could not be printed as asked",
  recording_failed: "The page could not be recorded",
  recording_unavailable: "The service has no ffmpeg to record pages",
  picture_invalid: "A picture is not valid",
  dimensions_differ: "The pictures differ in width",
};

const stopWords: Readonly<Record<StopReason, string>> = {
  no_more_pages: "All pages were found",
  max_pages: "The limit of pages was reached",
  max_duration: "The limit of time was reached",
  cancelled: "You cancelled it",
  out_of_credits: "The credits ran out",
  start_page_failed: "The start page failed or answered with an error",
  robots_disallowed: "robots.txt forbids the start page",
  robots_unreachable: "robots.txt could not be read",
  terminated: "An operator ended it",
  internal_error: "The service failed",
};

/** Why a page failed or was skipped. */
export function describePageError(code: string): string {
  return find(pageWords, code);
}

/** Why a crawl ended. */
export function describeStop(reason: string): string {
  return find(stopWords, reason);
}

function find(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}
