import { type Browser, type BrowserContext, launch, type Page } from "puppeteer";
import { writeSessionCookie } from "#api/http/sessionCookie.ts";
import { startSession } from "#data/sessions.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { buildConsole } from "#stack/consoleBuild.ts";
import { type Caller, newCaller, type Pipeline, type PipelineSettings, usePipeline } from "../../support/pipeline.ts";
import { chromePath } from "../../support/provisioned.ts";
import { useResource } from "../../support/useResource.ts";
import { type ChangingSite, openChangingSite } from "./changingSite.ts";

/** A whole service with a site that changes, and a browser. */
export type ConsoleTest = {
  pipeline: Pipeline;
  site: ChangingSite;
  /** A new account. */
  newAccount(): Promise<Caller>;
  /** A page in a browser profile of its own, at the log-in. */
  openPage(): Promise<ConsolePage>;
  /** A page that is logged in as an account, at a path of the console. */
  openAs(account: Caller, path?: string): Promise<ConsolePage>;
};

/** A page, and everything that a browser would complain about: script errors, refused resources, broken policies. */
type ConsolePage = {
  page: Page;
  complaints: string[];
  go(path: string): Promise<void>;
  /** Opens another tab of the same browser profile, at a path of the console. */
  openTab(path: string): Promise<ConsolePage>;
};

/**
 * Starts the service and a browser for the tests of the enclosing `describe`. Every page closes after its test.
 * `openBrowser` opens the browser of the service's captures, by default Chromium.
 */
export function useConsole(captures: Pick<PipelineSettings, "openBrowser"> = {}): ConsoleTest {
  const site = useResource(openChangingSite);
  const pipeline = usePipeline({ allow: () => [site.address], ...captures });
  const browser = useResource(openBrowser);
  let opened: ConsolePage[] = [];
  before(async function () {
    this.timeout(120_000);
    await buildConsole(() => undefined);
  });
  afterEach(async () => {
    const [closing] = [opened, (opened = [])];
    await Promise.all(closing.map(({ page }) => page.browserContext().close()));
  });

  async function openPage(): Promise<ConsolePage> {
    const created = await openTab(await browser.value.createBrowserContext(), "/login");
    opened.push(created);
    return created;
  }

  async function openTab(context: BrowserContext, path: string): Promise<ConsolePage> {
    const page = await context.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    const complaints = complaintsOf(page);
    const go = async (to: string): Promise<void> => {
      await page.goto(`${pipeline.apiUrl}/console${to}`);
    };
    await go(path);
    return { page, complaints, go, openTab: (other) => openTab(context, other) };
  }

  return {
    pipeline,
    site,
    newAccount: () => newCaller(pipeline.apiUrl, pipeline.database),
    openPage,
    async openAs(account, path = "/") {
      const created = await openPage();
      // Without the log-in form, because log-ins are limited per minute and address.
      const started = { keyHash: hashApiKey(account.key), accountId: account.accountId, userAgent: "test" };
      const { secret } = await startSession(pipeline.database, started, new Date());
      const [name = ""] = writeSessionCookie(secret, pipeline.apiUrl).split("=", 1);
      await created.page.browserContext().setCookie({ name, value: secret, domain: "127.0.0.1", path: "/" });
      await created.go(path);
      await created.page.locator("::-p-aria([name='Places'][role='navigation'])").wait();
      return created;
    },
  };
}

/** A name of this machine that is not loopback to a browser, so plain http is not a secure context there. */
export const plainHost = "plain.test";

/** Draws text in the same way on every machine. */
const sameText = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"];

async function openBrowser(): Promise<{ value: Browser; close: () => Promise<void> }> {
  const value = await launch({
    executablePath: chromePath(),
    headless: "shell",
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`, ...sameText],
    pipe: true,
  });
  return { value, close: () => value.close() };
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url ?? ""}`);
  });
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return complaints;
}
