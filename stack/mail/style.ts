/** The look of the mail catcher's pages. */
export const style = `
  :root { color-scheme: light; }
  * { box-sizing: border-box; }
  body { margin: 0; background: #f2f4f7; color: #17202b; font: 15px/1.5 system-ui, sans-serif; }
  a { color: #1d5fd1; text-decoration: none; }
  a:hover { text-decoration: underline; }
  a:focus-visible { outline: 2px solid #1d5fd1; outline-offset: 2px; border-radius: 4px; }
  main { max-width: 1240px; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
  main.list { max-width: 860px; }
  h1 { font-size: 1.45rem; line-height: 1.3; margin: 0 0 .25rem; overflow-wrap: anywhere; }
  h2 { font-size: .8rem; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; color: #5b6776; margin: 0 0 .5rem; }
  .lead { color: #5b6776; margin: 0 0 1.5rem; }
  .back { display: inline-block; margin-bottom: 1rem; }
  .card { background: #fff; border: 1px solid #dfe3e8; border-radius: 10px; overflow: hidden; }
  .mails { list-style: none; margin: 0; padding: 0; }
  .mails li + li { border-top: 1px solid #e8ebef; }
  .mails a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1.5rem; padding: .8rem 1.1rem; color: inherit; }
  .mails a:hover { background: #f7f9fc; text-decoration: none; }
  .mails a:focus-visible { outline-offset: -2px; border-radius: 0; }
  .mails strong { font-weight: 600; overflow-wrap: anywhere; }
  .mails span, .mails time { color: #5b6776; font-size: .87rem; overflow-wrap: anywhere; }
  .mails time { grid-row: 1; grid-column: 2; white-space: nowrap; }
  .empty { padding: 3rem 1.5rem; text-align: center; color: #5b6776; }
  .empty strong { display: block; color: #17202b; font-size: 1.05rem; margin-bottom: .3rem; }
  dl { margin: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.25rem; }
  dt { color: #5b6776; }
  dd { margin: 0; overflow-wrap: anywhere; }
  .facts { margin: .75rem 0 1.5rem; }
  .parts { display: grid; gap: 1.5rem; }
  .parts > div { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
  iframe { display: block; width: 100%; height: 60vh; border: 0; }
  pre { margin: 0; padding: 1rem 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; }
  .headers { padding: 1rem 1.1rem; font-size: .87rem; }
  .files { list-style: none; margin: 0; padding: .75rem 1.1rem; }
  .files span { color: #5b6776; font-size: .87rem; }
  @media (min-width: 1100px) { .parts { grid-template-columns: minmax(0, 1fr) 27rem; } }
  @media (max-width: 600px) {
    main { padding: 1.25rem .75rem 2rem; }
    .headers { grid-template-columns: 1fr; gap: 0; }
    .headers dd { margin-bottom: .5rem; }
    .mails a { grid-template-columns: 1fr; }
    .mails time { grid-row: auto; grid-column: 1; }
  }
`;

/** Shows times in the reader's zone and language, and makes a frame as high as the mail in it. */
export const script = `
  for (const time of document.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const frame of document.querySelectorAll("iframe")) {
    const fit = () => { frame.style.height = frame.contentDocument.documentElement.offsetHeight + "px"; };
    const watch = () => { fit(); new ResizeObserver(fit).observe(frame.contentDocument.documentElement); };
    frame.addEventListener("load", watch);
    if (frame.contentDocument.readyState === "complete") watch();
  }
`;
