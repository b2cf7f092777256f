import { createContext, type ReactNode, useContext } from "react";
import type { RenderRequest } from "#clients/typescript/src/index.ts";

/** The page that elements are picked on. */
export type PickSource = {
  /** The capture of the page without its address. */
  options: Omit<RenderRequest, "url">;
  /** The page's address. Empty if the person still has to enter it. */
  url: string;
};

const Source = createContext<PickSource | null>(null);

/** Lets the fields inside pick elements on a page. */
export function PickFrom({ source, children }: { source: PickSource; children: ReactNode }) {
  return <Source value={source}>{children}</Source>;
}

/** The page that elements are picked on. Null if fields can't pick. */
export function usePickSource(): PickSource | null {
  return useContext(Source);
}
