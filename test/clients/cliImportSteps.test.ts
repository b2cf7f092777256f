import { expect } from "chai";
import type { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { useAccountCommands } from "./support/accountCommands.ts";

type Imported = { action: string; name: string; reason?: string; warnings: string[]; request: MonitorRequest };

/** A page that no browser reaches, as the monitors are paused. */
const page = "https://lamps.example";

describe("the import of interactions, conditions and values", function () {
  this.timeout(120_000);
  const commands = useAccountCommands();

  /** Monitors that a file would make, once the API has taken all of it. */
  async function imported(input: string): Promise<Imported[]> {
    const read = async (...more: string[]): Promise<Imported[]> => {
      const args = ["monitor", "import", "-", "--paused", "--json", ...more];
      const { text, stderr } = await commands.run(args, input);
      expect(text, stderr).to.match(/^\[/u);
      return JSON.parse(text);
    };
    const planned = await read("--dry-run");
    for (const { action, name, reason } of await read())
      expect([action, reason], name).to.deep.equal(["created", undefined]);
    return planned;
  }

  const watches = (...all: object[]) =>
    JSON.stringify({
      watching: Object.fromEntries(
        all.map((watch, index) => [index, { url: `${page}/${index}`, title: `Watch ${index}`, ...watch }]),
      ),
    });

  it("makes steps of the interactions of BackstopJS in its order, and options where these do the same", async () => {
    const scenarios = [
      {
        label: "Menu",
        url: `${page}/menu`,
        readySelector: "#app",
        delay: 500,
        keyPressSelectors: [{ selector: "#q", keyPress: "lamps" }],
        hoverSelectors: [".nav", ".item"],
        clickSelectors: ["#open", "#first"],
        postInteractionWait: 1500,
        scrollToSelector: "footer",
        readyEvent: "loaded",
        onReadyScript: "ready.js",
      },
      { label: "Wait", url: `${page}/wait`, clickSelector: "#open", postInteractionWait: ".opened" },
      { label: "Plain", url: `${page}/plain`, clickSelector: "#open", scrollToSelector: "footer" },
      { label: "Slow", url: `${page}/slow`, readySelector: "#app", delay: 40_000 },
    ];
    const rows = await imported(JSON.stringify({ viewports: [], scenarios }));
    expect(rows.map(({ request }) => request.capture)).to.deep.equal([
      {
        steps: [
          { waitFor: { selector: "#app" } },
          { wait: 0.5 },
          { fill: { target: "#q", value: "(secret)" } },
          { hover: { target: ".nav" } },
          { hover: { target: ".item" } },
          { click: { target: "#open" } },
          { click: { target: "#first" } },
          { wait: 1.5 },
          { scroll: { target: "footer" } },
        ],
      },
      { steps: [{ click: { target: "#open" } }, { waitFor: { selector: ".opened" } }] },
      { clickSelectors: ["#open"], scrollToElement: "footer" },
      { waitForSelector: "#app", delay: 30, timeout: 60 },
    ]);
    expect(rows[0]?.warnings.map((warning) => warning.split(":", 1)[0])).to.deep.equal(["readyEvent", "onReadyScript"]);
    expect(rows[3]?.warnings).to.deep.equal(["A wait of 40 seconds is cut to 30."]);
  });

  it("makes steps of the browser steps of changedetection.io, and lists those without an equal", async () => {
    const step = (operation: string, selector = "", value = "") => ({ operation, selector, optional_value: value });
    const browserSteps = [
      step("Goto site"),
      step("Choose one"),
      step("Enter text in field", "#user", "ann"),
      step("Enter text in field", "//input[@name='pass']", "hidden words"),
      step("Click element if exists", "#cookies"),
      step("Click element containing text", "", "Show all"),
      step("<select> by option text", "select", "Blue"),
      step("Press Enter"),
      step("Wait for seconds", "", "2"),
      step("Wait for text", "", "Welcome"),
      step("Execute JS", "", "scrollTo(0, 9)"),
      step("Remove elements", ".ad"),
      step("Click X,Y", "", "10,20"),
      step("Click element", "//div/.."),
      step("Enter text in field", "#day", "{% now 'utc' %}"),
    ];
    const more = { webdriver_delay: 20, webdriver_js_execute_code: "window.ready = 1" };
    const [row] = await imported(watches({ browser_steps: browserSteps, ...more }));
    expect(row?.request.capture).to.deep.equal({
      text: true,
      changeOn: "text",
      script: "window.ready = 1",
      delay: 20,
      timeout: 44,
      steps: [
        { fill: { target: "#user", value: "(secret)" }, timeout: 10 },
        { fill: { target: 'input[name="pass"]', value: "(secret)" }, timeout: 10 },
        { click: { target: "#cookies" }, timeout: 10, optional: true },
        { click: { target: { text: "Show all" } }, timeout: 10, optional: true },
        { select: { target: "select", values: ["Blue"] }, timeout: 10 },
        { press: { key: "Enter" } },
        { wait: 2 },
        { waitFor: { text: "Welcome" }, timeout: 30 },
        { script: "scrollTo(0, 9)", timeout: 10 },
        { script: 'document.querySelectorAll(".ad").forEach((element) => element.remove())' },
      ],
    });
    expect(row?.warnings).to.deep.equal([
      "browser_steps: Step 12 (Click X,Y) is left out, as there is no equal step.",
      "browser_steps: Step 13 (Click element) is left out: //div/.. has no equal CSS selector.",
      "browser_steps: Step 14 (Enter text in field) has a template, which is not filled in.",
    ]);
  });

  it("makes values and conditions of what changedetection.io alerts on", async () => {
    const conditions = [
      { field: "extracted_number", operator: "<", value: "50" },
      { field: "page_filtered_text", operator: "!contains_regex", value: "sold\\s+out" },
      { field: "word_count", operator: ">", value: "5" },
    ];
    const rows = await imported(
      watches(
        { trigger_text: ["In stock", "/only \\d+ left/i"], text_should_not_be_present: ["Maintenance"] },
        { include_filters: ["#price"], conditions, conditions_match_logic: "ALL" },
        { include_filters: ["json:$.offers[0].price", "jq:.items[].name", "jq:.a | length"] },
        { extract_text: ["/Version ([0-9.]+)/"], sort_text_alphabetically: true },
        { filter_text_removed: false, filter_text_replaced: false, sort_text_alphabetically: true },
      ),
    );
    expect(rows[0]?.request).to.deep.include({
      alertWhen: {
        all: [
          { value: "trigger", is: "appears" },
          { value: "blocking", is: "disappears" },
        ],
      },
    });
    expect(rows[0]?.request.capture?.values).to.deep.equal([
      { name: "trigger", pattern: "(?i:In stock)|(?i:only \\d+ left)" },
      { name: "blocking", pattern: "(?i:Maintenance)" },
    ]);
    expect(rows[1]?.request.capture?.values).to.deep.equal([
      { name: "condition1", selector: "#price", as: "number" },
      { name: "condition2", pattern: "(?i:sold\\s+out)" },
    ]);
    expect(rows[1]?.request.alertWhen).to.deep.equal({
      all: [
        { value: "condition1", is: "below", than: 50 },
        { value: "condition2", is: "disappears" },
      ],
    });
    expect(rows[1]?.warnings).to.deep.equal(["conditions: “word_count > 5” has no equal condition."]);
    expect(rows[2]?.request.capture).to.deep.equal({
      values: [
        { name: "json1", jsonPath: "$.offers[0].price" },
        { name: "json2", jsonPath: '$["items"][*]["name"]', as: "list" },
      ],
      changeOn: "values",
    });
    expect(rows[2]?.warnings).to.deep.equal(["include_filters: jq:.a | length has no equal JSONPath."]);
    expect(rows[3]?.request.capture).to.deep.equal({
      values: [{ name: "text1", pattern: "(?:Version ([0-9.]+))" }],
      changeOn: "values",
    });
    expect(rows[4]?.request.capture).to.include({ onlyAdded: true, ignoreOrder: true });
  });

  it("makes values of price and stock of watches for a restock", async () => {
    const processor = "restock_diff";
    const rows = await imported(
      watches(
        { processor },
        { processor, restock_settings: { in_stock_processing: "all_changes", price_change_threshold_percent: 5 } },
        { processor, processor_config_restock_diff: { in_stock_processing: "off", price_change_max: 20 } },
      ),
    );
    expect(rows.map(({ request }) => request.alertWhen)).to.deep.equal([
      {
        any: [
          { value: "availability", is: "equals", than: "InStock" },
          { value: "price", is: "changed" },
        ],
      },
      {
        any: [
          { value: "availability", is: "changed" },
          { value: "price", is: "changedBy", than: "5%" },
        ],
      },
      { any: [{ value: "price", is: "above", than: 20 }] },
    ]);
    expect(rows[0]?.request.capture).to.deep.equal({
      values: [
        { name: "price", product: "price" },
        { name: "availability", product: "availability" },
      ],
      changeOn: "values",
    });
  });

  it("makes values of the filters of urlwatch, and takes over its waits, statuses and user agent", async () => {
    const file = `name: Tag
url: ${page}/tags.json
filter:
  - jq: '.[0].name'
timeout: 45
ignore_http_error_codes: 404, 5xx
useragent: Lamps/1
---
name: Version
navigate: ${page}/version
wait_for_selector: "#app"
wait_for_timeout: 3
initialization_js: window.ready = 1
filter:
  - html2text
  - grep: "Current.*version"
  - delete_lines_containing: Visitors
---
name: Links
url: ${page}/links
filter:
  - xpath: //a[contains(@class, "title")]
  - jq: '.a | length'
`;
    const [tag, version, links] = await imported(file);
    expect(tag?.request.capture).to.deep.equal({
      values: [{ name: "value1", jsonPath: '$[0]["name"]' }],
      changeOn: "values",
      timeout: 45,
      userAgent: "Lamps/1",
      okStatus: ["200-399", 404, "500-599"],
    });
    expect(version?.request.capture).to.deep.include({
      values: [{ name: "value1", pattern: "^.*(?:Current.*version).*$" }],
      waitForSelector: "#app",
      delay: 3,
      script: "window.ready = 1",
    });
    expect(version?.warnings).to.deep.equal(["filter grep: The first line that matches is read."]);
    expect(links?.request.capture).to.include({ selector: 'a[class*="title"]', changeOn: "text" });
    expect(links?.warnings).to.include("filter jq:.a | length has no equal JSONPath.");
  });

  it("keeps the timeout of a job of urlwatch, and lengthens one that its wait would use up", async () => {
    const job = (name: string, timeout: number, wait: number) =>
      `name: ${name}\nnavigate: ${page}/${name}\ntimeout: ${timeout}\nwait_for_timeout: ${wait}\n`;
    const rows = await imported(
      [job("long", 60, 20), job("short", 20, 15), job("fits", 20, 5), job("tiny", 2, 1)].join("---\n"),
    );
    expect(rows.map(({ request }) => request.capture?.timeout)).to.deep.equal([60, 30, 20, 10]);
    expect(rows.map(({ warnings }) => warnings.filter((text) => text.startsWith("timeout")))).to.deep.equal([
      [],
      ["timeout: 20 s are changed to 30, to leave time for the wait."],
      [],
      ["timeout: 2 s are changed to 10, as it takes 10 to 60."],
    ]);
  });
});
