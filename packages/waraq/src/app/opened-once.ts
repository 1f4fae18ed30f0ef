/** A part of the application that opens with its first use. If that fails, the next use tries again. */
export class OpenedOnce<T extends { close(): unknown }> {
  readonly #open: () => Promise<T>
  #opened: Promise<T> | undefined

  constructor(open: () => Promise<T>) {
    this.#open = open
  }

  get(): Promise<T> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  /** Closes it if it was ever used. */
  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    await opened?.close()
  }
}
