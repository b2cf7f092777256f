import type { Static } from "typebox";
import type { AccountReply } from "#schemas/account.ts";
import { ids } from "./parts.ts";

type Reply = Static<typeof AccountReply>;

const account: Reply["account"] = { id: ids.account, plan: "pro", timeZone: "Europe/Zurich", addresses: "host" };
const reply: Reply = { success: true, account };
const changed: Reply = { success: true, account: { ...account, addresses: "masked" } };

/** Replies about the caller's account. */
export const accounts = { reply, changed };
