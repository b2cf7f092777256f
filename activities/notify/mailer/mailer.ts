import type { MailEnv } from "#schemas/settings/env.ts";
import { mailServiceOf } from "#schemas/settings/mailService.ts";
import type { Mailer } from "../../ports.ts";
import { MailFailure } from "./mailFailure.ts";
import { createPostmarkMailer } from "./postmarkMailer.ts";
import { createSmtpMailer } from "./smtpMailer.ts";

/** Creates the port to the mail service. Without one, each call rejects with MailFailure `refused`. */
export function createMailer(env: MailEnv): Mailer {
  switch (mailServiceOf(env)) {
    case "smtp":
      return createSmtpMailer(env);
    case "postmark":
      return createPostmarkMailer(env);
    case null:
      return { enabled: false, send: refuse, find: refuse };
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new MailFailure("refused", { status: null, code: null }));
}
