import type { RecordType, ResourceKey } from '@waraq/protocol'
import { manifestId, segmentId } from './database.ts'
import { partialRows } from './partial.ts'
import { segmentTableOf } from './segment-tables.ts'
import { manifestRef, type ManifestRecord, type ManifestRef } from './manifest.ts'
import type { PartialRecord, StagingRecord } from './records.ts'
import type { PackedSegment, SegmentSummary } from './segment.ts'
import type { Writer } from './writer.ts'

/**
 * Segments written in one transaction. Readers wait for a write transaction, so it must be short, and even shorter if there are
 * rows to read already.
 */
export const segmentsPerWrite = { whileEmpty: 16, besideReaders: 3 } as const

/** Maximum of transactions under way at the same time: the browser works on the next one while this thread is busy. */
const mostWrites = 2

/**
 * A staging announces its rows again when its list has grown by this share. Writing a long list with every few segments would
 * cost more than the segments.
 */
const tellAfterGrowth = 1 / 8

interface WaitingSegment {
  readonly recordType: RecordType
  readonly segment: PackedSegment
}

/** Options for the first snapshot of a resource: its staging announces to readers what is stored so far. */
export interface PartialOptions extends Pick<PartialRecord, 'resource' | 'batchCursor'> {
  /** How much of the body has arrived. */
  readonly progress: () => Pick<PartialRecord, 'bytes' | 'of'>
}

/** A write in one transaction with the end of a staging. */
export interface LastWrite {
  /** The tables of `work`. */
  readonly tables: readonly string[]
  /** May only await the database. */
  readonly work: () => Promise<unknown>
  /** Whether it makes the staging's rows those of its resource. Then the staging need not be registered. */
  readonly isCommit: boolean
}

/**
 * Segments and manifests that are written, but that readers do not reach yet, except with partial reads. A staging is registered
 * together with its segments, so that what a crash leaves behind can be found and deleted.
 */
export class Staging {
  readonly id: number
  readonly #writer: Writer
  readonly #perWrite: number
  readonly #partial: PartialOptions | undefined
  #segments = 0
  #waiting: WaitingSegment[] = []
  /** Writes that are under way or failed, oldest first. */
  #writing: Promise<void>[] = []
  /** The error of the first write that failed. No write that started after it takes effect. */
  #failure: { readonly error: unknown } | undefined
  /** Segments that were handed to a write, including those of failed ones. */
  readonly #stored = new Map<RecordType, SegmentSummary[]>()
  #storedCount = 0
  /** How many of them the latest record lists; undefined before the staging is registered. */
  #reported: number | undefined

  private constructor(writer: Writer, id: number, perWrite: number, partial: PartialOptions | undefined) {
    this.#writer = writer
    this.id = id
    this.#perWrite = perWrite
    this.#partial = partial
  }

  static async begin(writer: Writer, partial?: PartialOptions): Promise<Staging> {
    const { resources } = await writer.known()
    const id = await writer.number()
    const isEmpty = resources.every(({ status }) => status !== 'installed')
    const perWrite = isEmpty ? segmentsPerWrite.whileEmpty : segmentsPerWrite.besideReaders
    return new Staging(writer, id, perWrite, partial)
  }

