import { expect } from "chai";
import type { Page } from "puppeteer";
import type { SignIn } from "#schemas/signIn.ts";
import type { Caller } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

const logIn = `<!doctype html><html lang="en"><title>Log in</title><style>body{margin:0;font:20px sans-serif}
label,button{display:block;height:60px;width:400px}input{height:40px}</style>
<form><label>Name <input name="name"></label><label>Password <input type="password" name="password"></label><button>Go</button></form>
<script>document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const isRight = document.querySelector("[name=name]").value === "ann" && document.querySelector("[name=password]").value === "CANARY-word";
  document.body.innerHTML = isRight ? "<h1>Welcome back</h1>" : "<h1>Wrong</h1>";
});</script></html>`;

describe("a sign-in that is made in the console", function () {
  this.timeout(240_000);
  const { site, newAccount, openAs } = useConsole();
  const path = "/log-in";
  beforeEach(() => site.show(path, logIn));

  const button = (name: string) => `::-p-aria([name='${name}'][role='button'])`;
  const field = (page: Page, name: string) => page.locator(`::-p-aria([name='${name}'][role='textbox'])`);
  const stage = "[data-testid=pick-stage]";
  const recorder = "section[aria-label='Trial of the steps']";

  /** Clicks the recorder's picture at a point of the page, CSS pixels. */
  async function clickAt(page: Page, x: number, y: number): Promise<void> {
    const handle = await page.locator(stage).waitHandle();
    await handle.scrollIntoView();
    const box = await page.$eval(stage, (each) => each.getBoundingClientRect().toJSON());
    const scale = box.width / 1280;
    await page.mouse.click(box.x + x * scale, box.y + y * scale);
  }

  /** Runs the steps, and waits for the picture of as many steps. */
  async function trySteps(
    page: Page,
    name: "Try the steps" | "Try again" | `Try up to step ${number}`,
    results: number,
  ): Promise<void> {
    await page.locator(button(name)).click();
    const list = "ol[aria-label='How the steps went'] li";
    await until(async () => (await page.$$(list)).length === results);
    await page.locator(`${stage} img`).setTimeout(60_000).wait();
  }

  const wordsOf = (page: Page) =>
    page.$$eval("[data-step] > div > button[aria-expanded]", (all) => all.map((each) => each.textContent));

  const listOf = async (account: Caller): Promise<SignIn[]> => {
    const { signIns }: { signIns: SignIn[] } = await (await account.call("GET", "/sign-ins")).json();
    return signIns;
  };

  it("records its steps on the picture, tries them, and signs in", async () => {
    const account = await newAccount();
    await account.call("POST", "/secrets", { name: "shop-password", value: "CANARY-word" });
    const { page, complaints } = await openAs(account, "/access/sign-ins/new");
    await field(page, "Name").fill("shop");
    await field(page, "Address of the log-in page").fill(site.url(path));
    await trySteps(page, "Try the steps", 0);
    await clickAt(page, 200, 20);
    await page.locator(`${recorder} ::-p-text(textbox “Name”)`).wait();
    await page.locator(button("Record: fill")).click();
    await page.locator("::-p-aria([name='Value'])").fill("ann");
    await clickAt(page, 200, 80);
    await page.locator(button("Record: fill")).click();
    await page.locator("button::-p-text(What I type)").click();
    await page.locator("[role=option]::-p-text(Secret “shop-password”)").click();
    await trySteps(page, "Try again", 2);
    await clickAt(page, 100, 150);
    await page.locator(button("Record: click")).click();
    expect(await wordsOf(page)).to.deep.equal(["1Fill “Name”", "2Fill “Password”", "3Click button “Go”"]);
    await trySteps(page, "Try again", 3);
    await page.locator("button::-p-text(An element)").click();
    await page.locator("[role=option]::-p-text(A text)").click();
    await field(page, "Sign of a page behind the log-in").fill("Welcome back");
    expect(await findViolations(page)).to.deep.equal([]);
    await page.locator(button("Save and sign in")).click();
    await page.locator("dl ::-p-text(Signed in)").setTimeout(60_000).wait();
    await page.locator("figure img").setTimeout(30_000).wait();
    await until(() => page.$eval("figure img", (image) => image instanceof HTMLImageElement && image.naturalWidth > 0));
    const [made] = await listOf(account);
    expect([made?.name, made?.status, made?.signedIn]).to.deep.equal(["shop", "signed_in", { text: "Welcome back" }]);
    expect(await page.content()).not.to.include("CANARY");
    expect(complaints).to.deep.equal([]);
  });

  it("has steps that are added, edited, moved and removed by keyboard alone, and names what the API refuses", async () => {
    const account = await newAccount();
    const { page } = await openAs(account, "/access/sign-ins/new");
    await field(page, "Name").fill("shop");
    await field(page, "Address of the log-in page").fill(site.url(path));
    const press = async (name: string, key: "Enter" | "ArrowUp" | "ArrowDown" = "Enter") => {
      const handle = await page.locator(button(name)).waitHandle();
      await handle.focus();
      await page.keyboard.press(key);
    };
    await press("Add the step");
    await field(page, "CSS selector").fill("#one");
    await press("Add the step");
    await field(page, "CSS selector").fill("#two");
    await until(async () => (await wordsOf(page)).join() === "1Click #one,2Click #two");
    await press("Move step 2: Click #two", "ArrowUp");
    await until(async () => (await wordsOf(page)).join() === "1Click #two,2Click #one");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).to.equal(
      "Move step 1: Click #two",
    );
    await press("Remove step 1");
    await until(async () => (await wordsOf(page)).join() === "1Click #one");
    await press("Save and sign in");
    await page.locator("[role=alert], [data-invalid]").wait();
    expect(await listOf(account)).to.deep.equal([]);
  });

  it("records in a frame, and on the page after a step in the middle", async () => {
    site.show("/code", "<style>body{margin:0}</style><label>Code <input style='height:60px'></label>");
    site.show(
      path,
      `<style>body{margin:0}button,iframe{display:block;width:400px;height:100px;border:0;margin:0}</style>
      <iframe src="/code"></iframe><button onclick="this.textContent = 'Twice'">Once</button>`,
    );
    const { page, complaints } = await openAs(await newAccount(), "/access/sign-ins/new");
    await field(page, "Address of the log-in page").fill(site.url(path));
    await trySteps(page, "Try the steps", 0);
    await clickAt(page, 150, 30);
    await page.locator(`${recorder} ::-p-text(textbox “Code”)`).wait();
    await page.locator(button("Record: fill")).click();
    await page.locator("::-p-aria([name='Value'])").fill("1234");
    await page.locator(button("Add the step")).click();
    await field(page, "CSS selector").fill("button");
    await page.locator("[data-step]:first-child button[aria-expanded]").click();
    await trySteps(page, "Try up to step 1", 1);
    await clickAt(page, 200, 150);
    await page.locator(`${recorder} ::-p-text(button “Once”)`).wait();
    await page.locator(button("Record: click")).click();
    expect(await wordsOf(page)).to.deep.equal(["1Fill “Code”", "2Click button “Once”", "3Click button"]);
    await trySteps(page, "Try again", 3);
    await clickAt(page, 200, 150);
    await page.locator(`${recorder} ::-p-text(button “Twice”)`).wait();
    expect(complaints).to.deep.equal([]);
  });

  it("has steps that are moved by drag", async () => {
    const { page } = await openAs(await newAccount(), "/access/sign-ins/new");
    for (const selector of ["#one", "#two", "#three"]) {
      await page.locator(button("Add the step")).click();
      await field(page, "CSS selector").fill(selector);
    }
    await page.locator("[data-step] [aria-expanded=true]").click();
    const boxes = await page.$$eval("[data-handle]", (all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    const [first, , last] = boxes;
    await page.mouse.move(first.x + 10, first.y + 10);
    await page.mouse.down();
    await page.mouse.move(last.x + 10, last.y + last.height, { steps: 8 });
    await page.mouse.up();
    await until(async () => (await wordsOf(page)).join() === "1Click #two,2Click #three,3Click #one");
  });

  it("changes without showing what is saved", async () => {
    const account = await newAccount();
    const body = {
      name: "shop",
      url: site.url(path),
      steps: [{ wait: 0 }, { fill: { target: { label: "Name" }, value: "CANARY-name" } }],
      signedIn: { selector: "form" },
    };
    const reply: { signIn: SignIn } = await (await account.call("POST", "/sign-ins", body)).json();
    const { page, complaints } = await openAs(account, "/access");
    await page.locator("main li a::-p-text(shop)").click();
    await page.locator("::-p-text(The saved steps are never shown)").wait();
    await field(page, "Renew after, minutes").fill("60");
    await page.locator(button("Save")).click();
    await page.locator("::-p-text(Saved. The service signs in again.)").wait();
    const [changed] = await listOf(account);
    expect([changed?.id, changed?.renewAfter, changed?.signedIn]).to.deep.equal([
      reply.signIn.id,
      60,
      { selector: "form" },
    ]);
    expect(await page.content()).not.to.include("CANARY");
    expect(complaints).to.deep.equal([]);
  });
});
