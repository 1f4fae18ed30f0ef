/** Where a run can be stopped, and what can happen there. */

export type PointKind =
  /** A connection is asked for. */
  | 'open'
  /** A transaction is created. */
  | 'start'
  /** A request that reads or deletes is about to be executed. */
  | 'request'
  /** A request that stores something is about to be executed. */
  | 'write'
  /** All requests of a transaction succeeded; it is about to be committed. */
  | 'commit'
  /** A read-write transaction is committed; `complete` is about to be delivered. A reader's end is one point, not two. */
  | 'committed'
  /** A network request is about to be sent. */
  | 'send'
  /** Its answer has come and is about to be handed over. */
  | 'answer'

export interface Point {
  /** From 1, in the order in which the engine reaches them. */
  readonly n: number
  readonly kind: PointKind
  /** Of the transaction; null outside one. */
  readonly mode: IDBTransactionMode | null
  /** Stores of the transaction, or the address. */
  readonly what: string
}

export const faults = ['crash', 'quota', 'closed', 'unknown', 'upgrade'] as const
export type Fault = (typeof faults)[number]

/** `kept`: the fault meets every point from n on, until it is taken away. */
export type Form = 'once' | 'kept'

export const formsOf: Readonly<Record<Fault, readonly Form[]>> = {
  // The world ends once, and another tab upgrades once.
  crash: ['once'],
  upgrade: ['once'],
  quota: ['once', 'kept'],
  closed: ['once', 'kept'],
  unknown: ['once', 'kept'],
}

/**
 * Whether the fault can strike there at all. A browser runs out of space where it stores, that is in a write, in a commit
 * of one and in creating a database; where no connection is open, none can be closed; and another tab can only upgrade
 * what was created.
 */
export function strikesAt(fault: Fault, { kind, mode }: Point): boolean {
  switch (fault) {
    case 'crash':
      return true
    case 'quota':
      return kind === 'open' || kind === 'write' || (kind === 'commit' && mode !== 'readonly')
    case 'closed':
      return kind !== 'open' && mode !== 'versionchange'
    case 'unknown':
      // Creating a database is told by the open request, not by its transaction.
      return !(kind === 'committed' && mode === 'versionchange')
    case 'upgrade':
      return kind !== 'open' && mode !== 'versionchange'
  }
}

export function describePoint({ n, kind, mode, what }: Point): string {
  return `${n} (${kind}${mode ? ` ${mode}` : ''} ${what})`
}

/** Counts the points of one world and says which of them is struck. */
export class PointCounter {
  readonly points: Point[] = []
  struck: Point | null = null
  #strike: { readonly fault: Fault; readonly form: Form; readonly at: number } | null
  readonly #onStruck: () => void

  constructor(
    strike: { readonly fault: Fault; readonly form: Form; readonly at: number } | null,
    onStruck: () => void,
  ) {
    this.#strike = strike
    this.#onStruck = onStruck
  }

  meet(kind: PointKind, mode: IDBTransactionMode | null, what: string): Fault | null {
    const point = { n: this.points.length + 1, kind, mode, what }
    this.points.push(point)
    const strike = this.#strike
    if (!strike || point.n < strike.at || (strike.form === 'once' && point.n > strike.at)) return null
    if (point.n > strike.at && !strikesAt(strike.fault, point)) return null
    if (!this.struck) {
      this.struck = point
      this.#onStruck()
    }
    return strike.fault
  }

  /** The disk has room again, the browser is well again. */
  takeAway(): void {
    this.#strike = null
  }
}
