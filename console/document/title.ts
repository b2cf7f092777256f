let pageTitle = "Watchframe";
let openChanges = 0;

/** Sets the title of the shown screen. */
export function setPageTitle(title: string): void {
  pageTitle = title;
  update();
}

/** Shows the number of open changes in the title and in the favicon. */
export function setOpenChanges(count: number): void {
  openChanges = count;
  update();
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const file = count > 0 ? "favicon-changes.svg" : "favicon.svg";
  if (icon !== null && !icon.href.endsWith(`/${file}`)) icon.href = `${import.meta.env.BASE_URL}${file}`;
}

function update(): void {
  const count = openChanges > 0 ? `(${openChanges}) ` : "";
  document.title = `${count}${pageTitle} · Watchframe`;
}
