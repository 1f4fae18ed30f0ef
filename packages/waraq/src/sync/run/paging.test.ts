import { WaraqError, type Mutation } from '@waraq/protocol'
import { systemClock } from '../../client/clock.ts'
import type { ContentClient, SyncAnswer } from '../../client/options.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SubscriptionRecord } from '../../store/records.ts'
import { Budget, type RunContext } from './context.ts'
import { clientOf, createRunBench, lastPage, runFilter, type RunBench } from './context.test-support.ts'
import { PageAhead } from './page-ahead.ts'
import {
  forgetBatch,
  batchCursorMaxAgeMs,
  openSet,
  readRunState,
  readBeginning,
  pagesOf,
  storeBuffered,
  turnPage,
  type Batch,
} from './paging.ts'
import { bufferLimits, setLimits } from './plan/set-limits.ts'
import { change } from './plan/plan.test-support.ts'

/** One batch, page by page: the requests, the refusals, and the batch cursor afterwards. */

let bench: RunBench
const usual = { ...bufferLimits }
/** Unless a test says otherwise, each page is staged as it comes. */
const hold = (limits: Partial<typeof bufferLimits>) => Object.assign(bufferLimits, usual, limits)
beforeEach(() => hold({ pages: 1 }))
afterEach(() => {
  hold({})
  bench.close()
})

function pageBefore(address: string, upTo = 5, mutations: readonly Mutation[] = []): SyncAnswer {
  const answer = lastPage(upTo, mutations)
  const page = { ...answer.page, has_more: true, next_page_url: address, next_sync_token: null }
  return { ...answer, page } as SyncAnswer
}

/** A feed that answers page after page, and the requests that it got. */
function feed(...answers: SyncAnswer[]) {
  const asked: unknown[] = []
  const answer = (question: unknown) => {
    asked.push(question)
    const next = answers.shift()
    return next ? Promise.resolve(next) : Promise.reject(new Error('one page too many'))
  }
  const client = clientOf({ sync: answer, syncPage: answer } as Partial<ContentClient>)
  return { client, asked }
}

async function open(parts: Partial<RunContext> = {}, stored: Partial<SubscriptionRecord> = {}) {
  bench = await createRunBench(parts)
  const { context, db } = bench
  const before = (await db.subscriptions.get(runFilter))!
  const subscription = { ...before, ...stored }
  await db.subscriptions.put(subscription)
  const set = openSet(context, subscription, subscription.token === null ? 'bootstrap' : 'incremental', 3)
  const ahead = new PageAhead(context)
  return { set, turn: () => turnPage(context, set, subscription, ahead) }
}

async function staged(set: Batch) {
  const pages: (readonly Mutation[])[] = []
  for await (const page of pagesOf(bench.context, set)) pages.push(page)
  return pages
}

describe('the first page', () => {
  it('is asked for with the token of the last set', async () => {
    const { client, asked } = feed(lastPage(5))
    const { turn } = await open({ client }, { token: 'before' })
    expect(await turn()).toBe(true)
    expect(asked).toEqual([{ filter: runFilter, perPage: 100, syncToken: 'before' }])
  })
  it('is asked for as a bootstrap where there is none', async () => {
    const { client, asked } = feed(lastPage(5))
    const { turn } = await open({ client })
    await turn()
    expect(asked).toEqual([{ filter: runFilter, perPage: 100, bootstrap: true }])
  })
  it('without a change costs no write but that of its token', async () => {
    hold({})
    const { client } = feed(lastPage(5))
    const { turn, set } = await open({ client }, { token: 'before' })
    await turn()
    expect(set.batchCursor).toMatchObject({
      id: 0,
      pages: 1,
      complete: true,
      upTo: 5,
      nextToken: 'token at 5',
    })
    expect([await bench.db.batchCursors.count(), await bench.db.staged.count()]).toEqual([0, 0])
  })
  it('of an incremental batch that is whole with it is held until something hangs on the number of the batch', async () => {
    hold({})
    const changes = [change(1, 'RESOURCE_UPDATE')]
    const { client } = feed(lastPage(5, changes))
    const { turn, set } = await open({ client }, { token: 'before' })
    await turn()
    expect(set.batchCursor).toMatchObject({ id: 0, complete: true })
    const pages = await staged(set)
    expect([await bench.db.batchCursors.count(), await bench.db.staged.count()]).toEqual([0, 0])
    expect(await storeBuffered(bench.context, set)).toBe(true)
    expect(set.batchCursor.id).toBeGreaterThan(0)
    expect(await bench.db.batchCursors.toArray()).toEqual([set.batchCursor])
    expect(await bench.db.staged.toArray()).toMatchObject([
      { batchCursor: set.batchCursor.id, mutations: changes },
    ])
    expect((await readBeginning(bench.context)).set).toEqual({ ...set, isReopened: true, whole: undefined })
    expect(await staged(set)).toEqual(pages)
    expect(await storeBuffered(bench.context, set)).toBe(false)
  })
  it('of a bootstrap that is whole with it is staged, be it empty: what is installed goes by its number', async () => {
    hold({})
    const { client } = feed(lastPage(5))
    const { turn, set } = await open({ client })
    await turn()
    expect(set.batchCursor.id).toBe(1)
    expect(await bench.db.batchCursors.get(runFilter)).toEqual(set.batchCursor)
  })
})

