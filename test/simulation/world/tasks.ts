import { plainClone } from './plain-clone.ts'

/**
 * Detects when no work is left. The in-memory IndexedDB schedules its work with `setImmediate`, which it looks up at each
 * call. From here on each such call is a task in a custom queue, and an empty queue means rest. Everything else that the
 * engine waits for is a timer or an answer, and the world controls both.
 */

const realSetImmediate = globalThis.setImmediate
const tasks: (() => void)[] = []
let onTask: (() => void) | null = null

const settled = Promise.resolve()
const realThen = Promise.prototype.then

/**
 * Queues a task at the same position in the same queue, without the asynchronous resource that Node creates for each
 * microtask.
 */
function queueAsReaction(task: () => void): void {
  void Reflect.apply(realThen, settled, [task])
}

/**
 * The number of tasks per turn of the event loop. A database's tasks follow from one another. With one task per turn, the
 * loop would poll the system after each.
 */
const perTurn = 16
let turning = false

/** After each immediate Node runs all microtasks and reports rejections, so each task has a separate immediate. */
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

/**
 * Turns the calls of `setImmediate` into tasks, and replaces the functions that histories call most with cheaper ones. Once
 * per process.
 */
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

/** Sets a function that is called before each task of the database, so that a crash can strike between two of its steps. */
export function watchTasks(watcher: (() => void) | null): void {
  onTask = watcher
}

/** Runs everything that is ready, microtasks and database work, until none is left. */
export async function settle(): Promise<void> {
  do await turn()
  while (tasks.length > 0)
}

/** One turn only, so that two parties can be interrupted in the middle of their work. */
export function turn(): Promise<void> {
  return new Promise((resolve) => queueTask(resolve))
}
