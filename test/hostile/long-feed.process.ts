/**
 * A process of its own that reads one long feed and plans it, on a heap that is too small for all of the feed's changes. Its
 * pages are made one by one; staged pages are not stored, but made again when they are read.
 */
import { createContentClient } from 'waraq/client'
import { isWaraqError, parseFilter, type Mutation } from '@waraq/protocol'
import { createRunBench } from '../../packages/waraq/src/sync/run/context.test-support.ts'
import { PageAhead } from '../../packages/waraq/src/sync/run/page-ahead.ts'
import { openSet, readBeginning, storeBuffered, turnPage } from '../../packages/waraq/src/sync/run/paging.ts'
import { planBatch } from '../../packages/waraq/src/sync/run/planning.ts'
import { withDigest } from '../../packages/waraq/src/store/record-digest.ts'
import type { ResourceRecord } from '../../packages/waraq/src/store/records.ts'
import { feeds, installed, longFeedFilter, pageOf, rowsOfEach, type FeedName } from './long-feeds.ts'

const name = process.argv[2] as FeedName
const feed = feeds[name]

/** Live bytes of the heap. */
function live(): number {
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}

const bench = await createRunBench({
  filter: longFeedFilter,
  filters: [longFeedFilter],
  parsedFilter: parseFilter(longFeedFilter),
  maxPages: 10_000,
})
const { db } = bench

db.staged.hook('creating', (_, staged) => {
  Object.assign(staged, withDigest({ ...staged, mutations: [] }))
})
db.staged.hook('reading', (staged) => ({ ...staged, mutations: pageOf(feed, staged.page) as Mutation[] }))

await db.subscriptions.clear()
const subscription = {
  filter: longFeedFilter,
  createdAt: 0,
  token: 'before',
  sequence: 1,
  committedUpTo: 1,
  listed: installed,
  owners: ['app'] as const,
  emptyGroups: [],
  currentAt: 0,
  currentAtServer: 0,
  lastRun: null,
  wentBack: null,
  resync: false,
}
await db.subscriptions.put(subscription)
await db.resources.bulkPut(
  installed.map((key): ResourceRecord => {
    const [group, id] = key.split(':') as [string, string]
    return {
      key,
      group,
      id: Number(id),
      contentId: null,
      status: 'installed',
      reason: null,
      empty: false,
      manifests: [
        {
          id: `1|${key}|translation`,
          recordType: 'translation',
          rows: rowsOfEach,
          size: 1,
          digest: 1,
        } as never,
      ],
      base: 1,
      asOf: 1,
      schemaVersion: 1,
      snapshotSequence: 1,
      rejected: null,
      freshAt: null,
      committedAt: 0,
      installedAtCommit: 0,
      installedBy: 0,
      probedAt: null,
      needsSnapshot: null,
    }
  }),
)

// All of this was written behind the writer's back.
bench.context.writer.forget()

let served = 0
const client = createContentClient({
  contentRoot: 'http://127.0.0.1/content',
  tokens: { get: () => Promise.resolve({ token: 'token', clientId: 'client', expiresAt: 0 }) },
  retry: { attempts: 1 },
  fetch: (input) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input)
    const page = Number(searchParams.get('cursor') ?? 0)
    served++
    const more = page + 1 < feed.pages
    const sync = {
      sync_until_sequence: 1_000_000_000,
      has_more: more,
      next_page_url: more ? `/api/v4/resources/sync?cursor=${page + 1}` : null,
      next_sync_token: more ? null : 'after',
      mutations: pageOf(feed, page),
    }
    return Promise.resolve(Response.json({ sync }))
  },
})
const context = { ...bench.context, client }

const idle = live()
let most = idle
let looks = 0
/** At each fourth page: collecting all garbage takes longer than the page. */
const look = () => {
  if (looks++ % 4 === 0) most = Math.max(most, live())
}

async function run(): Promise<string> {
  const set = openSet(context, subscription, 'incremental', 0)
  const ahead = new PageAhead(context)
  try {
    for (let whole = false; !whole; look()) whole = await turnPage(context, set, subscription, ahead)
    await storeBuffered(context, set)
    // As in a tab that goes on with the batch of a killed one.
    const again = (await readBeginning(context)).set!
    look()
    // The memory of planning is measured whenever it reads a page.
    db.staged.hook('reading', (staged) => {
      look()
      return staged
    })
    const { items } = await planBatch(context, again, subscription)
    look()
    const count = (action: string) => items.filter((item) => item.action === action).length
    return `${count('apply')} applied, ${count('fetch')} fetched`
  } catch (error) {
    if (!isWaraqError(error)) throw error
    return error.code
  } finally {
    ahead.drop()
  }
}

const came = await run()
bench.close()
process.stdout.write(
  JSON.stringify({
    came,
    served,
    changes: context.tally.mutations,
    mebibytesAboveIdle: (most - idle) / 1024 / 1024,
  }),
)
