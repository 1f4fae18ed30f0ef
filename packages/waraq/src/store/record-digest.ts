import { digestOf } from './digest.ts'

/** Records with a digest of their other fields: a change of any of them is noticed, whatever it is changed to. */

interface Digested {
  /** Of the other fields. Missing where something else than the store wrote the record. */
  readonly digest?: number | undefined
}

/** JSON has no such numbers, and would have them as null. */
function told(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

const digestOfRest = (record: Digested): number =>
  digestOf(JSON.stringify({ ...record, digest: undefined }, told))

export function withDigest<T extends object>(record: T): T {
  return { ...record, digest: digestOfRest(record) }
}

/** For a record that is the caller's own. Only the store has the digest. */
export function withoutDigest<T extends Digested>(record: T): T {
  delete (record as { digest?: unknown }).digest
  return record
}

export function isAsDigested(record: Digested): boolean {
  try {
    return record.digest === undefined || record.digest === digestOfRest(record)
  } catch {
    // JSON cannot hold what stands there.
    return false
  }
}
