import { plainClone } from './plain-clone.ts'

/**
 * Knows when nothing is left to run. The in-memory IndexedDB does its work in `setImmediate`, looked up at each call;
 * counting those calls is the cheapest reliable sign of rest. Everything else that the engine waits for is a timer or an
 * answer, and both belong to the world.
 */

const realSetImmediate = globalThis.setImmediate
let pending = 0
let onTask: (() => void) | null = null

const settled = Promise.resolve()
const realThen = Promise.prototype.then

/** The same place in the same queue, without the asynchronous resource that Node makes for each of its own. */
function queueAsReaction(task: () => void): void {
  void Reflect.apply(realThen, settled, [task])
}

/** Makes `setImmediate` count, and what histories do most often cheap. Once for the process; other uses go on as before. */
export function countTasks(): void {
  if (globalThis.setImmediate !== realSetImmediate) return
  const counting = (task: (...values: unknown[]) => void, ...values: unknown[]): NodeJS.Immediate => {
    pending += 1
    return realSetImmediate(() => {
      pending -= 1
      onTask?.()
      task(...values)
    })
  }
  globalThis.setImmediate = Object.assign(counting, {
    __promisify__: realSetImmediate.__promisify__,
  }) as unknown as typeof setImmediate
  globalThis.structuredClone = plainClone
  globalThis.queueMicrotask = queueAsReaction
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
