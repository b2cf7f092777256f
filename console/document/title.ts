let pageTitle = "Watchframe";
let waitingCount = 0;

/** Sets the title of the shown screen. */
export function setPageTitle(title: string): void {
  pageTitle = title;
  update();
}

/** Shows the number of changes to review in the title and in the favicon. */
export function setWaitingChanges(count: number): void {
  waitingCount = count;
  update();
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const href = count > 0 ? countedIcon(count) : `${import.meta.env.BASE_URL}favicon.svg`;
  if (icon !== null && icon.getAttribute("href") !== href) icon.href = href;
}

function update(): void {
  const count = waitingCount > 0 ? `(${waitingCount}) ` : "";
  document.title = `${count}${pageTitle} · Watchframe`;
}

/** The favicon with a number in its corner. Two digits are readable at 16 pixels, three are not. */
function countedIcon(count: number): string {
  const text = count > 99 ? "99+" : String(count);
  const size = { 1: 17, 2: 14, 3: 10 }[text.length] ?? 10;
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2456d6"/><path d="M8 12V9a1 1 0 0 1 1-1h3M12 24H9a1 1 0 0 1-1-1v-3" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/><circle cx="20" cy="20" r="12" fill="#ffb35c" stroke="#fff" stroke-width="1.5"/><text x="20" y="${20 + size * 0.36}" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="#17202b">${text}</text></svg>`,
  )}`;
}
