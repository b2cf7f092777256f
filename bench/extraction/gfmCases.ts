/** A construct of GitHub Flavored Markdown: the HTML, and Markdown of the same meaning. */
export type GfmCase = { name: string; html: string; markdown: string };

/** One case for each construct. */
export const gfmCases: readonly GfmCase[] = [
  { name: "headings", html: "<h2>Dock</h2><h3>North</h3>", markdown: "## Dock\n\n### North" },
  {
    name: "emphasis",
    html: "<p>The <em>old</em> pier is <strong>closed</strong>.</p>",
    markdown: "The *old* pier is **closed**.",
  },
  { name: "marks inside a word", html: "<p>un<b>be</b>lievable</p>", markdown: "un**be**lievable" },
  { name: "strikethrough", html: "<p>Now <del>ten</del> nine.</p>", markdown: "Now ~~ten~~ nine." },
  { name: "hard break", html: "<p>First line<br>second line</p>", markdown: "First line\\\nsecond line" },
  {
    name: "characters that mean something",
    html: "<p>5 * 4 * 3, snake_case_name, [x] and # 1</p>",
    markdown: "5 \\* 4 \\* 3, snake_case_name, \\[x] and # 1",
  },
  { name: "line that looks like a list", html: "<p>1986. A great year.</p>", markdown: "1986\\. A great year." },
  { name: "tags in the text", html: "<p>Use &lt;br&gt; here.</p>", markdown: "Use \\<br> here." },
  {
    name: "inline code with backticks",
    html: "<p>Run <code>echo `date`</code> now.</p>",
    markdown: "Run `` echo `date` `` now.",
  },
  {
    name: "link with a title",
    html: `<p>See <a href="https://a.example/x" title="The X">the page</a>.</p>`,
    markdown: 'See [the page](https://a.example/x "The X").',
  },
  {
    name: "link with brackets in its address",
    html: `<p>See <a href="https://a.example/x_(y)">it</a>.</p>`,
    markdown: "See [it](https://a.example/x_\\(y\\)).",
  },
  {
    name: "relative link",
    html: `<p>See <a href="other.html">the other</a>.</p>`,
    markdown: "See [the other](http://fakehost/test/other.html).",
  },
  {
    name: "picture in a link",
    html: `<p><a href="https://a.example/"><img src="https://a.example/p.png" alt="Pier"></a> and words.</p>`,
    markdown: "[![Pier](https://a.example/p.png)](https://a.example/) and words.",
  },
  {
    name: "list",
    html: "<ul><li>The clerk writes down the name of the ship.</li><li>The master signs beside it in red ink.</li></ul>",
    markdown: "- The clerk writes down the name of the ship.\n- The master signs beside it in red ink.",
  },
  {
    name: "list in a list",
    html: "<ul><li>The clerk writes down the name of the ship.<ul><li>The name is in capitals, always.</li></ul></li><li>The master signs beside it in red ink.</li></ul>",
    markdown:
      "- The clerk writes down the name of the ship.\n  - The name is in capitals, always.\n- The master signs beside it in red ink.",
  },
  {
    name: "numbered list from another number",
    html: '<ol start="4"><li>The clerk writes down the name of the ship.</li><li>The master signs beside it in red ink.</li></ol>',
    markdown: "4. The clerk writes down the name of the ship.\n5. The master signs beside it in red ink.",
  },
  {
    name: "list with paragraphs",
    html: "<ol><li><p>The clerk writes down the name of the ship.</p><p>The name is in capitals, always.</p></li><li><p>The master signs beside it in red ink.</p></li></ol>",
    markdown:
      "1. The clerk writes down the name of the ship.\n\n   The name is in capitals, always.\n\n2. The master signs beside it in red ink.",
  },
  {
    name: "task list",
    html: '<ul><li><input type="checkbox" checked disabled> The clerk writes down the name of the ship.</li><li><input type="checkbox" disabled> The master signs beside it in red ink.</li></ul>',
    markdown: "- [x] The clerk writes down the name of the ship.\n- [ ] The master signs beside it in red ink.",
  },
  {
    name: "quote with a list",
    html: "<blockquote><p>He said:</p><ul><li>The clerk writes down the name of the ship.</li><li>The master signs beside it in red ink.</li></ul></blockquote>",
    markdown:
      "> He said:\n>\n> - The clerk writes down the name of the ship.\n> - The master signs beside it in red ink.",
  },
  {
    name: "code block with its language",
    html: `<pre><code class="language-python">def f():\n    return 1\n</code></pre>`,
    markdown: "```python\ndef f():\n    return 1\n```",
  },
  {
    name: "code block with a fence in it",
    html: "<pre><code>```\ninner\n```\n</code></pre>",
    markdown: "````\n```\ninner\n```\n````",
  },
  {
    name: "highlighted code",
    html: `<div class="highlight-source-js"><pre><span class="pl-k">let</span> <span>x</span> = <span class="n">1</span>;</pre></div>`,
    markdown: "```js\nlet x = 1;\n```",
  },
  {
    name: "table",
    html: "<table><thead><tr><th>Port</th><th>Depth</th></tr></thead><tbody><tr><td>Oban</td><td>9 m</td></tr></tbody></table>",
    markdown: "| Port | Depth |\n| --- | --- |\n| Oban | 9 m |",
  },
  {
    name: "table with alignment",
    html: `<table><thead><tr><th align="left">Port</th><th style="text-align: right">Depth</th></tr></thead><tbody><tr><td align="left">Oban</td><td style="text-align: right">9</td></tr></tbody></table>`,
    markdown: "| Port | Depth |\n| :--- | ---: |\n| Oban | 9 |",
  },
  {
    name: "table with pipes and code",
    html: "<table><tr><th>Sign</th><th>Use</th></tr><tr><td><code>a|b</code></td><td>one | two</td></tr></table>",
    markdown: "| Sign | Use |\n| --- | --- |\n| `a\\|b` | one \\| two |",
  },
  {
    name: "table with a line break in a cell",
    html: "<table><tr><th>A</th><th>B</th></tr><tr><td>x<br>y</td><td><b>bold</b> and <i>italic</i></td></tr></table>",
    markdown: "| A | B |\n| --- | --- |\n| x<br>y | **bold** and *italic* |",
  },
  { name: "rule", html: "<p>Before.</p><hr><p>After.</p>", markdown: "Before.\n\n---\n\nAfter." },
];
