import { html } from "#markup/html.ts";

/** The report's style element: one column on phones, two on wide screens, light and dark. */
export const reportStyle = html`<style>
  :root {
    color-scheme: light dark;
    --ground: light-dark(#f6f7f9, #0e1116);
    --surface: light-dark(#ffffff, #161a21);
    --sunken: light-dark(#eef0f3, #0a0c10);
    --line: light-dark(#dfe3e8, #2a313b);
    --text: light-dark(#17202b, #e8ecf1);
    --muted: light-dark(#55606f, #a3adb9);
    --accent: light-dark(#2456d6, #7ea6ff);
    --good: light-dark(#156b3a, #6fd197);
    --good-soft: light-dark(#e4f5ea, #12301f);
    --changed: light-dark(#8f4a00, #ffb35c);
    --changed-soft: light-dark(#fff1de, #36260f);
    --failed: light-dark(#b3261e, #ff8f87);
    --failed-soft: light-dark(#fdeae8, #3a1a19);
    --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    background: var(--ground);
    color: var(--text);
    font:
      16px/1.55 Inter,
      system-ui,
      -apple-system,
      "Segoe UI",
      sans-serif;
  }
  img {
    display: block;
    width: 100%;
    height: auto;
  }
  code {
    font-family: var(--mono);
    font-size: 0.875em;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .bar,
  main {
    max-width: 76rem;
    margin: 0 auto;
    padding: 0 1.5rem;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    padding-top: 1.25rem;
  }
  .bar span {
    color: var(--muted);
  }
  section {
    margin: 3.5rem 0;
  }
  .intro {
    margin-top: 3rem;
  }
  h1 {
    max-width: 24ch;
    margin: 0.25rem 0 0.75rem;
    font-size: clamp(2rem, 5vw, 3.25rem);
    font-weight: 700;
    line-height: 1.1;
    letter-spacing: -0.02em;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  h2 {
    margin: 0 0 0.9rem;
    font-size: 1.25rem;
    letter-spacing: -0.01em;
  }
  .eyebrow {
    margin: 0;
    color: var(--accent);
    font-weight: 600;
  }
  .address {
    margin: 0;
    color: var(--muted);
    font-family: var(--mono);
    font-size: 0.9rem;
    overflow-wrap: anywhere;
  }
  .lead {
    max-width: 60ch;
    margin: 1rem 0 1.25rem;
    color: var(--muted);
  }
  .lead strong {
    color: var(--text);
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 1.25rem 3rem;
    margin: 1.75rem 0 0;
  }
  .facts dt {
    color: var(--muted);
    font-size: 0.875rem;
  }
  .facts dd {
    margin: 0;
    font-size: 1.25rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .window,
  .moment > div {
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--surface);
  }
  .scroll {
    max-height: 38rem;
    overflow: auto;
  }
  .window,
  .moment {
    margin: 0;
  }
  .window figcaption {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    height: 2.5rem;
    padding: 0 0.9rem;
    border-bottom: 1px solid var(--line);
    background: var(--sunken);
  }
  .window i {
    flex: none;
    width: 0.65rem;
    height: 0.65rem;
    border-radius: 50%;
    background: var(--line);
  }
  .window span {
    overflow: hidden;
    margin-left: 0.5rem;
    color: var(--muted);
    font-family: var(--mono);
    font-size: 0.8rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .change {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 1.25rem;
  }
  .moment > div {
    aspect-ratio: 1;
  }
  .moment figcaption {
    margin-top: 0.6rem;
    color: var(--muted);
    font-size: 0.9rem;
    font-weight: 500;
  }
  .areas {
    display: grid;
    gap: 0.6rem;
    margin: 1.5rem 0 0;
    padding: 0;
    list-style: none;
  }
  .areas li {
    display: grid;
    grid-template-columns: 5.5rem minmax(0, 1fr);
    align-items: baseline;
    gap: 0.75rem;
    overflow-wrap: anywhere;
  }
  .status {
    padding: 0.1rem 0.6rem;
    border-radius: 99px;
    background: var(--changed-soft);
    color: var(--changed);
    font-size: 0.8125rem;
    font-weight: 600;
    text-align: center;
  }
  .status.added {
    background: var(--good-soft);
    color: var(--good);
  }
  .status.removed {
    background: var(--failed-soft);
    color: var(--failed);
  }
  .next {
    padding: 2rem 0 1rem;
    border-top: 1px solid var(--line);
  }
  .next dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 0.75rem 1.75rem;
    margin: 0;
  }
  .next dd {
    margin: 0;
    color: var(--muted);
  }
  @media (max-width: 60rem) {
    .change,
    .next dl {
      grid-template-columns: minmax(0, 1fr);
    }
    .scroll {
      max-height: 30rem;
    }
    .moment > div {
      aspect-ratio: 4 / 3;
    }
    .next dd {
      margin-bottom: 0.75rem;
    }
  }
  @media (max-width: 40rem) {
    .bar,
    main {
      padding-right: 1rem;
      padding-left: 1rem;
    }
    .facts {
      gap: 1rem 2rem;
    }
  }
</style>`;