describe('several subscriptions that share a token', () => {
  it('ask with it, and have together what each of them lists and has committed', async () => {
    const { client, asked } = feed(lastPage(11))
    const shared = { filter: 'translations:*', token: 'T' }
    await open({ client }, { token: 'own', shared, committedUpTo: 10, listed: ['translations:20'] })
    const other = {
      ...(await bench.db.subscriptions.get(runFilter))!,
      filter: 'translations:33',
      committedUpTo: 12,
    }
    await bench.db.subscriptions.put({ ...other, listed: ['translations:33'] })
    bench.context.writer.forget()
    const context = { ...bench.context, filters: [runFilter, 'translations:33'] }
    const { subscription } = await readBeginning(context)
    expect(subscription).toMatchObject({
      filter: runFilter,
      committedUpTo: 12,
      listed: ['translations:20', 'translations:33'],
    })
    const set = openSet(context, subscription, 'incremental', 3)
    await expect(turnPage(context, set, subscription, new PageAhead(context))).rejects.toMatchObject({
      code: 'feed_went_back',
    })
    expect(asked).toEqual([{ filter: 'translations:*', perPage: 100, syncToken: 'T' }])
  })
})

describe('page after page', () => {
  const changes = [change(1, 'RESOURCE_UPDATE'), change(2, 'RESOURCE_UPDATE')]

  it('is staged with the cursor of the next one, under one number, and counted', async () => {
    const { client, asked } = feed(pageBefore('/2', 5, changes.slice(0, 1)), lastPage(5, changes.slice(1)))
    const { turn, set } = await open({ client }, { token: 'before' })
    expect(await turn()).toBe(false)
    expect(await bench.db.batchCursors.get(runFilter)).toMatchObject({
      id: 1,
      pages: 1,
      mutations: 1,
      nextPage: '/2',
      complete: false,
      upTo: 5,
      nextToken: null,
      fromToken: 'before',
    })
    expect(await turn()).toBe(true)
    expect(await storeBuffered(bench.context, set)).toBe(true)
    expect(asked.slice(1)).toEqual(['/2'])
    expect(await bench.db.staged.toArray()).toMatchObject([
      { batchCursor: 1, page: 0, address: null, mutations: changes.slice(0, 1) },
      { batchCursor: 1, page: 1, address: '/2', mutations: changes.slice(1) },
    ])
    expect(await staged(set)).toEqual([changes.slice(0, 1), changes.slice(1)])
    expect(await bench.db.batchCursors.get(runFilter)).toMatchObject({
      pages: 2,
      mutations: 2,
      nextPage: null,
      complete: true,
      nextToken: 'token at 5',
      serverTime: 1_000,
    })
    expect(bench.context.tally).toMatchObject({ pages: 2, mutations: 2, bytes: 200 })
  })
  it('is whole in the batch cursor although its last page brings nothing', async () => {
    const { client } = feed(pageBefore('/2', 5, changes), lastPage(5))
    const { turn, set } = await open({ client }, { token: 'before' })
    await turn()
    await turn()
    await storeBuffered(bench.context, set)
    expect(set.batchCursor.complete).toBe(true)
    expect(await bench.db.batchCursors.get(runFilter)).toEqual(set.batchCursor)
  })
  it('spends the budget of pages', async () => {
    const budget = new Budget(systemClock, { pages: 2 })
    const { turn } = await open({ client: feed(pageBefore('/2'), lastPage(5)).client, budget })
    await turn()
    expect(budget.allows('page')).toBe(true)
    await turn()
    expect(budget.allows('page')).toBe(false)
  })
  it('loses the row of a change that could not be stored, and keeps what it is about', async () => {
    const data = { id: 1, number: 2 ** 60 }
    const broken = change(1, 'ROW_UPDATE', 'translations:20', {
      record_type: 'translation',
      record_key: '1',
      data,
    })
    const { turn, set } = await open({ client: feed(lastPage(5, [broken, ...changes])).client })
    await turn()
    expect(await staged(set)).toEqual([[{ ...broken, data: null }, ...changes]])
  })
})

