/** Makes every code block a `pre` with its language in `data-language`, without line numbers and buttons. */
export function prepareCode(document: Document): void {
  for (const noise of document.querySelectorAll(lineNumbers)) noise.remove();
  for (const pre of document.querySelectorAll("pre")) {
    const language = languageOf(pre);
    if (language !== null) pre.setAttribute("data-language", language);
  }
  for (const table of document.querySelectorAll("table")) {
    const code = onlyCode(table);
    if (code !== null) table.replaceWith(code);
  }
  for (const pre of document.querySelectorAll("pre")) unwrap(pre);
}

const lineNumbers =
  ".gutter, .gl, .lineno, .linenos, .linenodiv, .line-numbers-rows, .line-numbers, .hljs-ln-numbers, .react-syntax-highlighter-line-number, .rouge-gutter, .blob-num"
    .split(", ")
    .flatMap((name) => [`pre span${name}`, `pre ${name}`, `td${name}`])
    .join(", ");

/** The block in a table that is there only to put line numbers beside it. */
function onlyCode(table: Element): Element | null {
  const blocks = table.querySelectorAll("pre");
  const block = blocks.length === 1 ? blocks[0] : undefined;
  return block !== undefined && table.textContent?.trim() === block.textContent?.trim() ? block : null;
}

/** Wrappers that hold nothing else would be weighed, and thrown out, as if they were boxes of the page. */
function unwrap(pre: Element): void {
  for (
    let parent = pre.parentElement;
    parent !== null && /^(?:div|figure|section)$/u.test(parent.localName);
    parent = pre.parentElement
  ) {
    if (parent.textContent?.trim() !== pre.textContent?.trim()) return;
    parent.replaceWith(pre);
  }
}

/** Language of a block as its own markup, its `code` or a wrapper close to it names it. */
function languageOf(pre: Element): string | null {
  const code = pre.querySelector("code");
  const near = [code, pre, pre.parentElement, pre.parentElement?.parentElement ?? null];
  for (const element of near) {
    // A wrapper of several blocks speaks for none of them.
    if (element === null || (element.contains(pre) && element !== pre && element.querySelectorAll("pre").length > 1))
      continue;
    const language =
      element.getAttribute("data-language") ??
      element.getAttribute("data-lang") ??
      languageInClass(element.getAttribute("class") ?? "");
    if (language !== null && /^[\w+#.-]{1,30}$/u.test(language))
      return plain.test(language) ? null : language.toLowerCase();
  }
  return null;
}

const plain = /^(?:plain|plaintext|text|txt|none|nohighlight|no-highlight|code)$/iu;

function languageInClass(names: string): string | null {
  const prefixed = /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|src|code)[-:\s]([\w+#.-]+)/iu.exec(
    names,
  );
  if (prefixed !== null) return prefixed[1] ?? null;
  const tokens = names.split(/\s+/u).filter((token) => token !== "");
  // `hljs python`, `sourceCode haskell`, `highlight ruby`: the language stands beside the highlighter's name.
  if (!tokens.some((token) => /^(?:hljs|sourceCode|highlight|prettyprint|shiki|code-block)$/u.test(token))) return null;
  return tokens.find((token) => known.has(token.toLowerCase())) ?? null;
}

const known = new Set(
  "bash c c# clojure cpp csharp css dart diff dockerfile elixir elm erlang fish fsharp go graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsx julia kotlin latex less lisp lua makefile markdown matlab md mdx nginx nix objectivec ocaml perl php powershell prolog protobuf ps1 py python r rb rs ruby rust sass scala scheme scss sh shell shell-session solidity sql svelte swift tcl terraform tex toml ts tsx typescript vb vim vue wasm xml yaml yml zig zsh console".split(
    " ",
  ),
);
