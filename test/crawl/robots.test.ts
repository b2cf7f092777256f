import { expect } from "chai";
import { parseRobots, robotsTest } from "#activities/crawl/robots.ts";
import { cpuTimeMs } from "../support/cpuTime.ts";

const agent = "Watchframe";
const rulesFor = (file: string | Buffer) => parseRobots(Buffer.from(file), agent);

/** Whether a robots.txt allows a path. The path is percent-encoded like a URL. */
function allows(file: string | Buffer, path: string): boolean {
  return robotsTest(rulesFor(file).rules)(new URL(path, "https://shop.example"));
}

function group(...rules: string[]): string {
  return ["User-agent: Watchframe", ...rules, ""].join("\n");
}

type Case = [what: string, file: string | Buffer, allowed: string[], forbidden: string[]];

function expectRules(cases: readonly Case[]): void {
  for (const [what, file, allowed, forbidden] of cases) {
    it(what, () => {
      expect(allowed.filter((path) => !allows(file, path))).to.deep.equal([]);
      expect(forbidden.filter((path) => allows(file, path))).to.deep.equal([]);
    });
  }
}

// The rules of RFC 9309 and of Google's reference parser; https://www.rfc-editor.org/rfc/rfc9309.html.
describe("robots.txt: lines", () => {
  expectRules([
    ["an empty file forbids nothing", "", ["/", "/cart"], []],
    ["names in any case", "USER-AGENT: watchframe\nDISALLOW: /cart\naLLoW: /cart/help", ["/cart/help"], ["/cart"]],
    ["blanks around names and values", "  User-agent :\tWatchframe \n\tDisallow:   /cart\t ", ["/"], ["/cart"]],
    ["a colon that was forgotten", "user-agent Watchframe\ndisallow /cart", ["/"], ["/cart"]],
    ["no colon and too many words say nothing", group("Disallow /cart /help"), ["/cart"], []],
    ["unknown names say nothing", "agent: Watchframe\nforbid: /", ["/cart"], []],
    ["misspelt names", "Useragent: Watchframe\nDissallow: /cart\nDisalow: /till", ["/"], ["/cart", "/till"]],
    ["more misspelt names", "User agent: Watchframe\nDiasllow: /cart\nDisallaw: /till", ["/"], ["/cart", "/till"]],
    [
      "comments, whole lines and ends",
      "# all\nUser-agent: Watchframe # we\n# Disallow: /\nDisallow: /cart#x",
      ["/"],
      ["/cart", "/cart#y"],
    ],
    [
      "ends of lines: CR LF",
      group("Disallow: /cart", "Disallow: /till").replaceAll("\n", "\r\n"),
      ["/"],
      ["/cart", "/till"],
    ],
    [
      "ends of lines: CR",
      group("Disallow: /cart", "Disallow: /till").replaceAll("\n", "\r"),
      ["/"],
      ["/cart", "/till"],
    ],
    ["no end at the last line", "User-agent: Watchframe\nDisallow: /cart", ["/"], ["/cart"]],
    ["a byte order mark", `\ufeff${group("Disallow: /cart")}`, ["/"], ["/cart"]],
    [
      "two bytes of one",
      Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(group("Disallow: /cart"))]),
      ["/"],
      ["/cart"],
    ],
    ["one byte of one", Buffer.concat([Buffer.from([0xef]), Buffer.from(group("Disallow: /cart"))]), ["/"], ["/cart"]],
    ["not one in the middle", group("Disallow: /cart", "\ufeffDisallow: /till"), ["/till"], ["/cart"]],
    [
      "nor other bytes before",
      Buffer.concat([Buffer.from([0xef, 0x01]), Buffer.from(group("Disallow: /cart"))]),
      ["/cart"],
      [],
    ],
    ["binary rubbish", Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 131) % 256)), ["/cart"], []],
  ]);

  it("of more than 16,663 bytes are read up to there", () => {
    const start = "/".padEnd(16_663 - "Disallow: ".length, "x");
    const { rules } = rulesFor(group(`Disallow: ${start}yyy`, "Allow: /b"));
    expect(rules.map(({ pattern }) => pattern)).to.deep.equal([start, "/b"]);
  });
});

