import type { ResourceKey } from '@waraq/protocol'
import * as z from 'zod/mini'
import { ResourceIndex, type PackedIndex } from '../inverted/resource-index.ts'
import { digestOf, digestOfNumbers } from '../text/digest.ts'

/** Raised with every change of the stored form or of how text becomes words. An index of another format is rebuilt. */
const indexFormat = 5

/** The record next to a stored index. It is small, so that a new commit mark is written quickly. */
const HeadRecord = z.object({
  key: z.string(),
  format: z.literal(indexFormat),
  mark: z.string(),
  /** Missing in heads of earlier versions. */
  rowsMark: z.optional(z.string()),
  checksum: z.int(),
})
export type HeadRecord = z.infer<typeof HeadRecord>

const BodyRecord = z.object({
  key: z.string(),
  words: z.string(),
  bytes: z.instanceof(Uint8Array),
  recordKeys: z.array(z.string()),
  digests: z.instanceof(Uint32Array),
})
export type BodyRecord = z.infer<typeof BodyRecord>

/** An index loaded from storage. */
export interface StoredIndex {
  /** Mark of the commit whose rows are indexed. */
  readonly mark: string
  /** The store's mark of the indexed rows, if it had one. */
  readonly rowsMark: string | undefined
  readonly index: ResourceIndex
}

/** Marks of the commit and of the indexed rows. */
export type IndexMarks = Pick<StoredIndex, 'mark' | 'rowsMark'>

function checksumOf({ words, bytes, recordKeys, digests }: PackedIndex): number {
  const texts = digestOf(recordKeys.join('\n'), digestOf(words))
  return digestOfNumbers(digests, digestOfNumbers(bytes, texts))
}

export function recordsOf(
  key: ResourceKey,
  { mark, rowsMark }: IndexMarks,
  packed: PackedIndex,
): { head: HeadRecord; body: BodyRecord } {
  const { words, bytes, recordKeys, digests } = packed
  return {
    head: { key, format: indexFormat, mark, rowsMark, checksum: checksumOf(packed) },
    body: { key, words, bytes, recordKeys: [...recordKeys], digests },
  }
}

/** Returns the stored index. Undefined if the records are of another format or damaged. */
export function readRecords(head: unknown, body: unknown): StoredIndex | undefined {
  const [known, packed] = [HeadRecord.safeParse(head), BodyRecord.safeParse(body)]
  if (!known.success || !packed.success) return undefined
  if (checksumOf(packed.data) !== known.data.checksum) return undefined
  try {
    const { mark, rowsMark } = known.data
    return { mark, rowsMark, index: ResourceIndex.unpack(packed.data) }
  } catch {
    return undefined
  }
}
