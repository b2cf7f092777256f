import { expect } from "chai";
import type { Caller } from "./pipeline.ts";
import { type SignInSite, siteUser } from "./signInSite.ts";
import { until } from "./until.ts";

/** A sign-in in a reply. */
export type ShownSignIn = {
  id: string;
  status: string;
  failure: { code: string; message: string; tries: number } | null;
  picture: { url: string; takenAt: string } | null;
};

/** The request for a sign-in at the site, as `user`. Its password is the secret `password`. */
export const signInBody = (site: SignInSite, name: string, user: string = siteUser.name) => ({
  name,
  url: `${site.url}/login`,
  steps: [
    { fill: { target: { label: "Name" }, value: user } },
    { fill: { target: { label: "Password" }, value: "{{secret:password}}" } },
    { click: { target: { role: "button", name: "Go" } } },
    { fill: { target: { label: "Code" }, value: "{{totp}}" } },
    { click: { target: { role: "button", name: "Go" } } },
  ],
  totp: siteUser.seed,
  signedIn: { text: "Signed in as" },
});

/** Calls for the sign-ins of an account. */
export function signInCalls(caller: Caller) {
  async function show(id: string): Promise<ShownSignIn> {
    const { signIn }: { signIn: ShownSignIn } = JSON.parse(await (await caller.call("GET", `/sign-ins/${id}`)).text());
    return signIn;
  }
  return {
    show,
    /** Makes a sign-in and returns its id. */
    async create(body: object): Promise<string> {
      const response = await caller.call("POST", "/sign-ins", body);
      const text = await response.text();
      expect(response.status, text).to.equal(201);
      const { signIn }: { signIn: ShownSignIn } = JSON.parse(text);
      return signIn.id;
    },
    /** The sign-in after its first try. */
    ended: (id: string) =>
      until(async () => {
        const shown = await show(id);
        return shown.status === "pending" ? null : shown;
      }),
    /** Deletes all. One that failed is tried again by itself, also during the next test. */
    async removeAll(): Promise<void> {
      const { signIns }: { signIns: ShownSignIn[] } = JSON.parse(await (await caller.call("GET", "/sign-ins")).text());
      for (const { id } of signIns) await caller.call("DELETE", `/sign-ins/${id}`);
    },
  };
}