describe("robots.txt: groups", () => {
  const mixed = [
    "Disallow: /orphan",
    "User-agent: Watchframe",
    "Disallow: /one",
    "User-agent: OtherBot",
    "Disallow: /other",
    "",
    "Disallow: /other-too",
    "User-agent: ThirdBot",
    "",
    "User-agent: Watchframe",
    "Disallow: /two",
  ].join("\n");
  expectRules([
    ["for us count together, others do not", mixed, ["/orphan", "/other", "/other-too"], ["/one", "/two"]],
    [
      "of several agents",
      "User-agent: OtherBot\nUser-agent: Watchframe\nUser-agent: *\nDisallow: /cart",
      ["/"],
      ["/cart"],
    ],
    [
      "for everyone where none is for us",
      "User-agent: *\nDisallow: /cart\nUser-agent: OtherBot\nDisallow: /",
      ["/"],
      ["/cart"],
    ],
    [
      "for everyone count together too",
      "User-agent: *\nDisallow: /one\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /two",
      ["/"],
      ["/one", "/two"],
    ],
    [
      "for everyone don't count where one is for us",
      "User-agent: *\nDisallow: /\nUser-agent: Watchframe\nDisallow: /cart",
      ["/"],
      ["/cart"],
    ],
    [
      "for us without a rule allow everything",
      "User-agent: *\nDisallow: /\nUser-agent: Watchframe\nDisallow:",
      ["/", "/cart"],
      [],
    ],
    ["for us that say nothing allow everything", "User-agent: *\nDisallow: /\n\nUser-agent: Watchframe", ["/"], []],
    ["for others only leave us free", "User-agent: OtherBot\nDisallow: /", ["/"], []],
    [
      "go on behind lines that are no rules",
      "User-agent: Watchframe\nSitemap: https://a.example/s\nWhatever: x\nUser-agent: OtherBot\nDisallow: /cart",
      ["/"],
      ["/cart"],
    ],
    ["end behind a rule", "User-agent: Watchframe\nAllow: /\nUser-agent: OtherBot\nDisallow: /cart", ["/cart"], []],
    [
      "end behind a rule for others too",
      "User-agent: OtherBot\nDisallow: /a\nUser-agent: Watchframe\nDisallow: /b",
      ["/a"],
      ["/b"],
    ],
  ]);
});

describe("robots.txt: the agent's name", () => {
  expectRules([
    ["in any case", "User-agent: WATCHFRAME\nDisallow: /cart", ["/"], ["/cart"]],
    ["with a version", "User-agent: Watchframe/2.1\nDisallow: /cart", ["/"], ["/cart"]],
    ["with words behind it", "User-agent: Watchframe Crawler\nDisallow: /cart", ["/"], ["/cart"]],
    ["with a star", "User-agent: Watchframe*\nDisallow: /cart", ["/"], ["/cart"]],
    [
      "not as part of another",
      "User-agent: Watchframes\nDisallow: /\nUser-agent: My-Watchframe\nDisallow: /",
      ["/cart"],
      [],
    ],
    ["not the beginning of ours", "User-agent: Watch\nDisallow: /", ["/cart"], []],
    ["not an empty one", "User-agent:\nDisallow: /", ["/cart"], []],
    ["a star with words behind it is everyone", "User-agent: * all\nDisallow: /cart", ["/"], ["/cart"]],
    ["a star with letters behind it is no one", "User-agent: *bot\nDisallow: /cart", ["/cart"], []],
  ]);
});

