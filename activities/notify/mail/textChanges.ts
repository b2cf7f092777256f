import { type Html, html } from "#markup/html.ts";
import type { WordChange } from "#schemas/monitor/text.ts";

const signs = { added: "+", removed: "−" } as const satisfies Record<WordChange["change"], string>;

/** The changed words in lines, each with a sign for added or removed ones. */
export function wordLines(words: readonly WordChange[]): string[] {
  return words.map((one) => `${signs[one.change]} ${one.words}`);
}

const colors = { added: "#e4f5ea", removed: "#fdeae8" } as const satisfies Record<WordChange["change"], string>;

/** The same lines as HTML. A sign marks each line, so that its colour is not needed. */
export function wordBlock(words: readonly WordChange[]): Html | null {
  if (words.length === 0) return null;
  const rows = words.map(
    ({ change, words: passage }) =>
      html`<tr>
        <td
          class="${change}"
          width="14"
          style="padding:2px 8px;background:${colors[change]};color:#17202b;vertical-align:top"
        >
          ${signs[change]}
        </td>
        <td
          dir="auto"
          class="${change}"
          style="padding:2px 8px;background:${colors[change]};color:#17202b;word-break:break-word"
        >
          ${passage}
        </td>
      </tr>`,
  );
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 18px;font-size:14px;line-height:20px"
  >
    ${rows}
  </table>`;
}
