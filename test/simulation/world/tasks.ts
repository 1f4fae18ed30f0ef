/**
 * Knows when nothing is left to run. The in-memory IndexedDB does its work in `setImmediate`, looked up at each call;
 * counting those calls is the cheapest reliable sign of rest. Everything else that the engine waits for is a timer or an
 * answer, and both belong to the world.
 */

const realSetImmediate = globalThis.setImmediate
let pending = 0
let done = 0
let onTask: (() => void) | null = null

/** Makes `setImmediate` count. Once for the process; other uses of it go on as before. */
export function countTasks(): void {
  if (globalThis.setImmediate !== realSetImmediate) return
  const counting = (task: (...values: unknown[]) => void, ...values: unknown[]): NodeJS.Immediate => {
    pending += 1
    return realSetImmediate(() => {
      pending -= 1
      done += 1
      onTask?.()
      task(...values)
    })
  }
  globalThis.setImmediate = Object.assign(counting, {
    __promisify__: realSetImmediate.__promisify__,
  }) as unknown as typeof setImmediate
}

/** Tasks done so far: where none was, nothing in any database can have changed. */
export function tasksDone(): number {
  return done
}

/** Called before each task of the database: where a crash can strike between two of its steps. */
export function watchTasks(watcher: (() => void) | null): void {
  onTask = watcher
}

/** Lets everything that is ready happen: microtasks and database work, until none is left. */
export async function settle(): Promise<void> {
  do {
    await new Promise<void>((resolve) => void realSetImmediate(resolve))
  } while (pending > 0)
}

/** One turn only, so that two parties can be caught in the middle of what they do. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void realSetImmediate(resolve))
}