describe('pages that follow each other fast', () => {
  const pages = (count: number, last: SyncAnswer = lastPage(5)) => [
    ...Array.from({ length: count - 1 }, (_, page) =>
      pageBefore(`/${page}`, 5, [change(page + 1, 'RESOURCE_UPDATE')]),
    ),
    last,
  ]
  const lying = () => bench.db.staged.count()

  it('are staged together, and read back in order with those that are held', async () => {
    hold({ pages: 3 })
    const answers = pages(8)
    const { turn, set } = await open({ client: feed(...answers).client }, { token: 'before' })
    const counts: number[] = []
    for (let whole = false; !whole; counts.push(await lying())) whole = await turn()
    expect(counts).toEqual([0, 0, 3, 3, 3, 6, 6, 6])
    expect(await bench.db.batchCursors.get(runFilter)).toMatchObject({ pages: 6, complete: false })
    expect(await staged(set)).toEqual(answers.map(({ page }) => page.mutations))
    expect(await storeBuffered(bench.context, set)).toBe(true)
    expect(await staged(set)).toEqual(answers.map(({ page }) => page.mutations))
    expect((await readBeginning(bench.context)).set).toEqual({ ...set, isReopened: true, whole: undefined })
  })
  it('are staged once their text is long', async () => {
    hold({ bytes: 250 })
    const { turn } = await open({ client: feed(...pages(5)).client }, { token: 'before' })
    const counts: number[] = []
    for (let whole = false; !whole; counts.push(await lying())) whole = await turn()
    expect(counts).toEqual([0, 0, 3, 3, 3])
  })
  it('are staged while the next one keeps the run waiting', async () => {
    let answer: (answer: SyncAnswer) => void = () => undefined
    const waiting = new Promise<SyncAnswer>((resolve) => (answer = resolve))
    const client = clientOf({
      sync: () => Promise.resolve(pageBefore('/2')),
      syncPage: () => waiting,
    })
    // A page may be held for no time at all.
    const clock = { ...systemClock, sleep: () => Promise.resolve() }
    const { turn, set } = await open({ client, clock }, { token: 'before' })
    hold({})
    expect(await turn()).toBe(false)
    expect(await lying()).toBe(0)
    const second = turn()
    await expect.poll(lying, { timeout: 30_000 }).toBe(1)
    answer(lastPage(5))
    expect(await second).toBe(true)
    expect(set.batchCursor).toMatchObject({ id: 1, pages: 2, complete: true })
    expect(set.buffered).toHaveLength(1)
  })
})

describe('a feed that does not hold together', () => {
  const refusal = async (turn: () => Promise<unknown>) =>
    turn().then(
      () => undefined,
      ({ code }: WaraqError) => code,
    )

  it.each<[string, SyncAnswer[], string]>([
    ['names the same next page twice', [pageBefore('/2'), pageBefore('/2')], 'feed_loop'],
    ['leads back to an earlier page', [pageBefore('/2'), pageBefore('/3'), pageBefore('/2')], 'feed_loop'],
    ['changes its bound', [pageBefore('/2', 5), lastPage(6)], 'feed_inconsistent'],
  ])('%s', async (_, answers, code) => {
    const { turn, set } = await open({ client: feed(...answers).client })
    const codes: unknown[] = []
    for (let turns = 0; turns <= answers.length && codes.at(-1) === undefined; turns++)
      codes.push(await refusal(turn))
    expect(codes.at(-1)).toBe(code)
    // The pages before it stay read; the refused page does not count as read.
    expect(await bench.db.staged.count()).toBe(set.batchCursor.pages)
  })
  it('has more pages than there may be', async () => {
    const { turn } = await open({ client: feed(pageBefore('/2'), pageBefore('/3')).client, maxPages: 2 })
    expect([await refusal(turn), await refusal(turn), await refusal(turn)]).toEqual([
      undefined,
      undefined,
      'feed_loop',
    ])
  })
  it.each([
    [6, 'feed_went_back'],
    [5, undefined],
  ])('ends at 5 where %i was committed: %s', async (committedUpTo, code) => {
    const { turn } = await open({ client: feed(lastPage(5)).client }, { committedUpTo })
    expect(await refusal(turn)).toBe(code)
    expect(await bench.db.batchCursors.count()).toBe(code === undefined ? 1 : 0)
  })
})

