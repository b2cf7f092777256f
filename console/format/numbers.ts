const count = new Intl.NumberFormat("en");

/** "12,345". */
export function formatCount(value: number): string {
  return count.format(value);
}

/** A share from 0 to 1 as a percentage: "0 %", "<0.01 %", "1.25 %", "34 %". */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "0 %";
  if (percent < 0.01) return "<0.01 %";
  return `${percent < 10 ? percent.toFixed(2) : percent.toFixed(percent < 99.95 ? 1 : 0)} %`;
}

/** "512 B", "3.4 kB", "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
