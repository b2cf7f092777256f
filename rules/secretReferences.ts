import type { Step } from "#schemas/options/steps.ts";
import type { Cookie, HttpAuth } from "#schemas/options/visitor.ts";
import type { Static } from "typebox";

/** The options of a capture that may name secrets of the account. Null is an option that a change removes. */
export type ReferringOptions = {
  headers?: Record<string, string> | null;
  cookies?: Pick<Cookie, "name" | "value">[] | null;
  httpAuth?: Static<typeof HttpAuth> | null;
  steps?: readonly Step[] | null;
};

/** Changes a text of an option; `field` is its path in the request. */
export type ChangeText = (text: string, field: string) => string;

/** The names that a text has in `{{secret:name}}`, also those that no secret can have. */
function secretNamesIn(text: string): string[] {
  return Array.from(text.matchAll(/\{\{secret:([^{}]{0,100})\}\}/gu), ([, name = ""]) => name);
}

/** The text with each `{{secret:name}}` replaced by its value. @throws What `valueOf` throws. */
export function fillSecrets(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(/\{\{secret:([^{}]{0,100})\}\}/gu, (_whole, name: string) => valueOf(name));
}

/** Every field of the options that names secrets, with the names. */
export function secretReferences(options: ReferringOptions): { field: string; names: string[] }[] {
  const found: { field: string; names: string[] }[] = [];
  changeSecretTexts(options, (text, field) => {
    const names = secretNamesIn(text);
    if (names.length > 0) found.push({ field, names });
    return text;
  });
  return found;
}

/** The options with the texts changed that may name secrets: values of headers, cookies, credentials and steps. */
export function changeSecretTexts<Options extends ReferringOptions>(options: Options, change: ChangeText): Options {
  const { headers, cookies, httpAuth, steps } = options;
  return {
    ...options,
    ...(headers != null && { headers: changeHeaders(headers, change) }),
    ...(cookies != null && {
      cookies: cookies.map((cookie, index) => ({
        ...cookie,
        value: change(cookie.value, `cookies.${index}.value`),
      })),
    }),
    ...(httpAuth != null && {
      httpAuth: {
        username: change(httpAuth.username, "httpAuth.username"),
        password: change(httpAuth.password, "httpAuth.password"),
      },
    }),
    ...(steps != null && { steps: steps.map((step, index) => changeStep(step, { change, field: `steps.${index}` })) }),
  };
}

/** The credentials of `httpAuth` are a header of accepted work, in base64 (RFC 7617). */
const basicCredentials = /^Basic ([A-Za-z0-9+/]+={0,2})$/u;

function changeHeaders(headers: Record<string, string>, change: ChangeText): Record<string, string> {
  const changedHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const credentials = name === "Authorization" ? basicCredentials.exec(value)?.[1] : undefined;
    if (credentials === undefined) changedHeaders[name] = change(value, `headers.${name}`);
    else {
      const plain = Buffer.from(credentials, "base64").toString("utf8");
      const filled = change(plain, "httpAuth");
      // Bytes that are no UTF-8 stay as they are.
      changedHeaders[name] = filled === plain ? value : `Basic ${Buffer.from(filled).toString("base64")}`;
    }
  }
  return changedHeaders;
}

function changeStep(step: Step, { change, field }: { change: ChangeText; field: string }): Step {
  const { fill, select } = step;
  return {
    ...step,
    ...(fill !== undefined && { fill: { ...fill, value: change(fill.value, `${field}.fill.value`) } }),
    ...(select !== undefined && {
      select: {
        ...select,
        values: select.values.map((value, index) => change(value, `${field}.select.values.${index}`)),
      },
    }),
  };
}
