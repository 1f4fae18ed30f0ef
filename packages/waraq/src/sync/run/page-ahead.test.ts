import { systemClock } from '../../client/clock.ts'
import type { SyncAnswer } from '../../client/options.ts'
import { WaraqError } from '@waraq/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refuse } from '../../store/storage-faults.test-support.ts'
import { Budget, type RunContext } from './context.ts'
import { clientOf, createRunBench, lastPage, runFilter, type RunBench } from './context.test-support.ts'
import { runSubscriptions } from './runner.ts'
import { bufferLimits } from './plan/set-limits.ts'

/** While a page is being stored, the next one is asked for already. */

let bench: RunBench
const usual = bufferLimits.pages
beforeEach(() => Object.assign(bufferLimits, { pages: 1 }))
afterEach(() => {
  Object.assign(bufferLimits, { pages: usual })
  vi.restoreAllMocks()
  bench.close()
})

function pageBefore(address: string): SyncAnswer {
  const last = lastPage(5)
  return {
    ...last,
    page: { ...last.page, has_more: true, next_page_url: address, next_sync_token: null },
  } as SyncAnswer
}

interface Feed {
  readonly pages: Record<string, SyncAnswer | Error>
  /** Addresses asked for, with the pages that were stored by then. */
  readonly asked: [address: string, stored: number][]
  readonly signals: AbortSignal[]
}

async function run(pages: Feed['pages'], parts: Partial<RunContext> = {}) {
  const feed: Feed = { pages, asked: [], signals: [] }
  const answer = async (address: string, signal: AbortSignal | undefined) => {
    const asked: Feed['asked'][number] = [address, NaN]
    feed.asked.push(asked)
    if (signal) feed.signals.push(signal)
    asked[1] = await bench.db.staged.count()
    const found = pages[address]
    if (found === undefined)
      return new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    if (found instanceof Error) throw found
    return found
  }
  bench = await createRunBench({
    client: clientOf({
      sync: (_, options) => answer('first', options?.signal),
      syncPage: (address, options) => answer(address, options?.signal),
      snapshot: () => Promise.reject(new WaraqError({ code: 'snapshot_not_found', message: 'none' })),
    }),
    ...parts,
  })
  return { feed, report: (await runSubscriptions(bench.context))![0]! }
}

it('each page is asked for once, and before the one before it was stored', async () => {
  const { feed, report } = await run({ first: pageBefore('/2'), '/2': pageBefore('/3'), '/3': lastPage(5) })
  expect(report).toMatchObject({ outcome: 'current', pages: 3 })
  expect(feed.asked).toEqual([
    ['first', 0],
    ['/2', 0],
    ['/3', 1],
  ])
})

it('its failure is that of the run once its turn has come, and what came before it is kept', async () => {
  const error = new WaraqError({ code: 'network', message: 'gone', retryable: true })
  const { feed, report } = await run({ first: pageBefore('/2'), '/2': error })
  expect(report).toMatchObject({ outcome: 'interrupted', pages: 1, error: { code: 'network' } })
  expect(feed.asked).toHaveLength(2)
  expect(await bench.db.batchCursors.get(runFilter)).toMatchObject({ pages: 1, nextPage: '/2' })
})

it('it is not asked for beyond the budget, nor where it would be one too many or a loop', async () => {
  const one = new Budget(systemClock, { pages: 1 })
  const spent = await run({ first: pageBefore('/2') }, { budget: one })
  expect(spent.report.error?.code).toBe('budget_spent')
  expect(spent.feed.asked).toHaveLength(1)
  bench.close()
  const tooMany = await run({ first: pageBefore('/2') }, { maxPages: 1 })
  expect(tooMany.report.error?.code).toBe('feed_loop')
  expect(tooMany.feed.asked).toHaveLength(1)
  bench.close()
  const loop = await run({ first: pageBefore('/2'), '/2': pageBefore('/2') })
  expect(loop.report.error?.code).toBe('feed_loop')
  expect(loop.feed.asked).toHaveLength(2)
})

it('where the page before it can not be stored, it is ended', async () => {
  refuse({ method: 'put', store: 'staged', error: 'UnknownError', times: Infinity })
  const { feed, report } = await run({ first: pageBefore('/2') })
  expect(report.outcome).not.toBe('current')
  expect(feed.asked.map(([address]) => address)).toEqual(['first', '/2'])
  expect(feed.signals.at(-1)?.aborted).toBe(true)
})

it('where the run is cancelled, it is ended', async () => {
  const controller = new AbortController()
  const pages = { first: pageBefore('/2') }
  const running = run(pages, { signal: controller.signal })
  await vi.waitFor(async () => expect(await bench.db.staged.count()).toBe(1))
  controller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
})
