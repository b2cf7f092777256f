import { Counter, type Registry } from "prom-client";

/** What moved, as the ledger has it: credits are positive for a charge, negative for a refund. */
type LedgerEntry = { operation: string; credits: number };

/** Counters of credits by what they were for; a process gives them what it brought to the ledger. */
export function createCreditCounters(registry: Registry): (entries: readonly LedgerEntry[]) => void {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ["operation"] as const, registers: [registry] });
  const charged = counter("watchframe_credits_charged_total", "Credits charged, by what for.");
  const refunded = counter("watchframe_credits_refunded_total", "Credits refunded, by what for.");
  return (entries) => {
    for (const { operation, credits } of entries) {
      if (credits > 0) charged.inc({ operation }, credits);
      else refunded.inc({ operation }, -credits);
    }
  };
}
