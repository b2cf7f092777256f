import { assert } from "chai";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";
import { type ChromePages, openChromePages, textOf } from "./chromePages.ts";

function markdownOf(body: string): string {
  const html = `<!DOCTYPE html><html><body>${body}</body></html>`;
  return convertPage({ html, title: "", heading: "", declared: false, whole: true }).trim();
}

const sources: [what: string, html: string, markdown: string][] = [
  [
    "a formula of its own",
    "<p>$$h_{i}^{\\ell+1} = \\text{Attention} \\left( Q^{\\ell} h_{i} \\right)$$</p>",
    "$$h_{i}^{\\ell+1} = \\text{Attention} \\left( Q^{\\ell} h_{i} \\right)$$",
  ],
  ["stars and brackets", "<p>$$a_1 * b_2 * [c]_d$$</p>", "$$a_1 * b_2 * [c]_d$$"],
  ["a formula in a line", "<p>Let $x_{i}^*$ and $y_*$ be.</p>", "Let $x_{i}^*$ and $y_*$ be."],
  ["parentheses", "<p>Let \\(x_{i}\\) and \\(n\\) be.</p>", "Let $x_{i}$ and $n$ be."],
  [
    "brackets",
    "<p>\\[ \\begin{matrix} a &amp; b \\\\[2pt] c \\end{matrix} \\]</p>",
    "$$\\begin{matrix} a & b \\\\[2pt] c \\end{matrix}$$",
  ],
  ["lines", "<p>$$<br>a_1 \\\\<br>b_1<br>$$</p>", "$$a_1 \\\\ b_1$$"],
  ["bold text", "<p><b>The $x_1$</b> or <i>$a_*$</i></p>", "**The $x_1$** or *$a_*$*"],
  ["a cell", "<table><tr><th>a<th>b<tr><td>$|x_1|$<td>c</table>", "| a | b |\n| --- | --- |\n| $\\|x_1\\|$ | c |"],
  ["a comparison", "<p>$a_1&lt;b_2$</p>", "$a_1< b_2$"],
  ["prices", "<p>It costs $5 or *$10*, or $20_000.</p>", "It costs $5 or \\*$10\\*, or $20_000."],
  ["variables of a shell", "<p>Set $HOME_ and $PATH_ now.</p>", "Set $HOME\\_ and $PATH\\_ now."],
  ["patterns", "<p>Write \\(a b\\) or \\[ab\\].</p>", "Write \\\\(a b\\\\) or \\\\\\[ab\\\\]."],
  ["code", "<p><code>$$h_{i}$$</code></p>", "`$$h_{i}$$`"],
  ["a tag", "<p>$x_1 &lt;img src=a onerror=b&gt;$</p>", "$x_1 < img src=a onerror=b>$"],
  ["a link", "<p>$x_1 [a](javascript:b)$</p>", "$x_1 [a] (javascript:b)$"],
];

const fraction = "<mfrac><mi>a</mi><mi>b</mi></mfrac>";
const annotated = (encoding: string) =>
  `<math><semantics><mrow>${fraction}</mrow><annotation encoding="${encoding}">\\frac{a}{b}</annotation></semantics></math>`;
const elements: [what: string, html: string, markdown: string][] = [
  ["a fraction", `<math>${fraction}</math>`, "$\\frac{a}{b}$"],
  ["a power", "<math><msup><mi>x</mi><mn>2</mn></msup></math>", "$x^{2}$"],
  ["an index", "<math><msub><mi>x</mi><mi>i</mi></msub></math>", "$x_{i}$"],
  ["a root", "<math><mroot><mi>x</mi><mn>3</mn></mroot></math>", "$\\sqrt[3]{x}$"],
  [
    "a sum",
    "<math display=block><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>x</mi></math>",
    "$$\\sum_{i}^{n} x$$",
  ],
  [
    "a matrix",
    "<math><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable></math>",
    "$\\begin{matrix}a & b\\end{matrix}$",
  ],
  [
    "the source of KaTeX",
    `<span class="katex-display"><span class="katex"><span class="katex-mathml">${annotated("application/x-tex")}</span><span class="katex-html" aria-hidden="true">ab</span></span></span>`,
    "$$\\frac{a}{b}$$",
  ],
  ["another encoding", annotated("LaTeX"), "$\\frac{a}{b}$"],
  ["an alternative text", `<math alttext="\\frac{a}{b}">${fraction}</math>`, "$\\frac{a}{b}$"],
  ["an alternative text in words", `<math alttext="a over b">${fraction}</math>`, "$\\frac{a}{b}$"],
  [
    "MathJax 2",
    `<span class="MathJax_Preview"></span><span class="MathJax" id="MathJax-Element-1-Frame"><span>ab</span></span><script type="math/tex">\\frac{a}{b}</script>`,
    "$\\frac{a}{b}$",
  ],
  [
    "MathJax 2 on a line",
    `<div class="MathJax_Display"><span class="MathJax">ab</span></div><script type="math/tex; mode=display">\\frac{a}{b}</script>`,
    "$$\\frac{a}{b}$$",
  ],
  [
    "MathJax 3",
    `<mjx-container><svg aria-hidden="true"></svg><mjx-assistive-mml style="position:absolute;width:1px;height:1px;overflow:hidden"><math data-semantic-type="a">${fraction}</math></mjx-assistive-mml></mjx-container>`,
    "$\\frac{a}{b}$",
  ],
  ["a picture of WordPress", `<img class="latex" alt="\\frac{a}{b}" src="/a.png">`, "$\\frac{a}{b}$"],
  [
    "a picture of MediaWiki",
    `<span class="mwe-math-element"><span style="display:none"><math>${fraction}</math></span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle \\frac{a}{b}}" src="/a.png"></span>`,
    "$\\frac{a}{b}$",
  ],
  [
    "MediaWiki beside its picture",
    `<span class="mwe-math-element"><span><math alttext="{\\displaystyle \\frac{a}{b}}">${fraction}</math></span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle \\frac{a}{b}}" src="/a.png"></span>`,
    "$\\frac{a}{b}$",
  ],
];

describe("formulas in Markdown", function () {
  this.timeout(30_000);
  for (const [what, html, markdown] of sources)
    it(`keeps the source of ${what}`, () => {
      assert.equal(markdownOf(html), markdown);
    });

  it("gives TeX without dollars in a code block", () => {
    const mathml = "<math><msup><mi>x</mi><mn>2</mn></msup></math>".replaceAll("<", "&lt;");
    const formula = `<code data-tex="inline" data-mathml="${mathml}">x2</code>`;
    assert.equal(markdownOf(`<pre><code>y = ${formula} + 1</code></pre>`), "```\ny = x^{2} + 1\n```");
    assert.equal(markdownOf(`<p><code>y = ${formula}</code></p>`), "`y = x^{2}`");
  });

  let pages: ChromePages;
  before(async () => {
    pages = await openChromePages();
  });
  after(() => pages.close());

  const words = "This guide explains how the tool is installed and set up on a small server in about ten minutes. ";
  for (const [what, html, markdown] of elements)
    it(`gives TeX for ${what}`, async () => {
      const body = `<main><article><h1>Guide</h1><p>${words.repeat(4)}</p><p>So ${html} is it.</p><p>${words.repeat(4)}</p></article></main>`;
      const found = textOf(await pages.extract(`<!DOCTYPE html><title>Guide</title>${body}`, ["markdown"]), "markdown");
      assert.equal(/So (.*) is it\./u.exec(found.replaceAll(/\s+/gu, " "))?.[1], markdown);
    });
});
