/** Tasks for a process of a pool. */
export const deeds = {
  name: () => process.pid,
  dawdle: () => {
    for (;;);
  },
  hoard: () => {
    const all: number[][] = [];
    for (;;) all.push(Array.from({ length: 1000 }, () => all.length));
  },
  dig: (): number => deeds.dig() + 1,
  leave: () => process.exit(3),
} as const;
export type Deed = keyof typeof deeds;

function attempt(deed: Deed): object {
  try {
    return { done: true, value: deeds[deed]() };
  } catch (error) {
    return { done: false, reason: String(error) };
  }
}

if (import.meta.main) process.on("message", (deed: Deed) => process.send?.(attempt(deed)));
