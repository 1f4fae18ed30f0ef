import { WaraqError } from '@waraq/protocol'

/**
 * A part of the application that opens with its first use. If that fails, the next use tries again. Once it was closed, uses
 * reject with `engine_closed`.
 */
export class OpenedOnce<T extends { close(): unknown }> {
  readonly #open: () => Promise<T>
  #opened: Promise<T> | undefined
  #isClosed = false

  constructor(open: () => Promise<T>) {
    this.#open = open
  }

  async get(): Promise<T> {
    if (this.#isClosed)
      throw new WaraqError({
        code: 'engine_closed',
        message: 'The library was closed. Create another one with createWaraq.',
      })
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  /** Closes it if it was ever used. */
  async close(): Promise<void> {
    this.#isClosed = true
    const opened = await this.#opened?.catch(() => undefined)
    await opened?.close()
  }
}
