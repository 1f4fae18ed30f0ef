import type { Bench } from '../bench.test-support.ts'

/** Snapshots whose bodies come as far as the test lets them. */
export class GatedSnapshots {
  #given = 0
  /** Bytes that a snapshot has sent. */
  sent = 0
  #ended: Error | 'whole' | undefined
  #waiting: (() => void)[] = []
  /** What is made of the text of a snapshot before it is sent. */
  change: (text: string) => string = (text) => text

  /** Lets so many bytes of each snapshot through. */
  give(bytes: number): void {
    this.#given = bytes
    this.#wake()
  }

  /** Lets all come: snapshots under way, and those to come. */
  open(): void {
    this.give(Infinity)
  }

  /** Breaks the connection of those under way. */
  break(): void {
    this.#ended = new TypeError('network error')
    this.#wake()
  }

  /** From now on snapshots come from their beginning again. */
  again(): void {
    this.#given = 0
    this.#ended = undefined
  }

  /** An engine's `fetch`. */
  fetchOf({ sandbox }: Pick<Bench, 'sandbox'>): typeof fetch {
    return async (input, init) => {
      const answer = await sandbox.fetch(new Request(input, init))
      if (!String(input).includes('/snapshots/') || answer.status !== 200) return answer
      const bytes = new TextEncoder().encode(this.change(await answer.text()))
      const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) }
      return new Response(this.#gated(bytes, init?.signal ?? undefined), { headers })
    }
  }

  #gated(bytes: Uint8Array, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
    let sent = 0
    signal?.addEventListener('abort', () => this.#wake())
    return new ReadableStream({
      pull: async (controller) => {
        while (this.#given <= sent && this.#ended === undefined && !signal?.aborted)
          await new Promise<void>((resolve) => this.#waiting.push(resolve))
        if (signal?.aborted) return controller.error(signal.reason)
        if (this.#ended) return controller.error(this.#ended)
        const piece = bytes.subarray(sent, Math.min(this.#given, sent + 4096))
        sent += piece.length
        this.sent = sent
        controller.enqueue(piece)
        if (sent === bytes.length) controller.close()
      },
    })
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
