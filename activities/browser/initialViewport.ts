/** What a page starts with; a job sends only what differs. */
export const initialViewport = {
  width: 1280,
  height: 720,
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
  isLandscape: false,
} as const;
