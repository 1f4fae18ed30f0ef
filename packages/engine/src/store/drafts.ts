import type { RecordType, ResourceKey } from '@waraq/contract'
import { directoryId, segmentId, segmentTableOf } from './database.ts'
import { directoryRef, type DirectoryRecord, type DirectoryRef } from './directory.ts'
import type { PackedSegment, SegmentSummary } from './segment.ts'
import type { Writer } from './writer.ts'

/**
 * Segments written in one transaction. Readers queue behind writers, so a write must be short: shorter still where there is
 * something to read already.
 */
export const segmentsPerWrite = { whileEmpty: 12, besideReaders: 3 } as const

/** Transactions under way at once: the browser goes on with the next one while this thread is busy. */
const mostWrites = 2

interface WaitingSegment {
  readonly table: string
  readonly segment: PackedSegment
}

/**
 * Segments and directories on their way in: written, but reached by no reader. A draft is registered together with
 * its segments, so what a crash leaves behind can be found and deleted.
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
   * Takes a segment; every few of them are written together. The next ones are packed while the last ones are written, so
   * a few batches at most are in memory.
   */
  async add(recordType: RecordType, segment: PackedSegment): Promise<void> {
    this.#waiting.push({ table: segmentTableOf(recordType), segment })
    if (this.#waiting.length < this.#perWrite) return
    if (this.#writing.length >= mostWrites) await this.#writing.shift()
    const writing = this.#write(this.#waiting)
    // Whoever adds or finishes next meets the error; until then it is nobody's unhandled one.
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
    await this.#writer.append([...tables, 'directories', 'drafts'], async () => {
      // With each of them: one that fails must not take the registration of the others along.
      await db.drafts.put({ id: this.id })
      for (const table of tables) {
        const records = batch.filter((item) => item.table === table).map((item) => item.segment.record)
        await db.table(table).bulkPut(records)
      }
      if (directories.length > 0) await db.directories.bulkPut([...directories])
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

  /** Writes what waits and the directories; returns what the resource's record keeps of them. */
  async finish(directories: readonly DirectoryRecord[]): Promise<DirectoryRef[]> {
    await Promise.all(this.#writing)
    const batch = this.#waiting
    this.#waiting = []
    await this.#write(batch, directories)
    return directories.map(directoryRef)
  }
}
