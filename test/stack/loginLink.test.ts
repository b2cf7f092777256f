import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { runCli } from "#stack/commands/runCli.ts";
import { writePrivateJson } from "#stack/home.ts";
import { revokeKey } from "#data/accounts.ts";
import { useApi } from "../api/support/useApi.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { servers } from "../support/servers.ts";

describe("a log-in link", () => {
  const { api, account } = useApi();
  let mongoUrl: string;
  let home: string;

  before(async () => {
    mongoUrl = (await servers()).info.mongoUrl;
    home = await mkdtemp(path.join(tmpdir(), "watchframe-login-"));
  });
  after(() => rm(home, { recursive: true, force: true }));

  /** The output of the command for a stack in `home` with this API key. */
  const makeLink = (apiKey: string, ...args: string[]) => {
    const info = { apiUrl: "http://127.0.0.1:7", apiKey, mongoUrl, temporalUiUrl: "http://127.0.0.1:2" };
    writePrivateJson(path.join(home, "stack.json"), info);
    return runCli(["login-link", ...args], { ...minimalEnvironment(), WATCHFRAME_HOME: home });
  };
  const logIn = (loginToken: string) => api.anyone.call("POST", "/sessions", { body: { loginToken } });
  /** The account and key that a link logs in with, and the status of a second log-in. */
  const follow = async (link: string) => {
    const loginToken = /^http:\/\/127\.0\.0\.1:7\/console\/login#token=([\w-]{43})\n$/.exec(link)?.[1] ?? link;
    const { headers } = await logIn(loginToken);
    const Cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const { json } = await api.anyone.call("GET", "/sessions/current", { headers: { Cookie } });
    return { json, again: (await logIn(loginToken)).status };
  };

  it("logs a browser in once, with the key of npm start", async () => {
    const { code, text } = await makeLink(account.key);
    expect(code, text).to.equal(0);
    const { json, again } = await follow(text);
    expect(json).to.deep.nested.include({ "account.id": account.accountId, "key.id": account.keyId });
    expect(again).to.equal(401);
  });

  it("logs in with a named key of any account", async () => {
    const other = await api.account();
    const { text } = await makeLink(account.key, "--key", other.keyId.toUpperCase());
    const { json } = await follow(text);
    expect(json).to.deep.nested.include({ "account.id": other.accountId, "key.id": other.keyId });
  });

  it("is not made for a key that is revoked or unknown", async () => {
    const { keyId } = await api.account();
    await revokeKey(api.ports.database, keyId);
    expect(await makeLink(account.key, "--key", keyId)).to.deep.equal({
      code: 1,
      text: `there is no live key ${keyId}\n`,
    });
    expect(await makeLink("wf_live_unknown")).to.deep.equal({
      code: 1,
      text: "there is no live key of npm start; name one with --key <key id>\n",
    });
  });
});
