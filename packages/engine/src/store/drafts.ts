import type { RecordType, ResourceKey } from '@waraq/contract'
import { directoryId, segmentId } from './database.ts'
import { segmentTableOf } from './segment-tables.ts'
import { directoryRef, type DirectoryRecord, type DirectoryRef } from './directory.ts'
import type { PackedSegment, SegmentSummary } from './segment.ts'
import type { Writer } from './writer.ts'

/**
 * Segments written in one transaction. Readers wait for a write transaction, so it must be short: shorter still where there
 * are rows to read already.
 */
export const segmentsPerWrite = { whileEmpty: 16, besideReaders: 3 } as const

/** Transactions under way at once: the browser works on the next one while this thread is busy. */
const mostWrites = 2

interface WaitingSegment {
  readonly table: string
  readonly segment: PackedSegment
}

/**
 * Segments and directories that are written, but not yet reached by readers. A draft is registered together with its
 * segments, so that what a crash leaves behind can be found and deleted.
 */
export class Draft {
  readonly id: number
  readonly #writer: Writer
  readonly #perWrite: number
  #segments = 0
  #waiting: WaitingSegment[] = []
  /** Under way, oldest first. */
  readonly #writing: Promise<void>[] = []

  private constructor(writer: Writer, id: number, perWrite: number) {
    this.#writer = writer
    this.id = id
    this.#perWrite = perWrite
  }

  static async begin(writer: Writer): Promise<Draft> {
    const { resources } = await writer.known()
    const id = await writer.number()
    const isEmpty = resources.every(({ status }) => status !== 'installed')
    return new Draft(writer, id, isEmpty ? segmentsPerWrite.whileEmpty : segmentsPerWrite.besideReaders)
  }

  readonly nextSegmentId = (): number => segmentId(this.id, this.#segments++)

  /**
   * Takes a segment; a few of them are written together. The caller packs the next segments meanwhile, so a few batches at
   * most are in memory.
   */
  async add(recordType: RecordType, segment: PackedSegment): Promise<void> {
    this.#waiting.push({ table: segmentTableOf(recordType), segment })
    if (this.#waiting.length < this.#perWrite) return
    if (this.#writing.length >= mostWrites) await this.#writing.shift()
    const writing = this.#write(this.#waiting)
    // The next call of `add` or `finish` throws this error; until then it must not count as unhandled.
    writing.catch(() => undefined)
    this.#writing.push(writing)
    this.#waiting = []
  }

  async #write(
    batch: readonly WaitingSegment[],
    directories: readonly DirectoryRecord[] = [],
  ): Promise<void> {
    const { db } = this.#writer
    const tables = [...new Set(batch.map(({ table }) => table))]
    const recordsOf = (table: string) =>
      batch.filter((item) => item.table === table).map((item) => item.segment.record)
    await this.#writer.write([...tables, 'directories', 'drafts'], async () => {
      await Promise.all([
        // With each write: the draft must stay registered where an earlier write failed.
        db.drafts.put({ id: this.id }),
        ...tables.map((table) => db.table(table).bulkPut(recordsOf(table))),
        db.directories.bulkPut([...directories]),
      ])
    })
  }

  /** Makes the directory of these segments; `finish` stores it with the last segments. */
  directory(
    resource: ResourceKey,
    recordType: RecordType,
    segments: readonly SegmentSummary[],
  ): DirectoryRecord {
    return { id: directoryId(this.id, resource, recordType), resource, recordType, segments }
  }

  /** Writes the remaining segments and the directories; returns what the resource's record keeps of these. */
  async finish(directories: readonly DirectoryRecord[]): Promise<DirectoryRef[]> {
    await Promise.all(this.#writing)
    const batch = this.#waiting
    this.#waiting = []
    await this.#write(batch, directories)
    return directories.map(directoryRef)
  }
}
