import type { SignIn, SignInPatch, SignInRequest } from "#schemas/signIn.ts";
import { type ApiDocument, documentQuery, helpOf, resolveSchema } from "../../api/openApi.ts";
import { withScheme } from "../../format/address.ts";
import type { StepDraft } from "../../steps/model.ts";

/** A sign-in as a person enters it. What is never shown again is empty, which keeps what is saved. */
export type SignInForm = {
  name: string;
  url: string;
  steps: readonly StepDraft[];
  /** The kind of sign of a page behind the log-in, such as `text`, and its value. */
  sign: { by: string; value: string };
  totp: string;
  /** Minutes. Empty: only when a capture is signed out. */
  renewAfter: string;
  /** Name of a proxy. Empty for none. */
  proxy: string;
};

export const newSignIn: SignInForm = {
  name: "",
  url: "",
  steps: [],
  sign: { by: "selector", value: "" },
  totp: "",
  renewAfter: "",
  proxy: "",
};

/** A kind of sign, and its description. */
export type SignKind = { by: string; help: string };

/** The kinds of signs of a page behind a log-in, from the API's own description. */
export const signKindsQuery = {
  ...documentQuery,
  select: ({ components: { schemas } }: ApiDocument): SignKind[] => {
    const { signedIn } = resolveSchema(schemas, schemas["SignInRequest"]).properties ?? {};
    const { properties = {} } = resolveSchema(schemas, signedIn);
    return Object.entries(properties).map(([by, schema]) => ({ by, help: helpOf(schema) }));
  },
};

/** The form of a saved sign-in. */
export function formOfSignIn({ name, signedIn, renewAfter, proxy }: SignIn): SignInForm {
  const [[by, value] = ["selector", ""]] = Object.entries(signedIn);
  return { ...newSignIn, name, sign: { by, value }, renewAfter: String(renewAfter ?? ""), proxy: proxy ?? "" };
}

/** The body of `POST /sign-ins`. */
export function signInRequest({ name, url, steps, totp, renewAfter, proxy, ...form }: SignInForm): SignInRequest {
  return {
    name: name.trim(),
    url: withScheme(url.trim()),
    steps: steps.map((step) => ({ ...step })),
    ...signOf(form),
    ...(totp.trim() !== "" && { totp: totp.trim() }),
    ...(renewAfter.trim() !== "" && { renewAfter: Number(renewAfter) }),
    ...(proxy !== "" && { proxy }),
  };
}

/** The body of `PATCH /sign-ins/{id}`. Empty fields of what is never shown keep it. */
export function signInPatch({ url, steps, totp, renewAfter, proxy, ...form }: SignInForm): SignInPatch {
  return {
    ...(url.trim() !== "" && { url: withScheme(url.trim()) }),
    ...(steps.length > 0 && { steps: steps.map((step) => ({ ...step })) }),
    ...signOf(form),
    ...(totp.trim() !== "" && { totp: totp.trim() }),
    renewAfter: renewAfter.trim() === "" ? null : Number(renewAfter),
    proxy: proxy === "" ? null : proxy,
  };
}

function signOf({ sign: { by, value } }: Pick<SignInForm, "sign">): Pick<SignInRequest, "signedIn"> {
  return { signedIn: { [by]: value.trim() } };
}
