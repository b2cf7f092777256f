import { expect } from "chai";
import type { Page } from "puppeteer";
import { useResource } from "../support/useResource.ts";
import { openPictureBook } from "./support/pictures.ts";
import { useStillAccount } from "./support/stillAccount.ts";
import { boxesOf, keepStill, looks, show, takeStill } from "./support/stillScreen.ts";
import { useConsole } from "./support/useConsole.ts";

/** How often each screen is pictured: `PICTURE_ROUNDS=20` proves that the pictures are always the same. */
const rounds = Number(process.env["PICTURE_ROUNDS"] ?? "1");

/** A screen: its path and what must be there. `varying` are elements that have another text in each run. */
type Screen = { name: string; path: () => string; ready: string; varying?: readonly string[] };

describe("the console's looks", function () {
  this.timeout(60_000 * rounds + 60_000);
  const service = useConsole();
  const account = useStillAccount(service);
  const book = useResource(openPictureBook);

  const screens: Screen[] = [
    {
      name: "overview",
      path: () => "/",
      ready: "::-p-text(To review (1))",
      // The end of the month.
      varying: ["section[aria-label='This period'] p"],
    },
    { name: "monitors", path: () => "/monitors", ready: "::-p-aria([name='Choose Shop'])" },
    { name: "comparison", path: () => account.changedPath, ready: "[data-testid=stage] img" },
    {
      name: "job",
      path: () => account.jobPath,
      ready: "::-p-aria([name='The whole picture'])",
      varying: ["main code", "main dd"],
    },
    { name: "playground", path: () => "/renders/new", ready: "::-p-aria(Address of the page)", varying: ["main pre"] },
  ];

  /** Pictures every look of the open page in each round, and says what differs from the baselines. */
  async function check(page: Page, { name, ready, varying = [] }: Omit<Screen, "path">): Promise<void> {
    const wrong = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      for (const look of looks) {
        await show(page, look);
        await page.reload();
        await page.locator(ready).wait();
        await show(page, look);
        const picture = await takeStill(page);
        const found = await book.check(`${name}-${look.width}-${look.theme}`, picture, await boxesOf(page, varying));
        if (found !== null) wrong.add(found);
      }
    }
    expect([...wrong].join("\n")).to.equal("");
  }

  it("are as pictured: log-in", async () => {
    const { page } = await service.openPage();
    await keepStill(page);
    await check(page, { name: "login", ready: "::-p-aria(API key)" });
  });

  for (const screen of screens)
    it(`are as pictured: ${screen.name}`, async () => {
      const { page, go } = await service.openAs(account.owner, screen.path());
      await keepStill(page);
      await go(screen.path());
      await check(page, screen);
    });
});
