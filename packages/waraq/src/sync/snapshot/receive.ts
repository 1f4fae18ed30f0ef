import {
  resourceKey,
  WaraqError,
  type RecordType,
  type ResourceRef,
  type SnapshotEnvelope,
} from '@waraq/protocol'
import type { SnapshotDownload } from '../../client/options.ts'
import { Staging, type LastWrite, type PartialOptions } from '../../store/stagings.ts'
import { firstLimits, Packer, segmentLimits } from '../../store/packer.ts'
import type { RejectedRows } from '../../store/records.ts'
import type { PackedSegment, SegmentSummary, StoredRow } from '../../store/segment.ts'
import { manifestRef, type ManifestRef } from '../../store/manifest.ts'
import type { Writer } from '../../store/writer.ts'
import { identify } from './identify.ts'
import type { SnapshotPart } from './parts.ts'
import { SeenKeys } from './seen-keys.ts'

/** A snapshot whose segments and manifests are stored, but that readers cannot reach yet. */
export interface ReceivedSnapshot {
  readonly staging: number
  readonly contentId: number | null
  readonly schemaVersion: number
  readonly syncSequence: number
  readonly manifests: readonly ManifestRef[]
  readonly rows: number
  readonly rejected: RejectedRows | null
}

const samplesKept = 5

/** Returns the fault of the envelope, or undefined if it has none. */
function problemWith(envelope: SnapshotEnvelope, ref: ResourceRef, floor: number): WaraqError | undefined {
  if (envelope.resource_group !== ref.group || envelope.resource_id !== ref.id) {
    return new WaraqError({
      code: 'wrong_snapshot',
      message: `The service answered with another resource's snapshot than ${resourceKey(ref)}. Nothing of it was used.`,
      retryable: true,
      details: { asked: resourceKey(ref) },
    })
  }
  if (envelope.sync_sequence < floor) {
    return new WaraqError({
      code: 'stale_snapshot',
      message: `The snapshot of ${resourceKey(ref)} is older than the changes already known; a replica lags behind. It is asked for again.`,
      retryable: true,
      details: { sequence: envelope.sync_sequence, floor },
    })
  }
  return undefined
}

/** A snapshot that is being downloaded. */
export interface SnapshotInput {
  readonly parts: AsyncIterable<SnapshotPart>
  /** The download's `refused`: marks an error as the fault of the response, not of the engine. */
  readonly refused: SnapshotDownload['refused']
  /** Set if readers may read its rows while they arrive. */
  readonly partial?: PartialOptions | undefined
  /** Returns what is stored in one transaction with the snapshot's end. */
  readonly last?: ((received: ReceivedSnapshot) => LastWrite) | undefined
  /** Whether the download refused the response with this error. If so, readers lose the rows that they had. */
  readonly isRefused?: ((error: unknown) => boolean) | undefined
}

/** Collects the segments of one record type, and their summaries for the manifest. */
class SegmentCollector {
  readonly recordType: RecordType
  readonly summaries: SegmentSummary[] = []
  readonly #packer: Packer
  readonly #staging: Staging
  readonly #keys = new SeenKeys()

  constructor(staging: Staging, recordType: RecordType, firstRows?: number) {
    this.#staging = staging
    this.recordType = recordType
    this.#packer = new Packer(recordType, staging.nextSegmentId, { ...segmentLimits, firstRows })
  }

  async #store(segment: PackedSegment | undefined): Promise<void> {
    if (!segment) return
    this.summaries.push(segment.summary)
    await this.#staging.add(this.recordType, segment)
  }

  /** Returns false if a row of this key came before: two rows of one key could not be told apart. */
  admits(key: string): boolean {
    return this.#keys.add(key)
  }

  push(row: StoredRow, size: number): Promise<void> | undefined {
    const segment = this.#packer.push(row, size)
    return segment && this.#store(segment)
  }

  finish(): Promise<void> {
    return this.#store(this.#packer.finish())
  }
}

/**
 * Writes a snapshot into a separate staging while it arrives. Readers do not reach the staging, unless it announces a first
 * snapshot. If the snapshot fails, the staging becomes garbage.
 * @throws {WaraqError} `wrong_snapshot`, `stale_snapshot`, `invalid_response`, which the download refused; or errors of reading
 * and writing
 */
export async function receiveSnapshot(
  writer: Writer,
  ref: ResourceRef,
  floor: number,
  input: SnapshotInput,
  onRows: (rows: number) => void,
): Promise<ReceivedSnapshot> {
  let staging: Staging | undefined
  // Before their envelope has arrived, it is not known which resource the rows belong to.
  const begin = async (isKnown: boolean) =>
    (staging ??= await Staging.begin(writer, isKnown ? input.partial : undefined))
  try {
    return await receive(begin, ref, floor, input, onRows)
  } catch (error) {
    if (input.isRefused?.(error)) await staging?.withdraw()
    throw error
  }
}

async function receive(
  begin: (isKnown: boolean) => Promise<Staging>,
  ref: ResourceRef,
  floor: number,
  { parts, refused, partial, last }: SnapshotInput,
  onRows: (rows: number) => void,
): Promise<ReceivedSnapshot> {
  let envelope: SnapshotEnvelope | undefined
  const collectors = new Map<RecordType, SegmentCollector>()
  const samples: { index: number; problem: string }[] = []
  let rejected = 0
  let index = 0
  const reject = (problem: string) => {
    rejected++
    if (samples.length < samplesKept) samples.push({ index: index - 1, problem })
  }
  for await (const part of parts) {
    if (part.type === 'envelope') {
      const problem = problemWith(part.envelope, ref, floor)
      if (problem) throw refused(problem)
      envelope = part.envelope
      continue
    }
    const staging = await begin(envelope !== undefined)
    for (const record of part.records) {
      const identified = identify(ref.group, record, index++)
      if ('problem' in identified) {
        reject(identified.problem)
        continue
      }
      const { recordType, row, size } = identified
      let collector = collectors.get(recordType)
      if (!collector) {
        collector = new SegmentCollector(staging, recordType, partial && firstLimits.rows)
        collectors.set(recordType, collector)
      }
      if (!collector.admits(row.key)) {
        reject(`a second ${recordType} of one key`)
        continue
      }
      const full = collector.push(row, size)
      if (full) await full
    }
    // The rows at the document's end are written with the rest.
    if (!part.last) staging.tell()
    onRows(index - rejected)
  }
  if (!envelope) {
    throw refused(
      new WaraqError({
        code: 'invalid_response',
        message: 'The snapshot has no envelope. Nothing of it was used; it is asked for again.',
        retryable: true,
      }),
    )
  }
  const staging = await begin(true)
  for (const collector of collectors.values()) await collector.finish()
  const manifests = [...collectors.values()].map((collector) =>
    staging.manifest(resourceKey(ref), collector.recordType, collector.summaries),
  )
  const received: ReceivedSnapshot = {
    staging: staging.id,
    contentId: envelope.resource_content_id ?? null,
    schemaVersion: envelope.schema_version,
    syncSequence: envelope.sync_sequence,
    manifests: manifests.map(manifestRef),
    rows: index - rejected,
    rejected: rejected > 0 ? { count: rejected, samples } : null,
  }
  await staging.finish(manifests, last?.(received))
  return received
}
