import { setImmediate as realSetImmediate } from 'node:timers'

/**
 * Knows whether this process has work left that needs no timer: requests of the in-memory IndexedDB, jobs of the thread
 * pool, messages between ports and channels. What only the passing of time continues is at rest.
 *
 * Importing it counts the calls that begin such work. Test files share a process and load their own copy of this module, so
 * the counts are the process's.
 */
interface Counts {
  /** Jobs of the thread pool and shortest timers that have begun and not ended. */
  underWay: number
  /** Messages posted so far. */
  posted: number
  /** Turns that are no work: those that `settle` waits for, and those of loops that go on for ever on purpose. */
  idleTurns: number
}

/** Dexie puts off an error and the first result of a live query with `setTimeout(…, 0)`, which is no claim about time. */
const shortestMs = 1

/** A message is received one turn after it was posted. */
const quietTurns = 2

/** Only work that begins other work for ever takes as many. */
const maxTurns = 100_000

const key = Symbol.for('waraq.test.at-rest')
const shared = globalThis as { [key]?: Counts }
const counts = (shared[key] ??= countedFromNow())

/** Resolves when nothing is left to do before time moves on. */
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

/** One turn of the event loop, for a test that looks at work under way. */
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
 * Work that asks again in each turn, and is not to be waited for: a transaction that never ends, an open that another tab
 * blocks. Returns what ends the exception.
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
  if (counts.underWay > 0) return true
  return immediates() > counts.idleTurns
}

const immediates = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Immediate').length

function countedFromNow(): Counts {
  const made: Counts = { underWay: 0, posted: 0, idleTurns: 0 }
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
      made.underWay += 1
      try {
        return await (Reflect.apply(method, this, values) as Promise<unknown>)
      } finally {
        made.underWay -= 1
      }
    }
  }
}

function countMessages(made: Counts): void {
  for (const { prototype } of [MessagePort, BroadcastChannel]) {
    const { postMessage } = prototype
    prototype.postMessage = function (this: MessagePort, ...values: [never]) {
      made.posted += 1
      // Node's channels are made of ports, and read what a port's call returns.
      return Reflect.apply(postMessage, this, values) as void
    }
  }
}

function countShortestTimers(made: Counts): void {
  const { setTimeout, clearTimeout } = globalThis
  const pending = new Set<unknown>()
  const end = (id: unknown) => {
    if (pending.delete(id)) made.underWay -= 1
  }
  const counting = (fire: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    if (ms > shortestMs || typeof fire !== 'function') return setTimeout(fire, ms, ...values)
    const id = setTimeout(() => {
      end(id)
      fire(...values)
    }, ms)
    pending.add(id)
    made.underWay += 1
    return id
  }
  globalThis.setTimeout = Object.assign(counting, setTimeout) as typeof setTimeout
  globalThis.clearTimeout = ((id?: NodeJS.Timeout) => {
    end(id)
    clearTimeout(id)
  }) as typeof clearTimeout
}
