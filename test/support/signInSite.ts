import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { parseTotp, totpCode } from "#vault/totp.ts";

/** The user that most tests sign in as. */
export const siteUser = { name: "ann", password: "CANARY-pass word", seed: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" };

/** All users that the site knows. They have one password and one seed. */
export const siteNames = [siteUser.name, "bob", "cid"] as const;

/** Counts of one user at the site. A second session while the newest one lives has no expiry of its own. */
type UserFigures = { logIns: number; expiries: number; maxAtOnce: number };

/** Sessions of visitors who asked to be remembered show so many times as many pages. */
const rememberedTimes = 3;

/** A site with a log-in form, a second host that every log-in goes through, and sessions that end after some pages. */
export type SignInSite = {
  url: string;
  allow: string[];
  /** Pages that a session shows before it ends. */
  maxPages: number;
  password: string;
  /** The log-in page: with other labels after a change, or a challenge in its place. */
  form: "usual" | "changed" | "captcha";
  /** Counts of log-ins, wrong values, and pages shown or refused to a signed-out visitor. */
  logIns: number;
  refused: number;
  shown: number;
  signedOut: number;
  /** The most log-ins that were between the password and the session at the same time. One that breaks off counts as none. */
  maxAtOnce: number;
  /** The counts of one user. */
  figuresOf(name: string): UserFigures;
  /** Ends every session, or those of one user. */
  expire(name?: string): void;
  close(): Promise<void>;
};

/** Draws markup in an open shadow tree. */
function inShadowTree(markup: string): string {
  return `<x-box></x-box><script>document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(markup).replaceAll("/", String.raw`\/`)}</script>`;
}

type LogIn = { begin: number; name: string; isRemembered: boolean };
type Session = { pages: number; token: string; name: string; isRemembered: boolean };
/** `newest` is the session of the last log-in, while it lives. */
type User = UserFigures & { newest: string; completed: { begin: number; end: number }[] };

/** Starts the site on 127.0.0.2 and its second host on 127.0.0.3. The log-in asks for name, password and a one-time code. */
export async function startSignInSite(): Promise<SignInSite> {
  const sessions = new Map<string, Session>();
  const forms = new Set<string>();
  /** The log-ins that passed the password. */
  const half = new Map<string, LogIn>();
  const users = new Map<string, User>(
    siteNames.map((name) => [name, { logIns: 0, expiries: 0, maxAtOnce: 0, newest: "", completed: [] }]),
  );
  const userOf = (name: string): User => {
    const user = users.get(name);
    if (user === undefined) throw new Error(`the site has no user ${name}`);
    return user;
  };
  const end = (id: string) => {
    const user = users.get(sessions.get(id)?.name ?? "");
    sessions.delete(id);
    if (user?.newest !== id) return;
    user.expiries += 1;
    user.newest = "";
  };
  const tickets = new Set<string>();
  const seed = parseTotp(siteUser.seed);
  const cookieOf = ({ headers }: IncomingMessage, name: string) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`, "u").exec(headers.cookie ?? "")?.[1] ?? "";
  const page = (response: ServerResponse, html: string, status = 200) =>
    response.writeHead(status, { "content-type": "text/html" }).end(`<!doctype html>${html}`);
  const redirect = (response: ServerResponse, location: string, cookie?: string) =>
    response.writeHead(303, { location, ...(cookie !== undefined && { "set-cookie": cookie }) }).end();

  const main = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", site.url);
    const form = new URLSearchParams(await bodyOf(request));
    switch (pathname) {
      case "/login":
      case "/shadow-login": {
        if (site.form === "captcha") {
          return response
            .writeHead(403, { "content-type": "text/html", "cf-mitigated": "challenge" })
            .end("<!doctype html><title>Just a moment...</title><p>Verify you are human");
        }
        const csrf = randomUUID();
        forms.add(csrf);
        const markup = `<form method=post action=/password><input type=hidden name=csrf value=${csrf}>
          <label><input type=checkbox name=remember> Remember me</label>
          <label>Name <input name=name></label><label>${site.form === "usual" ? "Password" : "Your word"} <input type=password name=password></label><button>Go</button></form>`;
        const html = pathname === "/login" ? markup : inShadowTree(markup);
        return response
          .writeHead(200, { "content-type": "text/html", "set-cookie": `csrf=${csrf}` })
          .end(`<!doctype html><title>Log in</title>${html}`);
      }
      case "/framed-login":
        return page(response, `<title>Log in</title><iframe id=log-in width=600 height=400 src=/login></iframe>`);
      case "/password": {
        const isRight =
          forms.delete(form.get("csrf") ?? "") &&
          form.get("csrf") === cookieOf(request, "csrf") &&
          users.has(form.get("name") ?? "") &&
          form.get("password") === site.password;
        if (!isRight) {
          site.refused += 1;
          return page(response, "<title>Wrong</title><p>Wrong name or password");
        }
        const id = randomUUID();
        const isRemembered = form.get("remember") === "on";
        half.set(id, { begin: performance.now(), name: form.get("name") ?? "", isRemembered });
        return redirect(response, "/code", `half=${id}; HttpOnly`);
      }
      case "/code":
        if (request.method !== "POST")
          return page(response, `<title>Code</title><form method=post><label>Code <input name=code></label><button>Go`);
        if (!half.has(cookieOf(request, "half")) || seed === null || !isCode(form.get("code"))) {
          site.refused += 1;
          return page(response, "<title>Wrong</title><p>Wrong code");
        }
        return redirect(response, `${second.url}/sso`);
      case "/back": {
        if (!tickets.delete(searchParams.get("ticket") ?? "")) return page(response, "<p>No ticket", 403);
        const passed = half.get(cookieOf(request, "half"));
        if (passed === undefined) return page(response, "<p>No password", 403);
        const id = randomUUID();
        const token = randomUUID();
        const { begin, name, isRemembered } = passed;
        sessions.set(id, { pages: 0, token, name, isRemembered });
        const user = userOf(name);
        user.maxAtOnce = Math.max(user.maxAtOnce, 1 + user.completed.filter((other) => other.end > begin).length);
        site.maxAtOnce = Math.max(site.maxAtOnce, user.maxAtOnce);
        user.completed.push({ begin, end: performance.now() });
        user.newest = id;
        user.logIns += 1;
        site.logIns += 1;
        const html = `<title>Back</title><script>localStorage.setItem("token", ${JSON.stringify(token)});
          sessionStorage.setItem("tab", "1"); location = "/account/home"</script>`;
        return response
          .writeHead(200, {
            "content-type": "text/html",
            "set-cookie": `session=${id}; HttpOnly; SameSite=Strict${isRemembered ? "; Max-Age=2592000" : ""}`,
          })
          .end(`<!doctype html>${html}`);
      }
      default: {
        if (!pathname.startsWith("/account/")) return page(response, "<title>Front</title><p>Nothing here", 404);
        const id = cookieOf(request, "session");
        const session = sessions.get(id);
        const times = session?.isRemembered === true ? rememberedTimes : 1;
        if (session === undefined || session.pages >= site.maxPages * times) {
          end(id);
          site.signedOut += 1;
          return redirect(response, "/login");
        }
        session.pages += 1;
        site.shown += 1;
        return page(
          response,
          `<title>Account</title><h1>Balance 42</h1><p id=who></p><script>
            const isIn = localStorage.getItem("token") === ${JSON.stringify(session.token)} && sessionStorage.getItem("tab") === "1";
            document.getElementById("who").textContent = isIn ? "Signed in as ${session.name}" : "No token";
            if (top !== self) top.location = location.href;</script>`,
        );
      }
    }
  };
  const isCode = (code: string | null) =>
    seed !== null && [0, -30_000].some((offset) => totpCode(seed, Date.now() + offset) === code);
  const [first, second] = await Promise.all([
    listen("127.0.0.2", (request, response) => void main(request, response)),
    listen("127.0.0.3", (request, response) => {
      if (request.url === "/sso") return redirect(response, `${second.url}/sso/check`);
      const ticket = randomUUID();
      tickets.add(ticket);
      const known = cookieOf(request, "sso");
      redirect(response, `${site.url}/back?ticket=${ticket}`, `sso=${known === "" ? randomUUID() : known}`);
    }),
  ]);
  const site: SignInSite = {
    url: first.url,
    allow: [first.host, second.host],
    maxPages: Number.MAX_SAFE_INTEGER,
    password: siteUser.password,
    form: "usual",
    logIns: 0,
    refused: 0,
    shown: 0,
    signedOut: 0,
    maxAtOnce: 0,
    figuresOf: (name) => {
      const { logIns, expiries, maxAtOnce } = userOf(name);
      return { logIns, expiries, maxAtOnce };
    },
    expire(name) {
      for (const [id, session] of sessions) if (name === undefined || session.name === name) end(id);
    },
    close: async () => {
      await Promise.all([first, second].map(({ server }) => closeServer(server)));
    },
  };
  return site;
}

type Host = { server: Server; host: string; url: string };

async function listen(
  address: string,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Host> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the site has no port");
  const host = `${address}:${bound.port}`;
  return { server, host, url: `http://${host}` };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) body += String(part);
  return body;
}