describe('a set of many bytes', () => {
  const half = setLimits.bytes / 2
  const sized = (answer: SyncAnswer, bytes: number): SyncAnswer => ({ ...answer, bytes })

  it('is counted in the batch cursor, and read up to the limit', async () => {
    const { turn, set } = await open({
      client: feed(sized(pageBefore('/2'), half), sized(lastPage(5), half)).client,
    })
    await turn()
    expect(await bench.db.batchCursors.get(runFilter)).toMatchObject({ bytes: half })
    expect(await turn()).toBe(true)
    expect(set.batchCursor.bytes).toBe(setLimits.bytes)
  })
  it('is refused beyond it, with nothing of the page staged', async () => {
    const { turn, set } = await open({
      client: feed(sized(pageBefore('/2'), half), sized(lastPage(5), half + 1)).client,
    })
    await turn()
    await expect(turn()).rejects.toMatchObject({
      code: 'feed_too_large',
      retryable: false,
      message: expect.stringContaining('256 MiB') as string,
      details: { bytes: setLimits.bytes + 1, most: setLimits.bytes, pages: 1 },
    })
    expect([await bench.db.staged.count(), set.batchCursor.pages]).toEqual([1, 1])
  })
})

describe('a subscription that is gone', () => {
  const changed = { code: 'subscription_changed', retryable: true }

  it('has no page staged', async () => {
    const { turn } = await open({ client: feed(lastPage(5)).client })
    await bench.db.subscriptions.clear()
    await expect(turn()).rejects.toMatchObject(changed)
    expect(await bench.db.staged.count()).toBe(0)
  })
  it('is no beginning', async () => {
    await open()
    await bench.db.subscriptions.clear()
    bench.context.writer.forget()
    await expect(readBeginning(bench.context)).rejects.toMatchObject(changed)
    await expect(readRunState(bench.context)).rejects.toMatchObject(changed)
  })
})

describe('what a killed run left behind', () => {
  async function killedAfterTwoPages() {
    const { client } = feed(
      pageBefore('/2', 5, [change(1, 'RESOURCE_UPDATE')]),
      pageBefore('/3', 5, [change(2, 'RESOURCE_UPDATE')]),
    )
    const { turn, set } = await open({ client })
    await turn()
    await turn()
    return set
  }

  it('is gone on with as it was', async () => {
    const set = await killedAfterTwoPages()
    expect((await readBeginning(bench.context)).set).toEqual({ ...set, isReopened: true, whole: undefined })
  })
  it('is not gone on with where the browser has lost a page of it', async () => {
    const { batchCursor } = await killedAfterTwoPages()
    await bench.db.staged.delete([batchCursor.id, 0])
    expect((await readBeginning(bench.context)).set).toBeNull()
  })
  it.each([
    ['as old as it may be', batchCursorMaxAgeMs, true],
    ['too old', batchCursorMaxAgeMs + 1, false],
    ['of a future, where the clock was set back', -batchCursorMaxAgeMs - 1, false],
  ])('%s: is it gone on with?', async (_, age, expected) => {
    const { batchCursor } = await killedAfterTwoPages()
    const clock = { ...systemClock, now: () => batchCursor.startedAt + age }
    expect((await readBeginning({ ...bench.context, clock })).set !== null).toBe(expected)
  })
  it('with another page size is not gone on with', async () => {
    await killedAfterTwoPages()
    expect((await readBeginning({ ...bench.context, perPage: 50 })).set).toBeNull()
  })
  it('of another set is not taken for its pages', async () => {
    const set = await killedAfterTwoPages()
    await bench.db.staged.put({
      batchCursor: 2,
      page: 0,
      address: '/other',
      mutations: [change(9, 'RESOURCE_UPDATE')],
    })
    expect((await readBeginning(bench.context)).set).toEqual({ ...set, isReopened: true, whole: undefined })
  })
  it('is told of, with the count of commits', async () => {
    await killedAfterTwoPages()
    expect(await readRunState(bench.context)).toMatchObject({ leftSet: true, commits: 0 })
    await forgetBatch(bench.context, false)
    expect(await readRunState(bench.context)).toMatchObject({ leftSet: false })
  })
  it.each([true, false])('is forgotten, and the token with it: %s', async (forgetToken) => {
    await killedAfterTwoPages()
    await bench.db.subscriptions.update(runFilter, { token: 'mine' })
    await forgetBatch(bench.context, forgetToken)
    expect(await bench.db.batchCursors.count()).toBe(0)
    expect((await bench.db.subscriptions.get(runFilter))!.token).toBe(forgetToken ? null : 'mine')
  })
})
