import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { aliveMs } from '../../platform/leader/epoch.ts'
import type { Locks } from '../../platform/locks/locks.ts'
import { writerElection, type WritersWork } from './writer-election.ts'
import { fakeLocks } from '@waraq/test-support/locks'
import { refuse } from '../../store/storage-faults.test-support.ts'
import { WaraqDatabase } from '../../store/database.ts'
import { claimWriter, readWriter, type Writer } from '../../store/writer.ts'

/** The database as the epoch of the leadership. The tabs share one device, each with a clock of its own: a tab whose clock stands still is frozen. */

const open: WaraqDatabase[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const db of open.splice(0)) db.close()
})

function device(locks: Locks) {
  const indexedDB = new IDBFactory()
  return (leader: string) => {
    const db = new WaraqDatabase({ name: 'leader', indexedDB, IDBKeyRange })
    open.push(db)
    const clock = new VirtualClock()
    const election = writerElection({ db, name: 'leader', leader, clock, random: () => 0.5, locks })
    return {
      db,
      clock,
      run: <T>(
        work: WritersWork<T>,
        signal = new AbortController().signal,
        onWait = () => Promise.resolve(),
      ) => election.run(signal, work, onWait),
    }
  }
}

/** Work that goes on until it is told to end, or its signal does. */
function longWork() {
  let begun: Writer | undefined
  let end = (): void => undefined
  const work: WritersWork<'done'> = (writer, signal) =>
    new Promise((resolve, reject) => {
      begun = writer
      end = () => resolve('done')
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  return { work, end: () => end(), epoch: () => begun?.epoch, writer: () => begun! }
}

/** Seconds pass for all of these tabs. */
async function pass(seconds: number, ...tabs: { readonly clock: VirtualClock }[]): Promise<void> {
  for (let second = 0; second < seconds; second++) for (const { clock } of tabs) await clock.advance(1_000)
}

it('a frozen one is replaced in 35 s, and finds its epoch old when it thaws', async () => {
  const tab = device(fakeLocks())
  const [frozen, other] = [tab('a'), tab('b')]
  const [lost, taken] = [longWork(), longWork()]
  const turn = frozen.run(lost.work)
  turn.catch(() => undefined)
  await settle()
  const next = other.run(taken.work)
  await other.clock.advance(35_000)
  expect(taken.epoch()).toBe(2)
  const late = lost.writer().write(['stagings'], () => frozen.db.stagings.put({ id: 1 }))
  await expect(late).rejects.toMatchObject({ code: 'writer_superseded' })
  await frozen.clock.advance(10_000)
  await expect(turn).rejects.toMatchObject({ code: 'writer_superseded', retryable: true })
  taken.end()
  expect(await next).toBe('done')
  expect(await other.db.stagings.count()).toBe(0)
})

it('a heartbeat that storage refuses does not end the work', async () => {
  const tab = device(fakeLocks())
  const a = tab('a')
  const long = longWork()
  const turn = a.run(long.work)
  await settle()
  const refused = refuse({ method: 'put', store: 'meta', error: 'UnknownError', times: 1 })
  await a.clock.advance(10_000)
  expect(refused()).toBe(1)
  await a.clock.advance(10_000)
  expect((await readWriter(a.db)).leaseUntil).toBe(a.clock.now() + aliveMs)
  long.end()
  expect(await turn).toBe('done')
})

it('a writer whose epoch was raised behind its back is told by its own heartbeat', async () => {
  const tab = device(fakeLocks())
  const a = tab('a')
  const long = longWork()
  const turn = a.run(long.work)
  turn.catch(() => undefined)
  await settle()
  await claimWriter(a.db, 'x')
  await a.clock.advance(10_000)
  await expect(turn).rejects.toMatchObject({ code: 'writer_superseded' })
})

it('what is done at once leaves no heartbeat and writes nothing at its end', async () => {
  const a = device(fakeLocks())('a')
  const seen: number[] = []
  await a.run(async () => void seen.push((await readWriter(a.db)).leaseUntil))
  const transaction = vi.spyOn(a.db, 'transaction')
  await a.run(async () => void seen.push((await readWriter(a.db)).leaseUntil))
  expect(transaction).toHaveBeenCalledTimes(1)
  expect(seen).toEqual([0, 0])
  expect((await readWriter(a.db)).epoch).toBe(2)
})

it('what took longer than a heartbeat says at its end that it has ended', async () => {
  const a = device(fakeLocks())('a')
  const long = longWork()
  const turn = a.run(long.work)
  await settle()
  await a.clock.advance(10_000)
  expect((await readWriter(a.db)).leaseUntil).toBe(a.clock.now() + aliveMs)
  long.end()
  await turn
  expect((await readWriter(a.db)).leaseUntil).toBe(0)
})

it('a heartbeat that cannot be read says nothing about the writer', async () => {
  const tab = device(fakeLocks())
  const [a, b] = [tab('a'), tab('b')]
  const [long, waiting] = [longWork(), longWork()]
  const turn = a.run(long.work)
  const next = b.run(waiting.work)
  await pass(12, a, b)
  const refused = refuse({ method: 'get', store: 'meta', error: 'UnknownError' })
  await pass(40, b)
  expect(refused()).toBeGreaterThan(5)
  expect(waiting.epoch()).toBeUndefined()
  vi.restoreAllMocks()
  long.end()
  expect(await turn).toBe('done')
  await b.clock.advance(1_000)
  expect(waiting.epoch()).toBe(2)
  waiting.end()
  expect(await next).toBe('done')
})

it('two that find a frozen tab at the same moment do not rob each other', async () => {
  const tab = device(fakeLocks())
  const [frozen, b, c] = [tab('a'), tab('b'), tab('c')]
  const turn = frozen.run(longWork().work)
  turn.catch(() => undefined)
  await settle()
  const [second, third] = [longWork(), longWork()]
  const next = [b.run(second.work), c.run(third.work)]
  // Both have one look left before they take over.
  for (const { clock } of [b, c]) await clock.advance(30_500)
  await Promise.all([b.clock.advance(2_000), c.clock.advance(2_000)])
  expect([second.epoch(), third.epoch()].filter(Boolean)).toEqual([2])
  const [first, last] = second.epoch() ? [second, third] : [third, second]
  first.end()
  await settle()
  expect(last.epoch()).toBe(3)
  last.end()
  expect(await Promise.all(next)).toEqual(['done', 'done'])
})

it('behind a silent writer of a newer format there is nothing to wait for', async () => {
  const tab = device(fakeLocks())
  const [frozen, b] = [tab('a'), tab('b')]
  frozen.run(longWork().work).catch(() => undefined)
  await settle()
  await frozen.db.meta.put({ ...(await readWriter(frozen.db)), format: 99 })
  const next = b.run(longWork().work)
  next.catch(() => undefined)
  await b.clock.advance(35_000)
  await expect(next).rejects.toMatchObject({ code: 'newer_format' })
})

it('a heartbeat during the last delay counts', async () => {
  const tab = device(fakeLocks())
  const [a, b] = [tab('a'), tab('b')]
  const [slow, waiting] = [longWork(), longWork()]
  const turn = a.run(slow.work)
  await settle()
  const next = b.run(waiting.work)
  await b.clock.advance(30_500)
  await a.clock.advance(10_000)
  await b.clock.advance(20_000)
  expect(waiting.epoch()).toBeUndefined()
  slow.end()
  await turn
  await settle()
  waiting.end()
  expect(await next).toBe('done')
})
