/** The chosen theme. `system` follows the device. */
export type Theme = "system" | "light" | "dark";

const storageKey = "watchframe-theme";

/** The stored choice; `system` without one. */
export function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Applies the theme to the page and stores it. Default: the stored one. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem(storageKey);
    return;
  }
  document.documentElement.dataset["theme"] = theme;
  localStorage.setItem(storageKey, theme);
}
