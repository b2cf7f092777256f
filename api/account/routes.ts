import { AccountChange, type AccountRecord, AccountReply, type ShownAccount } from "#schemas/account.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { routesOf } from "../http/route.ts";

const defineRoute = routesOf({ tag: "Account", errorShape: "submit" });

function presentAccount({ _id: id, plan, timeZone, addresses }: AccountRecord): ShownAccount {
  return { id, plan, timeZone, addresses };
}

/** The caller's account. */
export const getAccount = defineRoute({
  id: "getAccount",
  method: "GET",
  path: "/account",
  summary: "Get the account",
  auth: keyWith("read", "render", "monitor"),
  responses: { 200: { description: "The account and its settings.", json: AccountReply } },
  errors: [],
  async handle({ caller }, { database }) {
    const record = await database.accounts.findOne({ _id: caller.accountId });
    if (record === null) throw new ApiError("unauthorized");
    return { status: 200, json: { success: true, account: presentAccount(record) } };
  },
});

/** Changes the settings of the caller's account. */
export const updateAccount = defineRoute({
  id: "updateAccount",
  method: "PATCH",
  path: "/account",
  summary: "Change the account's settings",
  description:
    "`addresses` decides whether monitors have `pageUrl`, and whether mails and chats link the page. Everyone who has a key of the account, or gets its messages, sees what it shows.",
  auth: keyWith("monitor"),
  body: AccountChange,
  example: { addresses: "masked" },
  responses: { 200: { description: "The account as it is now.", json: AccountReply } },
  errors: [],
  async handle({ body: { addresses }, caller }, { database }) {
    const record = await database.accounts.findOneAndUpdate(
      { _id: caller.accountId },
      { $set: { addresses } },
      { returnDocument: "after" },
    );
    if (record === null) throw new ApiError("unauthorized");
    return { status: 200, json: { success: true, account: presentAccount(record) } };
  },
});
