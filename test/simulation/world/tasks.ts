import { plainClone } from './plain-clone.ts'

/**
 * Knows when nothing is left to run. The in-memory IndexedDB does its work in `setImmediate`, looked up at each call; from
 * here on each such call is a task in a queue of our own, and an empty one means rest. Everything else that the engine waits
 * for is a timer or an answer, and both belong to the world.
 */

const realSetImmediate = globalThis.setImmediate
const tasks: (() => void)[] = []
let onTask: (() => void) | null = null

const settled = Promise.resolve()
const realThen = Promise.prototype.then

/** The same place in the same queue, without the asynchronous resource that Node makes for each of its own. */
function queueAsReaction(task: () => void): void {
  void Reflect.apply(realThen, settled, [task])
}

/**
 * Tasks begun in one turn of the event loop. A database's tasks follow from one another. With a turn for each, the loop would
 * poll the system after each.
 */
const perTurn = 16
let turning = false

/** After each immediate Node runs all microtasks and tells of rejections, so each task has an immediate of its own. */
function runTask(): void {
  tasks.shift()?.()
}

function endTurn(): void {
  turning = tasks.length > 0
  if (turning) beginTurn()
}

function beginTurn(): void {
  for (let count = 0; count < perTurn; count += 1) realSetImmediate(runTask)
  realSetImmediate(endTurn)
}

function queueTask(task: () => void): void {
  tasks.push(task)
  if (turning) return
  turning = true
  beginTurn()
}

/** Makes tasks of `setImmediate`'s calls, and replaces what histories call most by something cheaper. Once for the process. */
export function countTasks(): void {
  if (globalThis.setImmediate !== realSetImmediate) return
  const counting = (task: (...values: unknown[]) => void, ...values: unknown[]): NodeJS.Immediate => {
    queueTask(() => {
      onTask?.()
      task(...values)
    })
    return {} as NodeJS.Immediate
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
  do await turn()
  while (tasks.length > 0)
}

/** One turn only, so that two parties can be caught in the middle of what they do. */
export function turn(): Promise<void> {
  return new Promise((resolve) => queueTask(resolve))
}