  readonly nextSegmentId = (): number => segmentId(this.id, this.#segments++)

  /**
   * Takes a segment; a few of them are written together. The caller packs the next segments meanwhile, so at most a few batches
   * are in memory.
   */
  async add(recordType: RecordType, segment: PackedSegment): Promise<void> {
    this.#waiting.push({ recordType, segment })
    if (this.#waiting.length < this.#perWrite) return
    if (this.#writing.length >= mostWrites) await this.#writing[0]
    this.#begin()
  }

  /**
   * Call it when the caller waits for more data. Makes the segments so far readable, unless a write is under way: then the next
   * call makes more readable.
   */
  tell(): void {
    if (this.#partial && this.#waiting.length > 0 && this.#writing.length === 0) this.#begin()
  }

  #begin(): void {
    const writing = this.#write(this.#waiting)
    this.#waiting = []
    this.#writing.push(writing)
    // The next call of `add` or `finish` throws the error of a failed write. Until then it must not count as unhandled.
    writing.then(
      () => void (this.#writing = this.#writing.filter((each) => each !== writing)),
      () => undefined,
    )
  }

  async #write(
    batch: readonly WaitingSegment[],
    manifests: readonly ManifestRecord[] = [],
    last?: LastWrite,
  ): Promise<void> {
    const { db } = this.#writer
    const tables = [...new Set(batch.map(({ recordType }) => segmentTableOf(recordType)))]
    const recordsOf = (table: string) =>
      batch.flatMap(({ recordType, segment }) => (segmentTableOf(recordType) === table ? segment.record : []))
    const record = last?.isCommit ? undefined : this.#recordWith(batch, manifests.length > 0)
    try {
      await this.#writer.write([...tables, 'manifests', 'stagings', ...(last?.tables ?? [])], async () => {
        await Promise.all([
          this.#register(record),
          ...tables.map((table) => db.table(table).bulkPut(recordsOf(table))),
          db.manifests.bulkPut([...manifests]),
          last?.work(),
        ])
        // This transaction started after the one before it had ended. The record that it registers depends on that one.
        if (this.#failure) throw this.#failure.error
      })
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }

  /** Returns the staging's record with these segments; undefined if the stored one should stay. */
  #recordWith(batch: readonly WaitingSegment[], isLast: boolean): StagingRecord | undefined {
    const { id } = this
    const isFirst = this.#reported === undefined
    if (!this.#partial) {
      this.#reported = 0
      return isFirst ? { id } : undefined
    }
    for (const { recordType, segment } of batch) {
      const summaries = this.#stored.get(recordType)
      if (summaries) summaries.push(segment.summary)
      else this.#stored.set(recordType, [segment.summary])
    }
    this.#storedCount += batch.length
    if (!isFirst && !isLast && this.#storedCount < (1 + tellAfterGrowth) * this.#reported!) return undefined
    this.#reported = this.#storedCount
    const { resource, batchCursor, progress } = this.#partial
    const manifests = [...this.#stored].map(([recordType, segments]) =>
      this.manifest(resource, recordType, [...segments]),
    )
    return { id, partial: { resource, batchCursor, ...progress(), manifests } }
  }

  /**
   * Stores the staging's record, inside the caller's transaction. Rows of the resource's first snapshot that an earlier run left
   * stay readable until this staging has as many. Rows of two snapshots never mix, because only one staging of the resource
   * announces its rows.
   */
  async #register(record: StagingRecord | undefined): Promise<void> {
    if (!record) return
    const { stagings } = this.#writer.db
    const { id, partial } = record
    if (!partial) return void (await stagings.put(record))
    const others = (await stagings.toArray()).filter(
      (other) => other.id !== id && other.partial?.resource === partial.resource,
    )
    const isBehind = others.some((other) => partialRows(other.partial!) > partialRows(partial))
    await stagings.bulkPut(isBehind ? [{ id }] : [...others.map((other) => ({ id: other.id })), record])
  }

  /** Makes the manifest of these segments. `finish` stores it with the last segments. */
  manifest(
    resource: ResourceKey,
    recordType: RecordType,
    segments: readonly SegmentSummary[],
  ): ManifestRecord {
    return { id: manifestId(this.id, resource, recordType), resource, recordType, segments }
  }

  /**
   * Writes the remaining segments, the manifests and `last`. Returns the part of the manifests that the resource's record keeps.
   */
  async finish(manifests: readonly ManifestRecord[], last?: LastWrite): Promise<ManifestRef[]> {
    await Promise.all(this.#writing)
    const batch = this.#waiting
    this.#waiting = []
    await this.#write(batch, manifests, last)
    return manifests.map(manifestRef)
  }

  /** Withdraws the announced rows from readers, because the snapshot was refused. */
  async withdraw(): Promise<void> {
    await Promise.allSettled(this.#writing)
    if (!this.#partial || this.#reported === undefined) return
    const { db } = this.#writer
    await this.#writer.write(['stagings'], async () => {
      await db.stagings.put({ id: this.id })
    })
  }
}
