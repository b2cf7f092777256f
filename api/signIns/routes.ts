import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { SignInList, SignInPatch, SignInReply, SignInRequest } from "#schemas/signIn.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { acceptSignIn, changeSignIn, removeSignIn, renewNow } from "./commands.ts";
import { presentSignIn } from "./present.ts";
import { findSignIns, readSignIn } from "./store.ts";
import { signInRules } from "./validate.ts";

const routeDefaults = { tag: "Sign-ins", errorShape: "submit", auth: keyWith("render") } as const;
const SignInPath = Type.Object({ id: Uuid }, { additionalProperties: false });
const links = {
  getSignIn: "$response.body#/signIn/id",
  updateSignIn: "$response.body#/signIn/id",
  renewSignIn: "$response.body#/signIn/id",
  deleteSignIn: "$response.body#/signIn/id",
} as const;

/** Makes a sign-in. */
export const createSignIn = defineRoute({
  ...routeDefaults,
  id: "createSignIn",
  client: { resource: "signIns", method: "create", unwrap: "signIn" },
  method: "POST",
  idempotent: true,
  path: "/sign-ins",
  summary: "Create a sign-in",
  description:
    "The service signs in by the steps, and keeps cookies and storage sealed. A capture with `signIn` opens its page with them. The service signs in again when a capture meets a signed-out page, and after `renewAfter`. The address, steps, seed and session are never returned. An account has at most 50 sign-ins.",
  body: SignInRequest,
  example: {
    name: "shop",
    url: "https://example.com/login",
    steps: [
      { fill: { target: { label: "E-mail" }, value: "ann@example.com" } },
      { fill: { target: { label: "Password" }, value: "{{secret:shop-password}}" } },
      { click: { target: { role: "button", name: "Sign in" } } },
    ],
    signedIn: { text: "Sign out" },
  },
  rules: signInRules,
  responses: { 201: { description: "The sign-in was created.", json: SignInReply, links } },
  errors: ["sign_in_exists", "too_many_sign_ins"],
  async handle({ body, caller: { accountId }, reservation }, ports) {
    const record = await acceptSignIn(ports, { accountId, request: body, reservation });
    return { status: 201, json: { success: true, signIn: presentSignIn(ports, record) } };
  },
});

/** The account's sign-ins. */
export const listSignIns = defineRoute({
  ...routeDefaults,
  id: "listSignIns",
  client: { resource: "signIns", method: "list", unwrap: "signIns" },
  method: "GET",
  path: "/sign-ins",
  summary: "List sign-ins by name",
  auth: keyWith("read", "render"),
  responses: {
    200: { description: "Every sign-in.", json: SignInList, links: { getSignIn: "$response.body#/signIns/0/id" } },
  },
  errors: [],
  async handle({ caller: { accountId } }, ports) {
    const records = await findSignIns(ports.database, accountId);
    return { status: 200, json: { success: true, signIns: records.map((record) => presentSignIn(ports, record)) } };
  },
});

/** One sign-in. */
export const getSignIn = defineRoute({
  ...routeDefaults,
  id: "getSignIn",
  client: { resource: "signIns", method: "get", unwrap: "signIn" },
  method: "GET",
  path: "/sign-ins/:id",
  summary: "Get a sign-in",
  auth: keyWith("read", "render"),
  params: SignInPath,
  responses: { 200: { description: "The sign-in.", json: SignInReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readSignIn(ports.database, caller.accountId, params.id);
    return { status: 200, json: { success: true, signIn: presentSignIn(ports, record) } };
  },
});

/** Changes a sign-in. */
export const updateSignIn = defineRoute({
  ...routeDefaults,
  id: "updateSignIn",
  client: { resource: "signIns", method: "update", unwrap: "signIn" },
  method: "PATCH",
  path: "/sign-ins/:id",
  summary: "Change a sign-in",
  description:
    "Sets the given fields, removes `renewAfter` or `proxy` that is null, and signs in at once. `steps` replaces the steps and the seed, so give `totp` again. Another host makes the service forget the session.",
  params: SignInPath,
  body: SignInPatch,
  example: { signedIn: { selector: "a.sign-out" }, renewAfter: 720 },
  rules: signInRules,
  responses: { 200: { description: "The changed sign-in.", json: SignInReply } },
  errors: ["not_found"],
  async handle({ params, body, caller }, ports) {
    const record = await readSignIn(ports.database, caller.accountId, params.id);
    const changed = await changeSignIn(ports, record, body);
    return { status: 200, json: { success: true, signIn: presentSignIn(ports, changed) } };
  },
});

/** Renews a sign-in at once. */
export const renewSignIn = defineRoute({
  ...routeDefaults,
  id: "renewSignIn",
  client: { resource: "signIns", method: "renew", unwrap: "signIn" },
  method: "POST",
  path: "/sign-ins/:id/renew",
  summary: "Renew a sign-in",
  description: "Signs in at once, also while a failure backs off. `GET /sign-ins/{id}` shows how it ended.",
  params: SignInPath,
  responses: { 202: { description: "The service will sign in.", json: SignInReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readSignIn(ports.database, caller.accountId, params.id);
    await renewNow(ports, record);
    return { status: 202, json: { success: true, signIn: presentSignIn(ports, record) } };
  },
});

/** Deletes a sign-in. */
export const deleteSignIn = defineRoute({
  ...routeDefaults,
  id: "deleteSignIn",
  client: { resource: "signIns", method: "delete", unwrap: "signIn" },
  method: "DELETE",
  path: "/sign-ins/:id",
  summary: "Delete a sign-in",
  description: "Its session is deleted, too. Captures that name the sign-in then fail as `signed_out`.",
  params: SignInPath,
  responses: { 200: { description: "The sign-in as it was.", json: SignInReply } },
  errors: ["not_found"],
  async handle({ params, caller }, ports) {
    const record = await readSignIn(ports.database, caller.accountId, params.id);
    await removeSignIn(ports, record);
    return { status: 200, json: { success: true, signIn: presentSignIn(ports, record) } };
  },
});
