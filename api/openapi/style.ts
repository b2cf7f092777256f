import { escapeHtml } from "#markup/html.ts";

/** Style of the docs page; the page's security policy names its hash. */
export const style = `
:root{--bg:#fff;--panel:#f6f7f9;--ink:#1b2129;--dim:#667180;--line:#e1e5ea;--accent:#2458d3;--get:#0f7b55;--post:#2458d3;--patch:#9a6200;--delete:#b42727;--code:#eef1f5}
@media (prefers-color-scheme:dark){:root{--bg:#12161c;--panel:#191f27;--ink:#e4e9ef;--dim:#93a0b0;--line:#2a323d;--accent:#86abff;--get:#4fc796;--post:#86abff;--patch:#e0ad52;--delete:#f08a8a;--code:#222a34}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1.5rem}
body{margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr);font:15px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--bg)}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.5rem 1rem;background:var(--panel);border-right:1px solid var(--line)}
nav.folded{display:none}
nav h2{margin:1.4rem .5rem .3rem;font-size:.72rem;letter-spacing:.08em;text-transform:uppercase;color:var(--dim)}
nav a{display:block;padding:.25rem .5rem;border-radius:.35rem;color:inherit;text-decoration:none;font-size:.86rem;line-height:1.4}
nav a:hover{background:var(--code)}
nav .brand{font-weight:700;font-size:1.05rem}
nav .method{min-width:3.1rem;font-size:.62rem;padding:.05rem .3rem}
main{max-width:64rem;padding:2.5rem 3rem 8rem}
h1{margin:0;font-size:2rem;letter-spacing:-.01em}
h2.tag{margin:4rem 0 0;font-size:1.5rem}
h3{margin:0 0 .4rem;font-size:1.05rem;overflow-wrap:anywhere}
h4{margin:1.6rem 0 .4rem;font-size:.9rem}
a{color:var(--accent)}
.summary{margin:.1rem 0 .6rem;font-size:1.05rem}
.dim{color:var(--dim);font-weight:400}
.operation,.schema{margin:1.5rem 0;padding:1.4rem 1.6rem;border:1px solid var(--line);border-radius:.7rem}
.method{display:inline-block;min-width:4rem;padding:.1rem .5rem;border-radius:.3rem;border:1px solid currentColor;font:700 .74rem/1.5 ui-monospace,Menlo,Consolas,monospace;text-align:center}
.method.get{color:var(--get)}.method.post{color:var(--post)}.method.patch{color:var(--patch)}.method.delete{color:var(--delete)}
.path{font-family:ui-monospace,Menlo,Consolas,monospace}
code{padding:.08rem .3rem;border-radius:.25rem;background:var(--code);font:.86em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
code.name{background:none;padding:0;font-weight:600;white-space:nowrap}
pre{margin:.8rem 0;padding:.9rem 1rem;border-radius:.5rem;background:var(--code);overflow-x:auto}
pre code{padding:0;background:none;overflow-wrap:normal;white-space:pre}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.88rem}
th{padding:.35rem .6rem;text-align:left;font-size:.76rem;color:var(--dim);border-bottom:1px solid var(--line)}
td{padding:.4rem .6rem;vertical-align:top;border-bottom:1px solid var(--line)}
tr:last-child td{border-bottom:0}
.mark{padding:.02rem .35rem;border-radius:.25rem;border:1px solid var(--line);font-size:.7rem;color:var(--dim);white-space:nowrap}
.mark.required{color:var(--delete);border-color:currentColor}
.status{font:700 .8rem ui-monospace,Menlo,Consolas,monospace;color:var(--delete)}
.status.ok{color:var(--get)}
.reply{margin:.6rem 0}
.reply p{margin:.2rem 0}
details{margin:.5rem 0}
summary{cursor:pointer;font-weight:600;font-size:.88rem;padding:.2rem 0}
@media (max-width:60rem){body{display:block}nav.side{display:none}nav.folded{display:block;position:static;height:auto;padding:.5rem 1rem;border-right:0;border-bottom:1px solid var(--line)}main{padding:1.5rem 1rem 4rem}}
`;

/** Paragraphs of the little Markdown that descriptions use: blank lines and `code`. */
export function prose(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join("");
}

/** One line of the same. */
export function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** A name as part of an anchor. */
export function anchor(...parts: string[]): string {
  return parts
    .join("-")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();
}
