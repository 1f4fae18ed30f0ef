import { partsOf } from '../header-text.ts'

/** Whether a caller that sends this `Accept-Encoding` accepts gzip. */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  return partsOf(acceptEncoding?.toLowerCase() ?? null, ',').some((offer) => {
    const [name, ...parameters] = partsOf(offer, ';')
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/**
 * Compresses a body only as fast as the caller reads it. With `pipeThrough`, Node 20 would immediately compress all of it into
 * memory, because its `CompressionStream` has room for 16,384 chunks of any size. This function therefore feeds the stream
 * itself, and only while the caller waits and there is no output yet.
 */
export function gzipped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip')
  const input = body.getReader()
  const zip = writable.getWriter()
  const output = readable.getReader()
  let feeding: Promise<void> | undefined
  let ended = false

  async function feed(): Promise<void> {
    const { done, value } = await input.read()
    ended = done
    await (done ? zip.close() : zip.write(value as BufferSource))
    feeding = undefined
  }

  const discard = (reason: unknown) => void zip.abort(reason).catch(() => undefined)

  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = output.read()
        let hasCome = false
        const mark = () => {
          hasCome = true
        }
        next.then(mark, mark)
        try {
          // A write may block until the output is read, so the two do not wait for each other.
          while (!hasCome && !ended) await Promise.race([next, (feeding ??= feed())])
          const { done, value } = await next
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          discard(error)
          throw error
        }
      },
      cancel: (reason) => {
        discard(reason)
        return input.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
