import type { Bytes, ByteStream } from '../bytes.ts'
import type { JsonObject } from '@waraq/protocol'
import type { StoredResource } from './stored-resource.ts'

const chunkSize = 256 * 1024

/** Serialised records in pieces of about 256 KB: a JSON array without its brackets. */
export interface SerialisedRows {
  readonly chunks: readonly Bytes[]
  readonly bytes: number
}

export function serialiseRows(rows: readonly JsonObject[]): SerialisedRows {
  const encoder = new TextEncoder()
  const chunks: Bytes[] = []
  let bytes = 0
  let pending = ''
  const flush = () => {
    if (pending === '') return
    const chunk = encoder.encode(pending)
    chunks.push(chunk)
    bytes += chunk.length
    pending = ''
  }
  rows.forEach((row, index) => {
    pending += (index === 0 ? '' : ',') + JSON.stringify(row)
    if (pending.length >= chunkSize) flush()
  })
  flush()
  return { chunks, bytes }
}

const serialised = new WeakMap<readonly JsonObject[], SerialisedRows>()

/** The current rows, serialised once until they change: a mushaf has 24 MB and is requested often. */
export function currentRows({ history }: StoredResource): SerialisedRows {
  const rows = history.rows()
  const found = serialised.get(rows) ?? serialiseRows(rows)
  serialised.set(rows, found)
  return found
}

/** The complete document as a stream that is as fast as its reader, and its length in bytes. */
export function snapshotStream(envelope: JsonObject, rows: SerialisedRows) {
  const encoder = new TextEncoder()
  const head = encoder.encode(`${JSON.stringify(envelope).slice(0, -1)},"records":[`)
  const tail = encoder.encode(']}')
  let next = -1
  const stream: ByteStream = new ReadableStream<Bytes>({
    pull(controller) {
      if (next === rows.chunks.length) {
        controller.enqueue(tail)
        controller.close()
        return
      }
      // A copy, because a reader may transfer the chunk to another thread.
      controller.enqueue(next === -1 ? head : rows.chunks[next]!.slice())
      next += 1
    },
  })
  return { stream, bytes: head.length + rows.bytes + tail.length }
}