describe("robots.txt: rules", () => {
  expectRules([
    [
      "match from the start of the path",
      group("Disallow: /cart"),
      ["/", "/my/cart", "/?q=/cart"],
      ["/cart", "/carts", "/cart/a", "/cart?x"],
    ],
    [
      "with a slash match what is below",
      group("Disallow: /cart/"),
      ["/cart", "/cart?x"],
      ["/cart/", "/cart/a", "/cart/?x"],
    ],
    ["tell case", group("Disallow: /Cart"), ["/cart"], ["/Cart"]],
    [
      "the longest decides, whatever the order",
      group("Allow: /cart/help", "Disallow: /cart"),
      ["/cart/help", "/"],
      ["/cart", "/cart/hel"],
    ],
    ["the longest decides the other way", group("Disallow: /cart/help", "Allow: /cart"), ["/cart"], ["/cart/help"]],
    ["permission decides between two as long", group("Disallow: /cart", "Allow: /cart"), ["/cart"], []],
    ["permission decides for the whole site too", group("Disallow: /", "Allow: /"), ["/", "/cart"], []],
    [
      "length is that of the pattern, stars included",
      group("Allow: /page", "Disallow: /*.html"),
      ["/page"],
      ["/page.html"],
    ],
    ["empty ones say nothing", group("Disallow:", "Allow:"), ["/", "/cart"], []],
    ["a star in the middle", group("Disallow: /a/*/z"), ["/a/z", "/a/b"], ["/a/b/z", "/a//z", "/a/b/c/zebra"]],
    ["a star at the end changes nothing", group("Disallow: /fi*"), ["/f"], ["/fi", "/fish", "/fi/sh"]],
    ["a star at the start", group("Disallow: *.pdf"), ["/a.html"], ["/a.pdf", "/b/a.pdf?x"]],
    ["stars side by side", group("Disallow: /a**b"), ["/a"], ["/ab", "/axb"]],
    ["a dollar at the end", group("Disallow: /cart$"), ["/cart/", "/cart?x", "/carts"], ["/cart"]],
    ["a dollar behind a star", group("Disallow: /*.php$"), ["/a.php?x", "/a.php5", "/php"], ["/a.php", "/b/a.php"]],
    ["a dollar for the start page alone", group("Allow: /$", "Disallow: /"), ["/"], ["/cart", "/?x"]],
    ["a dollar in the middle is a dollar", group("Disallow: /a$b"), ["/a"], ["/a$b", "/a$bc"]],
    [
      "the text before a dollar is not used twice",
      group("Disallow: /aba*aba$"),
      ["/aba", "/ababa"],
      ["/abaaba", "/abaxaba"],
    ],
    ["of the query", group("Disallow: /*?sort="), ["/list", "/list?page=2"], ["/list?sort=up"]],
    [
      "index.html allows its directory",
      group("Allow: /help/index.html", "Disallow: /"),
      ["/help/", "/help/index.html"],
      ["/help/a", "/help", "/index.html"],
    ],
    ["index.htm as well", group("Allow: /index.htm", "Disallow: /"), ["/", "/index.htm", "/index.html"], ["/a"]],
    ["index.html forbids itself only", group("Disallow: /help/index.html"), ["/help/"], ["/help/index.html"]],
  ]);
});

describe("robots.txt: escapes", () => {
  expectRules([
    [
      "letters beyond ASCII are those of escaped URLs",
      group("Disallow: /käse"),
      ["/kase"],
      ["/käse", "/k%C3%A4se", "/k%c3%a4se"],
    ],
    ["escapes in either case", group("Disallow: /k%c3%a4se"), ["/kase"], ["/käse", "/k%C3%A4se"]],
    [
      "of reserved characters stay apart from the characters",
      group("Disallow: /a%2Fb"),
      ["/a/b"],
      ["/a%2Fb", "/a%2fb"],
    ],
    [
      "addresses in queries need none",
      group("Disallow: /go?to=https://x.example/?a"),
      ["/go"],
      ["/go?to=https://x.example/?a=b"],
    ],
    [
      "of plain letters in a prohibition hold for the letters too",
      group("Disallow: /%63%61%72%74"),
      ["/"],
      ["/cart", "/%63%61%72%74"],
    ],
    [
      "of plain letters in a permission hold by the letter",
      group("Disallow: /", "Allow: /%63%61%72%74"),
      ["/%63%61%72%74"],
      ["/cart"],
    ],
    ["in another encoding are bytes", Buffer.from(group("Disallow: /k\u00e4se"), "latin1"), ["/käse"], ["/k%E4se"]],
  ]);
});

