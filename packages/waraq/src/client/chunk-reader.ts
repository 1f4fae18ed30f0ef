/** Most answers are short, and a full-size buffer costs more than they do. An answer that fills this one gets a larger one. */
const roomForFirst = 4 * 1024
const roomForChunk = 64 * 1024

/**
 * Reads a body chunk by chunk, into one reused buffer if the browser supports that: separate chunks would take as much memory
 * as the body until the next garbage collection. A chunk is valid only until the next one is requested.
 */
export class ChunkReader {
  readonly #filling: ReadableStreamBYOBReader | undefined
  readonly #handing: ReadableStreamDefaultReader<Uint8Array> | undefined
  #buffer: ArrayBuffer | undefined

  constructor(stream: ReadableStream<Uint8Array>) {
    try {
      this.#filling = stream.getReader({ mode: 'byob' })
    } catch {
      // Not a byte stream: it provides its own chunks.
      this.#handing = stream.getReader()
    }
  }

  /** Undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#handing) return (await this.#handing.read()).value
    const { done, value } = await this.#filling!.read(
      new Uint8Array(this.#buffer ?? new ArrayBuffer(roomForFirst)),
    )
    this.#buffer =
      value?.byteLength === roomForFirst ? new ArrayBuffer(roomForChunk) : (value?.buffer as ArrayBuffer)
    return done ? undefined : value
  }

  cancel(): Promise<void> {
    return (this.#filling ?? this.#handing!).cancel()
  }
}
