import { expect } from "chai";
import type { Page } from "puppeteer";
import sharp from "sharp";
import type { Preset } from "#schemas/preset.ts";
import type { Caller } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { shopPage } from "./support/changingSite.ts";
import { findViolations } from "./support/scan.ts";
import { useConsole } from "./support/useConsole.ts";

describe("presets and signed links in the console", function () {
  this.timeout(180_000);
  const { pipeline, site, newAccount, openAs } = useConsole();
  before(() => site.show("/shop", shopPage("Shop")));

  const press = (page: Page, name: string) => page.locator(`::-p-aria([name='${name}'][role='button'])`).click();
  const field = (page: Page, name: string) => page.locator(`::-p-aria([name='${name}'][role='textbox'])`);

  const readJobs = async (owner: Caller): Promise<string[]> => {
    const { jobs }: { jobs: { id: string }[] } = await (await owner.call("GET", "/jobs")).json();
    return jobs.map(({ id }) => id);
  };

  const readPreset = async (owner: Caller, name: string): Promise<Preset> => {
    const reply: { preset: Preset } = await (await owner.call("GET", `/presets/${name}`)).json();
    return reply.preset;
  };

  it("are made, changed and deleted, and a hidden style sheet stays until it is removed", async () => {
    const owner = await newAccount();
    const { page, complaints, go } = await openAs(owner, "/presets");
    await page.locator("a::-p-text(New preset)").click();
    await field(page, "Name").fill("Wrong Name");
    await field(page, "Width, pixels").fill("390");
    await press(page, "Save the preset");
    await page.locator("span::-p-text(must have 1 to 64 small letters)").wait();
    await field(page, "Name").click({ count: 3 });
    await page.keyboard.type("phone");
    await page.locator("summary::-p-text(Your own code)").click();
    await field(page, "Style sheet").fill("body{background:#ff0000}");
    await page.locator("summary::-p-text(Outputs)").click();
    await page.locator("[role=group][aria-label=PDF] label").click();
    await page.locator("::-p-aria([name='Margin top'][role='textbox'])").fill("wrong");
    await press(page, "Save the preset");
    await page.locator("[role=group][aria-label=PDF] span::-p-text(must match)").wait();
    await field(page, "Margin top").click({ count: 3 });
    await page.keyboard.type("2cm");
    expect(await findViolations(page)).to.deep.equal([]);
    await press(page, "Save the preset");
    await page.locator("li ::-p-text(Width 390)").wait();
    expect((await readPreset(owner, "phone")).options).to.deep.equal({ width: 390, pdf: { margin: { top: "2cm" } } });

    await page.locator("main li a::-p-text(phone)").click();
    await page.locator("::-p-text(Set and not shown)").wait();
    await field(page, "Width, pixels").click({ count: 3 });
    await page.keyboard.type("400");
    await press(page, "Save the preset");
    await until(async () => (await readPreset(owner, "phone")).options.width === 400);
    expect((await readPreset(owner, "phone")).hidden).to.deep.equal(["css"]);
    await page.locator("label::-p-text(Remove: Style sheet)").click();
    await press(page, "Save the preset");
    await until(async () => (await readPreset(owner, "phone")).hidden.length === 0);
    expect((await readPreset(owner, "phone")).options).to.deep.equal({ width: 400, pdf: { margin: { top: "2cm" } } });

    await go("/presets");
    await press(page, "Delete the preset phone");
    await press(page, "Delete the preset");
    await page.locator("::-p-text(No presets yet)").wait();
    expect((await owner.call("GET", "/presets/phone")).status).to.equal(404);
    expect(complaints.filter((line) => !line.includes("400 (Bad Request)"))).to.deep.equal([]);
  });

  it("are saved from the options of a render, and a render overrides them", async () => {
    const owner = await newAccount();
    const { page, complaints } = await openAs(owner, "/renders/new");
    await field(page, "Address of the page").fill(site.url("/shop"));
    await field(page, "Width, pixels").fill("480");
    await page.locator("::-p-xpath(//label[contains(., 'Full page')])").click();
    await press(page, "Save as a preset …");
    await field(page, "Name").fill("small");
    await press(page, "Save the preset");
    await page.locator("::-p-text(The preset small is saved.)").wait();
    expect((await readPreset(owner, "small")).options).to.deep.equal({ width: 480, fullPage: true });
    // The form now names the preset, and shows its options as defaults.
    await page.locator("::-p-text(Its options show as defaults.)").wait();
    await until(() => page.$$eval("[role=dialog]", (dialogs) => dialogs.length === 0));
    expect(
      await page.$eval("::-p-aria([name='Width, pixels'][role='textbox'])", (input) =>
        input.getAttribute("placeholder"),
      ),
    ).to.equal("480");
    await page.locator("::-p-xpath(//label[contains(., 'Full page')])").click();
    await page
      .locator("::-p-aria([name='Full page'][role='switch'])")
      .filter((input) => input instanceof HTMLInputElement && !input.checked)
      .wait();
    await press(page, "Render");
    await page.waitForFunction(() => new URL(location.href).searchParams.has("job"));
    const jobs = await readJobs(owner);
    expect(jobs).to.have.length(1);
    const { result } = await owner.ended(jobs[0] ?? "");
    expect(result?.screenshot).to.include({ width: 480, height: 720 });
    expect(complaints).to.deep.equal([]);
  });

  it("print a PDF by its fields", async () => {
    const owner = await newAccount();
    const { page, complaints } = await openAs(owner, "/renders/new");
    await field(page, "Address of the page").fill(site.url("/shop"));
    await page.locator("summary::-p-text(Outputs)").click();
    // The bar with “Render” covers what is at the lower edge of the window.
    await page.$eval("[role=group][aria-label=PDF]", (group) => group.scrollIntoView({ block: "center" }));
    await page.locator("[role=group][aria-label=PDF] label").click();
    await field(page, "Width of a sheet").fill("100mm");
    await field(page, "Height of a sheet").fill("200mm");
    const landscape = "[role=group][aria-label=PDF] label::-p-text(Landscape)";
    await page.$eval(landscape, (label) => label.scrollIntoView({ block: "center" }));
    await page.locator(landscape).click();
    await press(page, "Render");
    await page.locator("::-p-aria([name='PDF'][role='tab'])").setTimeout(60_000).wait();
    const [id = ""] = await readJobs(owner);
    const { options } = await owner.ended(id);
    expect(options.pdf).to.deep.include({ width: "100mm", height: "200mm", landscape: true });
    expect(new URL(page.url()).searchParams.get("pdf.width")).to.equal("100mm");
    await page.reload();
    await page.locator("summary::-p-text(Outputs)").click();
    await field(page, "Width of a sheet").wait();
    expect(complaints).to.deep.equal([]);
  });

  it("link to a picture that needs no key, and name what the link can't hold", async () => {
    const owner = await newAccount();
    const created: { secret: string } = await (
      await owner.call("POST", "/account/signing-keys", { name: "website" })
    ).json();
    const { page, complaints } = await openAs(owner, "/renders/new");
    await field(page, "Address of the page").fill(site.url("/shop"));
    await field(page, "Width, pixels").fill("300");
    await field(page, "Height, pixels").fill("200");
    await page.locator("::-p-aria(Hide elements)").fill("h1");
    await press(page, "Signed link …");
    await page.locator("[role=dialog] ::-p-text(Hide elements)").wait();
    await press(page, "Sign the link");
    await page.locator("[role=dialog] span::-p-text(Enter the secret of this key.)").wait();
    const secret = "[role=dialog] input[type=password]";
    await page.locator(secret).fill(created.secret);
    await press(page, "Sign the link");
    const link = await page
      .locator("[role=dialog] code")
      .map((code) => code.textContent)
      .wait();
    expect(await findViolations(page)).to.deep.equal([]);
    expect(await readJobs(owner)).to.deep.equal([]);
    const signed = new URL(link);
    const reply = await fetch(new URL(`${signed.pathname}${signed.search}`, pipeline.apiUrl));
    expect(reply.status).to.equal(200);
    const { width, height } = await sharp(await reply.bytes()).metadata();
    expect([width, height]).to.deep.equal([300, 200]);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).to.not.include(created.secret);
    expect(complaints).to.deep.equal([]);
  });
});
