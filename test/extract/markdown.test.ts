import { assert } from "chai";
import { convertPage } from "#activities/extract/markdown/convertPage.ts";

/** Markdown of a body. Its addresses must be absolute, as the reader in the page makes them. */
function markdownOf(body: string): string {
  return convertPage({
    html: `<!DOCTYPE html><html><head></head><body>${body}</body></html>`,
    title: "",
    heading: "",
    declared: false,
  }).trimEnd();
}

const cases: [what: string, html: string, markdown: string][] = [
  ["headings of six levels", "<h1 data-level=1>A</h1><h2>B</h2><h6>C</h6>", "# A\n\n## B\n\n###### C"],
  ["headings without words", "<h2> </h2><p>a</p><h3><a href='https://x.test/#b'>#</a></h3>", "a"],
  [
    "emphasis of every kind",
    "<p><em>a</em> <strong>b</strong> <del>c</del> <s>d</s> <u>e</u> <code>f</code></p>",
    "*a* **b** ~~c~~ ~~d~~ e `f`",
  ],
  ["white space at the edge of a mark", "<p>a<b> b </b>c<i>d&nbsp;</i>e</p>", "a **b** c*d* e"],
  ["punctuation at the edge of a mark before a letter", "<p>see<b>“that”</b>now</p>", "see“**that**”now"],
  ["a mark that holds nothing", "<p>a<b> </b>b<i></i></p>", "a b"],
  ["a line break at the end of a mark", "<p><b>a<br></b>b</p>", "**a**\\\nb"],
  [
    "stars and underscores that are no marks",
    "<p>2 * 3 * 4 is snake_case, _not_ <b>x</b></p>",
    "2 \\* 3 \\* 4 is snake_case, \\_not\\_ **x**",
  ],
  ["a line break", "<p>a<br>b</p>", "a\\\nb"],
  [
    "a code block with its language in its class",
    '<pre><code class="hljs language-rust">let x = 1;\n</code></pre>',
    "```rust\nlet x = 1;\n```",
  ],
  [
    "a code block with its language on a wrapper",
    '<div class="highlight-source-shell"><pre>ls</pre></div>',
    "```shell\nls\n```",
  ],
  [
    "a code block with its language in data-lang",
    '<figure data-lang="Go"><pre><code>x := 1</code></pre></figure>',
    "```go\nx := 1\n```",
  ],
  [
    "a code block with the language beside the highlighter",
    '<pre class="sourceCode haskell">main</pre>',
    "```haskell\nmain\n```",
  ],
  ["a code block of lines in divs", "<pre><code><div>a</div><div>  b</div></code></pre>", "```\na\n  b\n```"],
  [
    "a code block with line numbers",
    '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>',
    "```\na\nb\n```",
  ],
  ["a code block with fences in it", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
  ["code with back ticks", "<p><code>a`b</code></p>", "``a`b``"],
  ["nested lists", "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>", "- a\n  1. b\n  2. c\n- d"],
  ["a list wrongly nested", "<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"],
  ["a list with paragraphs", "<ul><li><p>a</p><p>b</p></li><li>c</li></ul>", "- a\n\n  b\n\n- c"],
  ["a list that starts later", '<ol start="7"><li>a</li><li>b</li></ol>', "7. a\n8. b"],
  [
    "a task list",
    "<ul><li><input type=checkbox checked> a</li><li><label><input type=checkbox> b</label></li></ul>",
    "- [x] a\n- [ ] b",
  ],
  [
    "a table",
    "<table><thead><tr><th>a<th data-align=right>b</thead><tr><td>1<td>2</table>",
    "| a | b |\n| --- | --: |\n| 1 | 2 |",
  ],
  [
    "a table without a header",
    "<table><tr><td>1<td>2<tr><td>3<td>4</table>",
    "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |",
  ],
  [
    "pipes in a table",
    "<table><tr><th>a|b<th><code>c|d</code><tr><td>1<td>2</table>",
    "| a\\|b | `c\\|d` |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "blocks in a table",
    "<table><tr><th>a<th>b<tr><td><p>c</p><p>d</p><td><ul><li>e<li>f</ul></table>",
    "| a | b |\n| --- | --- |\n| c<br>d | - e<br>- f |",
  ],
  [
    "cells that span",
    "<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>",
    "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
  ],
  ["a table that only places things", "<table role=presentation><tr><td><h2>a</h2><td><p>b</p></table>", "## a\n\nb"],
  [
    "a table in bold print",
    "<b><table><tr><th>a<th>b<tr><td>1<td>2</table></b>",
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "a picture with a caption",
    '<figure><img src="https://x.test/a.png" alt="A"><figcaption>B</figcaption></figure>',
    "![A](https://x.test/a.png)\n\nB",
  ],
  [
    "a picture that is a link",
    '<a href="https://x.test/"><img src="https://x.test/a.png" alt="A"></a>',
    "[![A](https://x.test/a.png)](https://x.test/)",
  ],
  [
    "a link around a heading",
    '<a href="https://x.test/"><h2>a</h2><p>b</p></a>',
    "## [a](https://x.test/)\n\n[b](https://x.test/)",
  ],
  [
    "titles, but not where they repeat the words",
    '<p><a href="https://x.test/" title="A b">a B</a> <a href="https://x.test/" title="c">d</a></p>',
    '[a B](https://x.test/) [d](https://x.test/ "c")',
  ],
  ["links without words or address", '<p>a <a href="https://x.test/"></a><a>b</a></p>', "a b"],
  [
    "a definition list",
    "<dl><dt>a</dt><dt>b</dt><dd>c</dd><dd>d</dd><div><dt>e</dt><dd><p>f</p></dd></div></dl>",
    "- **a**, **b**: c\n\n  d\n\n- **e**: f",
  ],
  ["a quotation in a quotation", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>", "> a\n>\n> > b"],
  [
    "indices",
    "<p>H<sub>2</sub>O, n<sup>2</sup>, x<sup><i>n</i></sup>, note<sup><a href='https://x.test/#1'>1</a></sup></p>",
    "H<sub>2</sub>O, n<sup>2</sup>, x<sup>*n*</sup>, note[1](https://x.test/#1)",
  ],
  ["a formula", '<p>so <code data-tex="inline">a_1\\to b</code></p>', "so $a_1\\to b$"],
  ["a rule", "<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
  ["a quotation without words", "<p>a</p><blockquote><p> </p></blockquote><p>b</p>", "a\n\nb"],
  ["details", "<details><summary>a</summary><p>b</p></details>", "**a**\n\nb"],
  ["text that looks like HTML", "<p>&lt;script&gt; &amp;amp;</p>", "\\<script> \\&amp;"],
];

describe("Markdown", () => {
  for (const [what, html, markdown] of cases) {
    it(`writes ${what}`, () => assert.equal(markdownOf(html), markdown));
  }

  it("begins with the page's title if the content has none", () => {
    const html = "<html><body><h2>Part</h2><p>a</p></body></html>";
    assert.equal(
      convertPage({ html, title: "Page | Site", heading: "", declared: false }),
      "# Page | Site\n\n## Part\n\na\n",
    );
    assert.equal(convertPage({ html, title: "part!", heading: "", declared: false }), "# Part\n\na\n");
  });

  it("leaves header, navigation and footer out", () => {
    const frame =
      "<header>Logo</header><nav>Menu</nav><main><p>Words</p></main><aside>Read on</aside><footer>Imprint</footer>";
    assert.equal(markdownOf(frame), "Words");
    assert.equal(markdownOf(frame.replaceAll("main>", "div>")), "Words");
  });

  it("keeps a page that consists of a header only", () => {
    assert.equal(
      markdownOf("<header><h1 data-level=1>Soon</h1><p>We open in May.</p></header>"),
      "# Soon\n\nWe open in May.",
    );
  });
});
