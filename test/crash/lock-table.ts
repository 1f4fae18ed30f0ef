import type { Locks } from '@waraq/engine'

/** The Web Locks of one browser: one holder at a time, and a tab that dies lets go of what it held. */
export class LockTable {
  readonly #last = new Map<string, Promise<void>>()

  /** The locks as one tab sees them. */
  of(died: Promise<void>): Locks {
    const request = async (name: string, _options: LockOptions, work: () => Promise<unknown>) => {
      const before = this.#last.get(name) ?? Promise.resolve()
      let letGo = (): void => undefined
      const held = new Promise<void>((resolve) => (letGo = resolve))
      void died.then(letGo)
      this.#last.set(
        name,
        before.then(() => held),
      )
      await before
      try {
        return await work()
      } finally {
        letGo()
      }
    }
    return { request } as unknown as Locks
  }
}
