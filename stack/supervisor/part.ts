/** A command line with the whole environment it gets: nothing leaks in from the supervisor's. */
export interface Command {
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** What a readiness check may look at besides the network. */
interface Probe {
  /** What this life of the part has written to its log so far. */
  log(): Promise<string>;
}

/** One process of the stack. */
export interface PartDefinition {
  name: string;
  /** Parts that must be ready before this one starts, and that stop after it. */
  needs: readonly string[];
  command: Command;
  /** Asked again and again until true; a rejection means "not yet" as well. */
  ready(probe: Probe): Promise<boolean>;
  /** How long it may take to stop before it is killed. */
  graceMs: number;
}
