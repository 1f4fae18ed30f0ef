/** A committed write transaction of a worker that is watched. */
export interface LogEntry {
  readonly number: number
  readonly worker: string
  /** The epoch that this worker claimed last; 0 before it claimed one. */
  readonly holds: number
  /** The epoch that stood in the database when the transaction began. */
  readonly epoch: number
  /** The epoch that this transaction claimed. */
  claims: number | null
  /** The tables that it wrote to, and of the table `meta` also the record: `meta:writer`. */
  readonly wrote: string[]
}

export const logKey = 'lifecycle-log'
