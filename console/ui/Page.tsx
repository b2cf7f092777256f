import { useLocation } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { setPageTitle } from "../document/title.ts";
import { guideOf } from "../format/guide.ts";
import styles from "./Page.module.css";

type PageProps = { title: string; heading?: ReactNode; about?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A screen: its heading, what one can do, and its content. `title` is the browser tab's; `heading` replaces it on the page. */
export function Page({ title, heading, about, actions, children }: PageProps) {
  useEffect(() => setPageTitle(title), [title]);
  return (
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        <div className={styles["heading"]}>
          <h1>{heading ?? title}</h1>
          {about !== undefined && <p>{about}</p>}
        </div>
        <div className="actions">
          {actions}
          <Help />
        </div>
      </header>
      {children}
    </div>
  );
}

/** A link to the part of the guide about the screen. */
function Help() {
  const { pathname } = useLocation();
  return (
    <a href={guideOf(pathname)} target="_blank" rel="noopener" className={styles["help"]}>
      <CircleQuestionMark aria-hidden="true" />
      Help
    </a>
  );
}

/** A titled part of a screen. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="stack-3" aria-label={title}>
      <header className={styles["sectionHeader"]}>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** A bordered surface. */
export function Card({ children, padded = true }: { children: ReactNode; padded?: boolean }) {
  return <div className={`${styles["card"]} ${padded ? styles["padded"] : ""}`}>{children}</div>;
}
