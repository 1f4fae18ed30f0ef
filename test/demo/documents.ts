import type { AppState, AppStateView } from 'waraq/app-state'

/** The documents of an account, as every device sees them. */
export class Documents implements Pick<AppState, 'live' | 'update'> {
  readonly bodies = new Map<string, AppStateView['body']>()
  writes = 0
  isFull = false
  readonly #observers = new Set<() => void>()

  live(collection: string, key: string) {
    const view = () =>
      ({ collection, key, body: this.bodies.get(key) ?? null, pending: false, blocked: null }) as AppStateView
    return {
      subscribe: (
        observer: ((value: AppStateView) => void) | { readonly next: (value: AppStateView) => void },
      ) => {
        const tell = () => (typeof observer === 'function' ? observer(view()) : observer.next(view()))
        this.#observers.add(tell)
        tell()
        return () => void this.#observers.delete(tell)
      },
    }
  }

  async update(_: string, key: string, make: Parameters<AppState['update']>[2]): Promise<void> {
    await Promise.resolve()
    if (this.isFull) throw new Error('full')
    this.writes += 1
    this.set(key, make(this.bodies.get(key) ?? null))
  }

  set(key: string, body: AppStateView['body']): void {
    this.bodies.set(key, body)
    for (const tell of this.#observers) tell()
  }
}
