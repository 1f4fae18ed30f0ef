/** A committed write transaction of a logged worker. */
export interface LogEntry {
  readonly number: number
  readonly worker: string
  /** The epoch that this worker claimed last; 0 before it claimed one. */
  readonly holds: number
  /** The epoch in the database when the transaction started. */
  readonly epoch: number
  /** The epoch that this transaction claimed. */
  claims: number | null
  /** The tables that it wrote to. For the table `meta` also the record: `meta:writer`. */
  readonly wrote: string[]
}

export const logKey = 'lifecycle-log'
