import type { ContentClient, SyncAnswer } from '../../client/options.ts'
import { restoredError, type Mutation } from '@waraq/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import {
  clientOf,
  createRunBench,
  currentRun,
  lastPage,
  runFilter,
  type RunBench,
} from './context.test-support.ts'
import { nothingInstalled } from '../../store/records.ts'
import { askForToken, offerToken, shareTokens, stopSharing } from './share-token.ts'
import { sharingLimits } from './sharing.ts'

let bench: RunBench
afterEach(() => bench?.close())

const signal = new AbortController().signal
const { restMs, refusedMs } = sharingLimits
const names = (id: number, type = 'RESOURCE_CREATE') =>
  ({ resource_group: 'translations', resource_id: id, type }) as Mutation

function more(upTo: number, mutations: readonly Mutation[]): SyncAnswer {
  const last = lastPage(upTo, mutations)
  return { ...last, page: { ...last.page, has_more: true, next_page_url: '/next', next_sync_token: null } }
}

function pages(...answers: SyncAnswer[]): Pick<ContentClient, 'sync' | 'syncPage'> {
  const next = async () => answers.shift()!
  return clientOf({ sync: next, syncPage: next })
}

describe('a list', () => {
  it('is read to its end, and gives the token, its bound and what it lists', async () => {
    const client = pages(more(7, [names(20), names(131)]), lastPage(7, [names(20, 'RESOURCE_DELETE')]))
    expect(await askForToken(client, runFilter, signal)).toEqual({
      filter: runFilter,
      token: 'token at 7',
      upTo: 7,
      listed: new Set(['translations:131']),
    })
  })
  it('gives none where its pages do not share one bound, or do not end', async () => {
    expect(await askForToken(pages(more(7, []), lastPage(8)), runFilter, signal)).toBeNull()
    const endless = async () => more(7, [])
    expect(await askForToken(clientOf({ sync: endless, syncPage: endless }), runFilter, signal)).toBeNull()
  })
})

describe('an offer', () => {
  const refusing = (code: string, retryable: boolean) =>
    clientOf({ sync: () => Promise.reject(restoredError({ code, message: code, retryable })) })
  it.each([
    ['of a list that contradicts itself', pages(more(7, []), lastPage(8)), restMs],
    ['where no answer comes', refusing('network', true), restMs],
    ['where the filter is refused', refusing('invalid_resources', false), refusedMs],
  ])('is none %s, and says when to ask again', async (_, client, rest) => {
    expect(await offerToken(client, runFilter, signal)).toEqual({ offered: null, restMs: rest })
  })
})

/** Two subscriptions that are current at 10, with all that they ask for. */
async function twoCurrent(): Promise<void> {
  bench = await createRunBench()
  const { db } = bench
  const current = { sequence: 10, committedUpTo: 10, lastRun: currentRun }
  await db.subscriptions
    .toCollection()
    .modify({ ...current, token: 'own', listed: ['translations:20', 'translations:131'] })
  const [record] = await db.subscriptions.toArray()
  await db.subscriptions.put({ ...record!, filter: 'translations:20', listed: ['translations:20'] })
  for (const id of [20, 131])
    await db.resources.put({
      ...nothingInstalled,
      key: `translations:${id}`,
      group: 'translations',
      id,
      reason: null,
      status: 'installed',
      empty: true,
    })
}

const offered = {
  filter: 'translations:20,131',
  token: 'T',
  upTo: 10,
  listed: new Set(['translations:20', 'translations:131'] as const),
}

describe('sharing', () => {
  const stored = async () =>
    (await bench.db.subscriptions.toArray()).map(({ token, shared }) => [token, shared])
  const notBefore = async () => (await bench.context.writer.known()).sharing?.notBefore

  it('is stored with the time before which nothing is asked for, and ends with the own tokens', async () => {
    await twoCurrent()
    const { writer } = bench.context
    await shareTokens(writer, { offered }, 1_000)
    const shared = { filter: offered.filter, token: 'T' }
    expect(await stored()).toEqual([
      ['own', shared],
      ['T', undefined],
    ])
    expect(await notBefore()).toBe(1_000 + restMs)
    await stopSharing({ ...bench.context, filters: ['translations:20', runFilter] })
    expect(await stored()).toEqual([
      ['own', undefined],
      ['T', undefined],
    ])
  })
  it('waits a day where the list lacks what is here', async () => {
    await twoCurrent()
    const { writer } = bench.context
    await shareTokens(writer, { offered: { ...offered, listed: new Set(['translations:20']) } }, 1_000)
    expect(await stored()).toEqual([
      ['own', undefined],
      ['own', undefined],
    ])
    expect(await notBefore()).toBe(1_000 + refusedMs)
  })
  it('writes nothing where there is nothing to share', async () => {
    await twoCurrent()
    await shareTokens(bench.context.writer, null, 1_000)
    expect(await notBefore()).toBeUndefined()
  })
})
