import type { ReactNode } from "react";
import { ApiError } from "../api/client.ts";
import { useLostAt } from "../api/connection.ts";
import { Button, LinkButton } from "./Button.tsx";
import { describeError } from "../api/toasts.ts";
import styles from "./states.module.css";

/** A place without content: what it will show, and what to do first. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles["state"]}>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** A failed load: what happened, and a button that tries again. What does not exist gets a way out instead. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <NotFoundState />;
  return (
    <div className={styles["state"]} role="alert">
      <h2>This could not be loaded</h2>
      <p>{describeError(error)}</p>
      {onRetry !== undefined && <Button onPress={onRetry}>Try again</Button>}
    </div>
  );
}

function NotFoundState() {
  return (
    <div className={styles["state"]} role="alert">
      <h2>This was not found</h2>
      <p>The address may be wrong, what it showed may be deleted, or it belongs to another account.</p>
      <LinkButton href="/">Go to the overview</LinkButton>
    </div>
  );
}

/** A grey block of a fixed size that stands for content on its way. */
export function Skeleton({ width = "100%", height = "1em" }: { width?: string; height?: string }) {
  return <span className={styles["skeleton"]} style={{ width, height }} aria-hidden="true" />;
}

/** Lines of skeletons with a text for screen readers. Without a connection nothing is on its way, so a sentence stands there. */
export function Loading({ label, lines = 4, height = "2.5rem" }: { label: string; lines?: number; height?: string }) {
  if (useLostAt() !== null)
    return <EmptyState title="Not loaded yet">This loads by itself with the connection.</EmptyState>;
  return (
    <div className="stack-2" role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}
