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

/** `blocked`: a transaction goes on only after all deadlines are over, as behind a transaction that a browser leaves open. */
export const faults = ['crash', 'quota', 'closed', 'unknown', 'upgrade', 'blocked'] as const
export type Fault = (typeof faults)[number]

/** `kept`: the fault meets every point from n on, until it is taken away. */
export type Form = 'once' | 'kept'

export interface Strike {
  readonly fault: Fault
  readonly form: Form
  /** Number of the point; where the fault cannot strike there, it strikes at the first one after it. */
  readonly at: number
}

export const formsOf: Readonly<Record<Fault, readonly Form[]>> = {
  // The world ends once, another tab upgrades once, and what holds the database lets go once.
  crash: ['once'],
  upgrade: ['once'],
  blocked: ['once'],
  quota: ['once', 'kept'],
  closed: ['once', 'kept'],
  unknown: ['once', 'kept'],
}

/**
 * Whether the fault can strike there at all. A browser runs out of space where it stores, that is in a write, in a commit
 * of one and in creating a database; where no connection is open, none can be closed; and another tab can only upgrade
 * what was created.
 */
export function strikesAt(fault: Fault, { kind, mode }: Pick<Point, 'kind' | 'mode'>): boolean {
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
    case 'blocked':
      // Opening has a deadline of its own, and tests of its own.
      return (kind === 'request' || kind === 'write' || kind === 'commit') && mode !== 'versionchange'
  }
}

export function describePoint({ n, kind, mode, what }: Point): string {
  return `${n} (${kind}${mode ? ` ${mode}` : ''} ${what})`
}

/** Counts the points of one world and says which of them is struck. */
export class PointCounter {
  /** How many were met. */
  count = 0
  struck: Point | null = null
  #strike: Strike | null
  readonly #onPoint: ((point: Point) => void) | undefined
  readonly #onStruck: () => void

  constructor(strike: Strike | null, onPoint: ((point: Point) => void) | undefined, onStruck: () => void) {
    this.#strike = strike
    this.#onPoint = onPoint
    this.#onStruck = onStruck
  }

  /** `what` is called only where the name is needed: the thousands of points before the struck one need none. */
  meet(kind: PointKind, mode: IDBTransactionMode | null, what: () => string): Fault | null {
    const n = ++this.count
    this.#onPoint?.({ n, kind, mode, what: what() })
    const strike = this.#strike
    if (!strike || n < strike.at || !strikesAt(strike.fault, { kind, mode })) return null
    if (this.struck && strike.form === 'once') return null
    if (!this.struck) {
      this.struck = { n, kind, mode, what: what() }
      this.#onStruck()
    }
    return strike.fault
  }

  /** Takes the fault away: the disk has room again, and the browser works again. */
  takeAway(): void {
    this.#strike = null
  }

  /** Another fault, counted from here. */
  strikeAgain(strike: Strike): void {
    this.struck = null
    this.#strike = { ...strike, at: this.count + strike.at }
  }
}
