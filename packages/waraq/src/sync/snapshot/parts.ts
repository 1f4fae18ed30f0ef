import { isJsonObject, SnapshotEnvelope, WaraqError, type JsonObject } from '@waraq/protocol'
import type { SnapshotDownload } from '../../client/options.ts'
import { RecordSplitter, SwollenError, UnsplittableError, type RecordBatch } from './record-splitter.ts'
import { firstLimits } from '../../store/packer.ts'
import { NotUtf8Error } from './utf8.ts'

/**
 * A part of a snapshot: its envelope, or a batch of its records. The envelope is yielded as soon as it is complete, and again at
 * the end, when the document is known to be complete. Only then does the iteration end without an error.
 */
export type SnapshotPart =
  | { readonly type: 'envelope'; readonly envelope: SnapshotEnvelope }
  | {
      readonly type: 'records'
      readonly records: readonly unknown[]
      /** Whether the complete body has arrived. */
      readonly last?: boolean
    }

/** Turns a body into parts. `onBytes` is called with the count of bytes as they arrive. */
export type SnapshotReader = (
  download: SnapshotDownload,
  onBytes: (bytes: number) => void,
) => AsyncIterable<SnapshotPart>

/**
 * Bytes of JSON that are parsed at a time: enough to keep the overhead small, few enough to finish quickly. The first batches are
 * smaller, because a reader may wait for the first rows.
 */
const batchSize = 64 * 1024

function malformed(
  problem: string,
  code: 'truncated_body' | 'invalid_response',
  cause?: unknown,
): WaraqError {
  return new WaraqError({
    code,
    message: `The snapshot is ${problem}. Nothing of it was used; it is asked for again.`,
    retryable: true,
    cause,
  })
}

/** Not retryable: the next response would be as large. */
function tooLarge({ message }: SwollenError): WaraqError {
  return new WaraqError({
    code: 'snapshot_too_large',
    message: `The snapshot is too large: it has ${message}. Nothing of it was used. Tell the operator of the service.`,
  })
}

function envelopeOf(body: JsonObject) {
  const { records: _, ...fields } = body
  return SnapshotEnvelope.safeParse(fields)
}

/** Returns the envelope if all of it precedes the records, as it usually does. */
function earlyEnvelope(before: string): SnapshotEnvelope | undefined {
  try {
    // Missing fields may follow the records. Wrong ones are found at the end.
    return envelopeOf(JSON.parse(`${before}]}`) as JsonObject).data
  } catch {
    return undefined
  }
}

function wholeEnvelope(rest: string, { refused }: SnapshotDownload): SnapshotEnvelope {
  const body: unknown = JSON.parse(rest)
  if (!isJsonObject(body) || !Array.isArray(body['records'])) {
    throw refused(malformed('not a snapshot: it has no list of records', 'invalid_response'))
  }
  const envelope = envelopeOf(body)
  if (envelope.success) return envelope.data
  throw refused(malformed('not a snapshot: its envelope does not fit', 'invalid_response', envelope.error))
}

async function* split(download: SnapshotDownload, onBytes: (bytes: number) => void) {
  const splitter = new RecordSplitter(batchSize, { firstBatch: firstLimits.bytes })
  const part = (records: RecordBatch) => ({ type: 'records', records }) as const
  const lastPart = (records: RecordBatch) => ({ type: 'records', records, last: true }) as const
  let early = false
  for await (const chunk of download.chunks) {
    onBytes(chunk.byteLength)
    const batches = splitter.push(chunk)
    if (!early && splitter.before !== undefined) {
      early = true
      const envelope = earlyEnvelope(splitter.before)
      if (envelope) yield { type: 'envelope', envelope } as const
    }
    yield* batches.map(part)
  }
  yield* splitter.finish().map(lastPart)
  yield { type: 'envelope', envelope: wholeEnvelope(splitter.rest, download) } as const
}

/** Returns the problem of the snapshot, or undefined if reading it failed for another reason, such as a broken connection. */
function problemOf(error: unknown): WaraqError | undefined {
  if (error instanceof SwollenError) return tooLarge(error)
  if (error instanceof NotUtf8Error) return malformed('not valid UTF-8', 'invalid_response', error)
  if (!(error instanceof SyntaxError || error instanceof UnsplittableError)) return undefined
  // A gzip body that was cut off ends like a complete one. Broken JSON is then the only sign.
  return malformed('cut off or not JSON', 'truncated_body', error)
}

/** Splits the body into records while it arrives, so that memory use does not grow with the snapshot. */
export const readSnapshotParts: SnapshotReader = async function* (download, onBytes) {
  try {
    yield* split(download, onBytes)
  } catch (error) {
    const problem = problemOf(error)
    throw problem ? download.refused(problem) : error
  }
}
