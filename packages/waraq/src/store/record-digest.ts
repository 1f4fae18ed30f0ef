import { digestOf } from './digest.ts'

/** Records with a digest of their other fields, which reveals any change of these. */

interface Digested {
  /** Digest of the other fields. */
  readonly digest?: number | undefined
}

/** JSON has no such numbers, and would write them as null. */
function reported(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

const digestOfRest = (record: Digested): number =>
  digestOf(JSON.stringify({ ...record, digest: undefined }, reported))

export function withDigest<T extends object>(record: T): T {
  return { ...record, digest: digestOfRest(record) }
}

/** For a record that belongs to the caller. Only the stored record has the digest. */
export function withoutDigest<T extends Digested>(record: T): T {
  delete (record as { digest?: unknown }).digest
  return record
}

export function isAsDigested(record: Digested): boolean {
  try {
    return record.digest === digestOfRest(record)
  } catch {
    // JSON cannot represent the stored value.
    return false
  }
}
