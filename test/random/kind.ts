/** A failure, and the argument that shows it again. */
export interface Failure {
  /** Given to `pnpm test:deep --replay`, it shows the failure again: `plans:88`, `points:bootstrap:crash:once:123`. */
  readonly replay: string
  readonly message: string
}

/** The outcome of one turn. */
export interface Turn {
  readonly done: number
  /** Further counts, by name: requests, reads, lies that were believed. */
  readonly counts: Readonly<Record<string, number>>
  readonly failures: readonly Failure[]
}

/** A kind of random test, run in turns of a few seconds, each turn from one seed. */
export interface Kind {
  /** The name of what is counted, and the first part of a replay: `histories`. */
  readonly name: string
  /** The group of `pnpm test:deep` that it belongs to. */
  readonly group: string
  /** Seeds that one turn uses up, from the one it is given. */
  readonly seedsPerTurn: number
  turn(seed: number): Promise<Turn>
  /** Faults of the sums over many turns: a series in which no fault can occur proves nothing. */
  judge(done: number, counts: Readonly<Record<string, number>>): readonly string[]
  /** Rejects as the turn failed. `which` is what follows the name in `Failure.replay`. */
  replay(which: string): Promise<void>
}

export function messageOf(error: unknown): string {
  const { message, stack, cause } = error as Error
  const reported = stack ?? message
  return cause === undefined ? reported : `${reported}\n${messageOf(cause)}`
}

/** Adds the counts of a turn to the sums. */
export function addCounts(sums: Record<string, number>, counts: Turn['counts']): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
}
