import { Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import type { Step } from "#schemas/options/steps.ts";
import { type SignedIn, SignInRequest, totpReference } from "#schemas/signIn.ts";
import { parseTotp } from "#vault/totp.ts";
import { bodyRules, checkTarget } from "../http/validation.ts";
import { checkSelector } from "../renders/validateSelectors.ts";
import { checkSteps } from "../renders/validateSteps.ts";

/** Seconds of a try, which steps that wait share. */
const trySeconds = 60;

/** Rules of the body of `createSignIn` beyond its schema. */
export const signInRules = bodyRules(Type.Partial(SignInRequest), (body, fieldNames, { policy }) => [
  ...(body.url === undefined ? [] : checkTarget(policy, "url", body.url)),
  ...checkOwnSteps(policy, body.steps),
  ...(body.signedIn?.selector === undefined ? [] : checkSelector("signedIn.selector", body.signedIn.selector)),
  ...checkAddress(body.signedIn),
  ...checkTotp(body, fieldNames),
]);

function checkOwnSteps(policy: Pick<EgressPolicy, "checkUrl">, steps: Step[] = []): FieldProblem[] {
  const message = "takes a picture, and a sign-in has no outputs: its own picture shows the page at the end";
  const pictures = steps.flatMap(({ screenshot }, index) =>
    screenshot === undefined ? [] : [{ field: `steps.${index}.screenshot`, message }],
  );
  return [...checkSteps(policy, { steps, timeout: trySeconds }), ...pictures];
}

/** A part of one character is in nearly every address, so that a log-in page would count as signed in. */
function checkAddress({ address }: SignedIn = {}): FieldProblem[] {
  return address === undefined || address.length > 2
    ? []
    : [
        {
          field: "signedIn.address",
          message: "must have at least 3 characters, and be in no address of a log-in page",
        },
      ];
}

function checkTotp({ totp, steps = [] }: Partial<SignInRequest>, fieldNames: ReadonlySet<string>): FieldProblem[] {
  if (totp !== undefined && parseTotp(totp) === null) {
    return [{ field: "totp", message: "must be an otpauth://totp/ address, or base32 of at least 5 bytes" }];
  }
  const index = steps.findIndex(({ fill }) => fill?.value.includes(totpReference) === true);
  if (index >= 0 && !fieldNames.has("totp")) {
    return [{ field: `steps.${index}.fill.value`, message: `has ${totpReference}, which needs totp` }];
  }
  if (totp !== undefined && !fieldNames.has("steps")) {
    return [{ field: "totp", message: "needs steps, which it is sealed with" }];
  }
  const isUnused = totp !== undefined && index < 0 && fieldNames.has("steps");
  return isUnused ? [{ field: "totp", message: `needs a step that fills in ${totpReference}` }] : [];
}
