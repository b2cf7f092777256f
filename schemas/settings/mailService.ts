import type { MailEnv } from "./env.ts";

/** The service that sends e-mail; null if none is set. An SMTP server goes before Postmark. */
export function mailServiceOf(
  env: Pick<MailEnv, "WATCHFRAME_SMTP_URL" | "WATCHFRAME_POSTMARK_TOKEN">,
): "smtp" | "postmark" | null {
  if (env.WATCHFRAME_SMTP_URL !== "") return "smtp";
  return env.WATCHFRAME_POSTMARK_TOKEN === "" ? null : "postmark";
}
