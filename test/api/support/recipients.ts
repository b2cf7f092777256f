import { expect } from "chai";
import { open } from "#vault/open.ts";
import { listAt, textAt } from "./fields.ts";
import { useApi } from "./useApi.ts";

export const path = "/render/monitor-recipients";
export const hour = 60 * 60 * 1000;
export const html = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

let count = 0;
/** An address that no other test uses: links and suppressions count per address, in all accounts. */
export const newEmail = () => `reader${(count += 1)}.${process.pid}@mail.example.com`;

/** An API with a clock that the tests set ahead, and the steps to add and verify recipients. Each test has an account of its own. */
export function useRecipients() {
  const clock = { aheadMs: 0 };
  const { api, account } = useApi({ accountPerTest: true, now: () => new Date(Date.now() + clock.aheadMs) });
  beforeEach(() => {
    clock.aheadMs = 0;
  });
  const add = (email: string, { client } = account) => client.call("POST", path, { body: { email } });
  const list = async ({ client } = account) => listAt((await client.call("GET", path)).json, "recipients");
  /** The token of the newest link of a recipient, as its mail's activity would read it. */
  const tokenOf = async (recipientId: string): Promise<string> => {
    const [mail] = await api.ports.database.deliveries
      .find({ resourceId: recipientId })
      .sort({ createdAt: -1 })
      .limit(1)
      .toArray();
    if (mail?.channel !== "email" || mail.content.kind !== "verification") throw new Error("no such mail");
    return open(api.ports.keyRing, mail.content.token, {
      accountId: mail.accountId,
      entityId: recipientId,
      field: "token",
    });
  };
  const verify = (token: string, options = {}) => api.anyone.call("GET", `${path}/verify?token=${token}`, options);
  const verified = async (email = newEmail(), owner = account): Promise<string> => {
    const id = textAt((await add(email, owner)).json, "recipient.id");
    expect((await verify(await tokenOf(id))).status).to.equal(200);
    return id;
  };
  return { clock, api, account, add, list, tokenOf, verify, verified };
}
