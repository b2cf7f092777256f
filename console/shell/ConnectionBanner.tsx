import { WifiOff } from "lucide-react";
import { useLostAt } from "../api/connection.ts";
import { formatExact } from "../format/time.ts";
import styles from "./ConnectionBanner.module.css";

/** Says that the API can't be reached, and since when. Empty while it answers. */
export function ConnectionBanner() {
  const lostAt = useLostAt();
  return (
    <div role="status" className={styles["place"]}>
      {lostAt !== null && (
        <p className={styles["banner"]}>
          <WifiOff aria-hidden="true" />
          <span>
            <strong>{navigator.onLine ? "The API can’t be reached." : "This browser is offline."}</strong> This screen
            shows what was known at {formatExact(lostAt.toISOString())}. It updates by itself when{" "}
            {navigator.onLine ? "the API" : "the network"} is back.
          </span>
        </p>
      )}
    </div>
  );
}