describe("robots.txt: other fields", () => {
  it("lists sitemaps from any line and any group", () => {
    const file = "Sitemap: https://a.example/käse.xml\nUser-agent: OtherBot\nDisallow: /\nsite-map: /two.xml";
    expect(rulesFor(file).sitemaps).to.deep.equal(["https://a.example/käse.xml", "/two.xml"]);
  });

  const delays: [file: string, delay: number | null][] = [
    [group("Crawl-delay: 2.5", "Disallow: /a"), 2.5],
    [group("crawldelay: 3"), 3],
    [group("Crawl-delay: 0"), 0],
    [group("Crawl-delay: soon", "Crawl-delay: -1", "Crawl-delay:"), null],
    ["User-agent: *\nCrawl-delay: 4", 4],
    ["User-agent: *\nCrawl-delay: 4\nUser-agent: OtherBot\nCrawl-delay: 9\nDisallow: /", 4],
    ["User-agent: *\nDisallow: /a\nCrawl-delay: 4\nUser-agent: Watchframe\nDisallow: /b", null],
    ["User-agent: OtherBot\nDisallow:\nCrawl-delay: 9", null],
    ["Crawl-delay: 9", null],
  ];
  for (const [file, delay] of delays)
    it(`${JSON.stringify(file)} has a delay of ${delay}`, () => expect(rulesFor(file).crawlDelay).to.equal(delay));
});

describe("robots.txt: hostile files", () => {
  const path = (text: string) => new URL(text, "https://shop.example");

  const hostile: [what: string, file: string, url: string][] = [
    [
      "of many stars",
      group(...Array.from({ length: 5_000 }, (_, index) => `Disallow: /q${"a*".repeat(40)}${index}$`)),
      `/${"a".repeat(2_000)}`,
    ],
    ["of the same rule again and again", `User-agent: *\n${"Allow:/*z\n".repeat(51_000)}`, `/${"a".repeat(2_000)}`],
    [
      "of half a megabyte of different rules",
      group(...Array.from({ length: 40_000 }, (_, index) => `Allow: /${index.toString(36)}`)),
      "/page-about-something",
    ],
    [
      "of long pieces that all but match",
      group(...Array.from({ length: 1_900 }, (_, index) => `Allow: /*${index}b${"a".repeat(240)}`)),
      `/${"a".repeat(2_000)}`,
    ],
  ];
  for (const [what, file, url] of hostile)
    it(`${what} parses within its time limit`, () => {
      const mayAsk = robotsTest(rulesFor(file).rules);
      const took = cpuTimeMs(() => {
        for (let round = 0; round < 10; round += 1) expect(mayAsk(path(url))).to.equal(true);
      });
      expect(took / 10).to.be.below(50);
    });

  const fibonacci = Array.from({ length: 15 }).reduce<[string, string]>(
    ([one, two]) => [two, two + one],
    ["a", "ab"],
  )[1];
  const worst: [what: string, pattern: (index: number) => string, path: string][] = [
    ["a run that ends otherwise", (index) => `${"a".repeat(240 - (index % 50))}b`, "a".repeat(2_047)],
    ["a run that begins otherwise", (index) => `b${"a".repeat(240 - (index % 50))}`, "a".repeat(2_047)],
    [
      "a run with another letter inside",
      (index) => `${"a".repeat(70 + (index % 50))}b${"a".repeat(120)}`,
      "aab".repeat(682),
    ],
    ["pairs", (index) => `${"ab".repeat(120 - (index % 20))}c`, "aab".repeat(682)],
    ["texts that repeat nowhere", (index) => `${fibonacci.slice(0, 240 - (index % 50))}c`, fibonacci.slice(0, 2_047)],
    ["many pieces", (index) => `${"aaab*".repeat(48)}${index}`, "aaab".repeat(511)],
  ];
  for (const [what, pattern, text] of worst)
    it(`takes at most 500 ms for 2,000 long patterns and an address of 2 KB: ${what}`, () => {
      const file = group(...Array.from({ length: 2_000 }, (_, index) => `Disallow: /*${pattern(index)}z${index}`));
      const mayAsk = robotsTest(rulesFor(file).rules);
      const took = cpuTimeMs(() => expect(mayAsk(path(`/${text}`))).to.equal(true));
      expect(took).to.be.below(500);
    });

  it("with more than 2,000 `*` patterns is obeyed, and in doubt forbids more than it lists", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `Disallow: /n*${index}x`);
    const mayAsk = robotsTest(
      rulesFor(group(...many, "Disallow: /shop*secret", "Allow: /shop*open", "Disallow: /b", "Allow: /bc*")).rules,
    );
    const allowed = (paths: string[]) => paths.filter((each) => mayAsk(path(each)));
    expect(allowed(["/n-1", "/", "/sho", "/bcd"])).to.have.length(4);
    expect(allowed(["/n-1999x", "/n-0x", "/shop-secret", "/shop-other", "/shop-open", "/b"])).to.deep.equal([]);
  });
});
