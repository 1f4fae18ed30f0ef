import { isJsonObject, SnapshotEnvelope, WaraqError } from '@waraq/contract'
import type { SnapshotDownload } from '@waraq/client'

/**
 * A snapshot as it passes through the engine: its envelope once and its records in batches, in any order. The iteration
 * ends without an error only when the whole document was read and was complete.
 */
export type SnapshotPart =
  | { readonly type: 'envelope'; readonly envelope: SnapshotEnvelope }
  | { readonly type: 'records'; readonly records: readonly unknown[] }

/** Turns a body into parts. `onBytes` is told of bytes as they arrive. */
export type SnapshotReader = (
  download: SnapshotDownload,
  onBytes: (bytes: number) => void,
) => AsyncIterable<SnapshotPart>

const recordsPerBatch = 256

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

async function readText(download: SnapshotDownload, onBytes: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for await (const chunk of download.chunks) {
      text += decoder.decode(chunk, { stream: true })
      onBytes(chunk.byteLength)
    }
    return text + decoder.decode()
  } catch (error) {
    // Only the decoder throws TypeErrors here: replacing broken bytes would change the text.
    if (error instanceof TypeError) throw malformed('not valid UTF-8', 'invalid_response', error)
    throw error
  }
}

/** Reads the whole body, then parses it at once. */
export const readWholeSnapshot: SnapshotReader = async function* (download, onBytes) {
  const text = await readText(download, onBytes)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    // A gzip body cut in half ends like a complete one; that the text is no JSON is then the only sign.
    throw malformed('cut off or not JSON', 'truncated_body', error)
  }
  if (!isJsonObject(body) || !Array.isArray(body['records'])) {
    throw malformed('not a snapshot: it has no list of records', 'invalid_response')
  }
  const { records, ...fields } = body
  const envelope = SnapshotEnvelope.safeParse(fields)
  if (!envelope.success) {
    throw malformed('not a snapshot: its envelope does not fit', 'invalid_response', envelope.error)
  }
  yield { type: 'envelope', envelope: envelope.data }
  const rows: readonly unknown[] = records as unknown[]
  for (let start = 0; start < rows.length; start += recordsPerBatch) {
    yield { type: 'records', records: rows.slice(start, start + recordsPerBatch) }
  }
}
