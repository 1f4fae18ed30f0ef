import 'fake-indexeddb/auto'
import { systemClock, type Clock } from '../../client/clock.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { Library } from './library.ts'
import { resolveOptions } from './options.ts'
import type { OpenedDatabase } from '../../store/open/open-database.ts'
import { backoffsMs } from '../../store/open/open-database.ts'
import { readWriter } from '../../store/writer.ts'

/** An engine's database: opened once, opened again after a loss, written in turns, closed. */

const libraries: Library[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(libraries.splice(0).map((each) => each.close()))
})

let indexedDB: IDBFactory
beforeEach(() => {
  indexedDB = new IDBFactory()
})

/** `clock`: by which it rests between tries. */
function library(
  onFound: (database: OpenedDatabase) => void = () => undefined,
  clock: Clock = systemClock,
): Library {
  const settings = resolveOptions({
    contentRoot: 'http://127.0.0.1/content',
    tokens: { get: () => Promise.reject(new Error('not expected')) },
    clock,
    recovery: { recreate: true },
    indexedDB,
    IDBKeyRange,
  })
  const made = new Library(settings, 'me', onFound, async () => undefined)
  libraries.push(made)
  return made
}

/** A promise and what settles it. */
function gate() {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

describe('finding', () => {
  it('is done once, with the first use, and waited for', async () => {
    const found: string[] = []
    const made = library(({ kind }) => void found.push(kind))
    expect(found).toEqual([])
    const [one, two] = await Promise.all([made.open(), made.open()])
    expect(one).toBe(two)
    await made.use((db) => db.resources.count())
    expect(found).toEqual(['indexeddb'])
  })
  it('that failed is tried again with the next call', async () => {
    let tries = 0
    const made = library(() => {
      if (++tries === 1) throw new Error('not now')
    })
    await expect(made.use((db) => db.resources.count())).rejects.toMatchObject({ code: 'storage_failed' })
    expect(await made.use((db) => db.resources.count())).toBe(0)
  })
  it('opens a connection that was lost anew', async () => {
    const made = library()
    const { db } = await made.open()
    db.close()
    expect(await made.use((again) => again.resources.count())).toBe(0)
  })
})

describe('use without being the writer', () => {
  it('rejects with errors of ours', async () => {
    const refused = library().use(() => Promise.reject(new DOMException('no room', 'QuotaExceededError')))
    await expect(refused).rejects.toMatchObject({ code: 'quota_exceeded' })
  })
})

describe('a step that the browser cut off', () => {
  const restless: Clock = {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(backoffsMs.some((rest) => rest === ms) ? 1 : ms, signal),
  }
  const cutOff = () => Object.assign(new Error('AbortError'), { name: 'AbortError', inner: null })

  it('is done again on a new connection, and so is a turn as the writer', async () => {
    const made = library(undefined, restless)
    let tries = 0
    const failsTwice = async () => {
      if (++tries % 3 > 0) throw cutOff()
      return tries
    }
    expect(await made.use(failsTwice)).toBe(3)
    expect(await made.asWriter(undefined, failsTwice)).toBe(6)
  })
  it('each time is told after three tries, and costs no database', async () => {
    const made = library(undefined, restless)
    await made.use((db) => db.meta.put({ key: 'mine' } as never))
    let tries = 0
    const failing = made.use(async () => {
      tries++
      throw cutOff()
    })
    await expect(failing).rejects.toMatchObject({ code: 'storage_lost', retryable: true })
    expect(tries).toBe(3)
    expect(await made.use((db) => db.meta.get('mine' as never))).toBeDefined()
  })
  it('is not done again for a caller that is gone', async () => {
    const caller = new AbortController()
    let tries = 0
    const turn = library(undefined, restless).asWriter(caller.signal, async () => {
      tries++
      caller.abort(new Error('enough'))
      throw cutOff()
    })
    await expect(turn).rejects.toThrow('enough')
    expect(tries).toBe(1)
  })
})

describe('turns as the writer', () => {
  it('come one after the other, each with an epoch of its own', async () => {
    const made = library()
    const first = gate()
    const order: string[] = []
    const one = made.asWriter(undefined, async ({ epoch }) => {
      order.push('one begins')
      await first.passed
      order.push('one ends')
      return epoch
    })
    const two = made.asWriter(undefined, async ({ epoch }) => {
      order.push('two begins')
      return epoch
    })
    await settle()
    first.open()
    expect((await two) - (await one)).toBe(1)
    expect(order).toEqual(['one begins', 'one ends', 'two begins'])
    expect((await made.use(readWriter)).leaseUntil).toBe(0)
  })
  it('look at what is there before they have to wait', async () => {
    const made = library()
    const first = gate()
    const one = made.asWriter(undefined, () => first.passed)
    await settle()
    let looked = false
    const two = made.asWriter(
      undefined,
      async () => looked,
      async () => void (looked = true),
    )
    await settle()
    expect(looked).toBe(true)
    first.open()
    await one
    expect(await two).toBe(true)
  })
  it('tell work that can be done later that another call waits, until none does', async () => {
    const made = library()
    const [first, second] = [gate(), gate()]
    const one = made.asWriter(undefined, () => first.passed)
    await settle()
    const quiet = made.contended
    expect(quiet.aborted).toBe(false)
    const two = made.asWriter(undefined, () => second.passed)
    const three = made.asWriter(AbortSignal.timeout(0), () => Promise.resolve())
    expect(quiet.aborted).toBe(true)
    await expect(three).rejects.toMatchObject({ name: 'TimeoutError' })
    // The second one still waits.
    expect(made.contended.aborted).toBe(true)
    first.open()
    await one
    await settle()
    expect(made.contended.aborted).toBe(false)
    second.open()
    await two
  })
  it("end with the caller's reason, with errors of ours otherwise", async () => {
    const made = library()
    const controller = new AbortController()
    const ended = made.asWriter(controller.signal, (_, signal) => {
      const stopped = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('in the middle'))),
      )
      controller.abort(new Error('enough'))
      return stopped
    })
    await expect(ended).rejects.toThrow('enough')
    const failed = made.asWriter(undefined, () => Promise.reject(new Error('a defect')))
    await expect(failed).rejects.toMatchObject({ code: 'storage_failed', cause: { message: 'a defect' } })
  })
})

describe('closing', () => {
  it('ends what is under way, waits for it, and refuses what comes later', async () => {
    const made = library()
    const { db } = await made.open()
    const begun = gate()
    let ended = false
    const work = made.asWriter(undefined, async (_, signal) => {
      begun.open()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      await settle()
      ended = true
      signal.throwIfAborted()
    })
    const refused = expect(work).rejects.toMatchObject({ code: 'engine_closed' })
    await begun.passed
    await made.close()
    expect([ended, db.isOpen(), made.closing.aborted]).toEqual([true, false, true])
    await refused
    await expect(made.open()).rejects.toMatchObject({ code: 'engine_closed' })
    await expect(made.use((again) => again.resources.count())).rejects.toMatchObject({
      code: 'engine_closed',
    })
    await expect(made.asWriter(undefined, () => Promise.resolve())).rejects.toMatchObject({
      code: 'engine_closed',
    })
  })
  it('of what was never used is nothing', async () => {
    await expect(library().close()).resolves.toBeUndefined()
  })
})
