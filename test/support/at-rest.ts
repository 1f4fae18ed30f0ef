import { setImmediate as realSetImmediate } from 'node:timers'

/**
 * Detects whether this process has work left that needs no timer: requests of the in-memory IndexedDB, jobs of the thread
 * pool, messages between ports and channels. Work that only continues when time passes counts as rest.
 *
 * Importing it counts the calls that start such work. Test files share a process and load their own copy of this module, so
 * the counts belong to the process.
 */
interface Counts {
  /** Jobs of the thread pool and shortest timers that have started and not ended. */
  inProgress: number
  /** Messages posted so far. */
  posted: number
  /** Turns that are not work: those that `settle` waits for, and those of loops that run for ever on purpose. */
  idleTurns: number
}

/** Dexie defers an error and the first result of a live query with `setTimeout(…, 0)`. That is not a wait for time to pass. */
const shortestMs = 1

/** A message is received one turn after it was posted. */
const quietTurns = 2

/** Only an endless chain of work takes that many turns. */
const maxTurns = 100_000

const key = Symbol.for('waraq.test.at-rest')
const shared = globalThis as { [key]?: Counts }
const counts = (shared[key] ??= countedFromNow())

/** Resolves when no work is left that does not need time to pass. */
export async function settle(): Promise<void> {
  let quiet = 0
  for (let turn = 0; quiet < quietTurns; turn += 1) {
    if (turn === maxTurns)
      throw new Error(
        `The process does not come to rest: ${JSON.stringify(counts)}, ${immediates()} immediates`,
      )
    const { posted } = counts
    await nextTurn()
    quiet = isBusy() || counts.posted !== posted ? 0 : quiet + 1
  }
}

/** One turn of the event loop, for a test that observes work under way. */
export function nextTurn(): Promise<void> {
  counts.idleTurns += 1
  return new Promise((resolve) => {
    realSetImmediate(() => {
      counts.idleTurns -= 1
      resolve()
    })
  })
}

/**
 * Excludes work that repeats in each turn from the wait: a transaction that never ends, or an open request that another tab
 * blocks. Returns a function that ends the exception.
 */
export function ignoreOneLoop(): () => void {
  counts.idleTurns += 1
  let isOver = false
  return () => {
    if (!isOver) counts.idleTurns -= 1
    isOver = true
  }
}

function isBusy(): boolean {
  if (counts.inProgress > 0) return true
  return immediates() > counts.idleTurns
}

const immediates = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Immediate').length

function countedFromNow(): Counts {
  const made: Counts = { inProgress: 0, posted: 0, idleTurns: 0 }
  countJobs(made)
  countMessages(made)
  countShortestTimers(made)
  return made
}

function countJobs(made: Counts): void {
  const subtle = Object.getPrototypeOf(crypto.subtle) as Record<string, unknown>
  for (const name of Object.getOwnPropertyNames(subtle)) {
    const method = subtle[name]
    if (name === 'constructor' || typeof method !== 'function') continue
    subtle[name] = async function (this: unknown, ...values: unknown[]): Promise<unknown> {
      made.inProgress += 1
      try {
        return await (Reflect.apply(method, this, values) as Promise<unknown>)
      } finally {
        made.inProgress -= 1
      }
    }
  }
}

function countMessages(made: Counts): void {
  for (const { prototype } of [MessagePort, BroadcastChannel]) {
    const { postMessage } = prototype
    prototype.postMessage = function (this: MessagePort, ...values: [never]) {
      made.posted += 1
      // Node's channels are made of ports, and read the result of a port's call.
      return Reflect.apply(postMessage, this, values) as void
    }
  }
}

function countShortestTimers(made: Counts): void {
  const { setTimeout, clearTimeout } = globalThis
  const pending = new Set<unknown>()
  const end = (id: unknown) => {
    if (pending.delete(id)) made.inProgress -= 1
  }
  const counting = (fire: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    if (ms > shortestMs || typeof fire !== 'function') return setTimeout(fire, ms, ...values)
    const id = setTimeout(() => {
      end(id)
      fire(...values)
    }, ms)
    pending.add(id)
    made.inProgress += 1
    return id
  }
  globalThis.setTimeout = Object.assign(counting, setTimeout) as typeof setTimeout
  globalThis.clearTimeout = ((id?: NodeJS.Timeout) => {
    end(id)
    clearTimeout(id)
  }) as typeof clearTimeout
}
