import type { ContentSyncErrorCode } from '@waraq/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import {
  clockAhead,
  createBench,
  readerRows,
  serviceRows,
  type Bench,
  type BenchOptions,
} from '../bench.test-support.ts'
import type { SyncReport } from '../run/report.ts'
import { sharingLimits } from '../run/sharing.ts'

/** Subscriptions that share a token: what a sync then asks for, how one comes in and goes out, and what a refusal does. */

const minute = 60 * 1000
const hour = 60 * minute

const translations = [20, 31, 33, 45, 48, 77, 83, 97, 109, 131].map((id) => `translations:${id}`)
const texts = [
  'articles:1',
  'articles:2',
  'articles:3',
  'chapter_recitations:1',
  'chapter_recitations:7',
  'recitations:1',
  'recitations:7',
  'tafsirs:168',
  'tafsirs:169',
  'word_by_word_transliterations:60',
  ...translations,
]

let bench: Bench
let ahead = 0
afterEach(() => bench.close())

/** Answers a request to the feed instead of the service, or changes what it asks for. */
let instead: (query: URLSearchParams) => Response | undefined | Promise<undefined>

function refusal(code: ContentSyncErrorCode, status = 422): Response {
  return Response.json({ error: { code, message: code } }, { status })
}

function start(options: BenchOptions = {}): Bench {
  ahead = 0
  instead = () => undefined
  const made = createBench({
    sandbox: { content: { chapters: [112] } },
    ...options,
    engine: {
      clock: clockAhead(() => ahead),
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const url = new URL(request.url)
        const answer = url.pathname.endsWith('/sync') ? await instead(url.searchParams) : undefined
        return answer ?? made.sandbox.fetch(new Request(url, request))
      },
      ...options.engine,
    },
  })
  return (bench = made)
}

/** What the engine asks for meanwhile: `list`, `next` or `changes` of a filter, or a snapshot. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const { sandbox } = bench
  const before = sandbox.requests.length
  await work()
  return sandbox.requests.slice(before).flatMap(({ path, query }) => {
    if (!path.includes('/resources/')) return []
    const snapshot = /snapshots\/([a-z_]+)\/(\d+)$/.exec(path)
    if (snapshot) return [`${snapshot[1]}:${snapshot[2]}`]
    const asks = new URLSearchParams(query)
    if (asks.has('cursor')) return ['next']
    return [`${asks.has('bootstrap') ? 'list' : 'changes'} ${asks.get('resources')}`]
  })
}

async function current(): Promise<SyncReport> {
  const report = await bench.engine.sync()
  expect(report.runs.map(({ filter, outcome, error }) => [filter, outcome, error?.code])).toEqual(
    report.runs.map(({ filter }) => [filter, 'current', undefined]),
  )
  return report
}

/** These are current and share a token. */
async function sharing(filters: readonly string[], options?: BenchOptions): Promise<string> {
  const { engine } = start(options)
  await engine.setSubscriptions(filters)
  await current()
  ahead += hour
  const [list = ''] = await asked(current)
  const filter = list.slice('list '.length)
  expect(await sharedFilters()).toEqual(filters.map(() => filter))
  return filter
}

const sharedFilters = async () => (await bench.db.subscriptions.toArray()).map(({ shared }) => shared?.filter)

/** What readers have is what the service has, and `verify` finds no difference. */
async function expectSame(): Promise<void> {
  const { engine, db, store, sandbox } = bench
  for (const { key, group, id, status } of await db.resources.toArray()) {
    if (status !== 'installed') continue
    expect([key, await readerRows(store, key)]).toEqual([key, serviceRows(sandbox, key)])
    expect([key, (await engine.verify({ group, id })).outcome]).toEqual([key, 'same'])
  }
}

function change(key: string, text = 'changed'): void {
  const [row] = bench.sandbox.snapshotRows(key) as { id: number }[]
  bench.sandbox.publish([{ resource: key, update: { key: row!.id, text } }])
}

const three = ['tafsirs:169', 'translations:131', 'translations:20']
const ofThree = 'tafsirs:169;translations:20,131'

describe('an idle sync', () => {
  it.each([1, 5, 20])('of %i subscriptions is one request, and so is one after a start', async (count) => {
    const filters = texts.slice(0, count)
    if (count > 1) await sharing(filters)
    else {
      await start().engine.setSubscriptions(filters)
      await current()
    }
    expect(await asked(current)).toHaveLength(1)
    // Another page of the application, which has the database and nothing else.
    const other = bench.newEngine()
    expect(
      await asked(async () => {
        const report = await other.sync()
        expect(report.outcome).toBe('current')
        expect(report.runs.map(({ filter }) => filter).sort()).toEqual([...filters].sort())
      }),
    ).toHaveLength(1)
    await expectSame()
  })
  it('brings what changed in any of them, and reports it once', async () => {
    const filter = await sharing(three)
    expect(filter).toBe(ofThree)
    change('translations:20')
    change('tafsirs:169')
    bench.sandbox.invalidate('translations:131')
    let report: SyncReport | undefined
    expect(await asked(async () => (report = await current()))).toEqual([
      `changes ${ofThree}`,
      'translations:131',
    ])
    expect(report!.runs.map(({ mutations }) => mutations)).toEqual([3, 0, 0])
    const { subscriptions } = await bench.engine.status()
    expect(subscriptions.map(({ resources, sequence }) => [resources, sequence])).toEqual(
      three.map(() => [1, bench.sandbox.sequence]),
    )
    await expectSame()
  })
})

describe('the token that they come to share', () => {
  it('costs a list, and no text', async () => {
    const { engine } = start()
    await engine.setSubscriptions(three)
    await current()
    ahead += hour
    change('translations:20')
    expect(await asked(current)).toEqual([
      `list ${ofThree}`,
      ...three.map((filter) => `changes ${filter}`).sort(),
    ])
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
    await expectSame()
  })
  it('is not asked for while one of them is new, with a budget, or for chosen ones', async () => {
    const { engine } = start()
    await engine.setSubscriptions(three)
    await current()
    const lists = async (work: () => Promise<unknown>) =>
      (await asked(work)).filter((each) => each.startsWith('list '))
    ahead += hour - minute
    expect(await lists(current)).toEqual([])
    ahead += minute
    expect(await lists(() => engine.sync({ budget: { ms: 1000 } }))).toEqual([])
    expect(await lists(() => engine.sync({ filters: three }))).toEqual([])
    expect(await lists(current)).toEqual([`list ${ofThree}`])
  })
  it('is not taken where a lagging replica gave a later bound than the runs', async () => {
    const { engine, sandbox } = start()
    await engine.setSubscriptions(three)
    await current()
    ahead += hour
    change('translations:20')
    // The list is of now, the runs are answered by a replica that has not seen the change.
    for (const nth of [2, 3, 4])
      sandbox.fault({ match: { path: 'sync', nth }, effect: { staleFeed: { behind: 1 } } })
    await current()
    expect(await sharedFilters()).toEqual([undefined, undefined, undefined])
    sandbox.clearFaults()
    expect(await asked(current)).toHaveLength(3)
    await expectSame()
    ahead += hour
    await current()
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
  })
  it('is not taken by one that the list lacks something of: the service may have cut the filter', async () => {
    const { engine } = start()
    await engine.setSubscriptions(three)
    await current()
    ahead += hour
    instead = (query) => {
      if (query.has('bootstrap')) query.set('resources', 'tafsirs:169;translations:20')
      return undefined
    }
    await current()
    expect(await sharedFilters()).toEqual([ofThree, undefined, ofThree])
  })
  it('is the one that a subscription to all of it has already', async () => {
    const { engine } = start()
    await engine.setSubscriptions(['translations:*', 'translations:20'])
    await current()
    ahead += hour
    expect(await asked(current)).toEqual(['changes translations:*', 'changes translations:20'])
    expect(await asked(current)).toEqual(['changes translations:*'])
    change('translations:20')
    await current()
    await expectSame()
  })
  it('is not shared by one that has nothing of a part of its filter', async () => {
    const { engine } = start()
    await engine.setSubscriptions([...three, 'translations:999'])
    await engine.sync()
    ahead += hour
    await current()
    expect(await asked(current)).toEqual([`changes ${ofThree}`, 'changes translations:999'])
  })
  it('is of as many as an address has room for', async () => {
    const usual = sharingLimits.filterLength
    try {
      sharingLimits.filterLength = encodeURIComponent('tafsirs:169;translations:131').length
      start()
      await bench.engine.setSubscriptions(three)
      await current()
      ahead += hour
      await current()
      expect(await asked(current)).toEqual([
        'changes tafsirs:169;translations:131',
        'changes translations:20',
      ])
    } finally {
      sharingLimits.filterLength = usual
    }
  })
})

describe('a subscription that is added', () => {
  it('runs alone until the next hour, then shares', async () => {
    await sharing(three)
    await bench.engine.subscribe('articles:1')
    expect(await asked(current)).toEqual([`changes ${ofThree}`, 'list articles:1', 'articles:1'])
    expect(await asked(current)).toEqual([`changes ${ofThree}`, 'changes articles:1'])
    ahead += hour
    const all = `articles:1;${ofThree}`
    expect(await asked(current)).toEqual([`list ${all}`, `changes ${ofThree}`, 'changes articles:1'])
    expect(await asked(current)).toEqual([`changes ${all}`])
    await expectSame()
  })
})

describe('a subscription that is made while the token is asked for', () => {
  it('comes with this sync', async () => {
    const { engine } = start()
    await engine.setSubscriptions(three)
    await current()
    ahead += hour
    let made: Promise<string> | undefined
    instead = async () => void (await (made ??= engine.subscribe('articles:1')))
    const asks = await asked(async () => expect((await current()).runs).toHaveLength(4))
    expect(asks[0]).toBe(`list ${ofThree}`)
    expect(asks).toContain('articles:1')
  })
})

describe('a subscription that is dropped', () => {
  it('is ignored, and asked for no more after the next hour', async () => {
    await sharing(three)
    await bench.engine.unsubscribe('translations:20')
    expect(await bench.db.resources.get('translations:20')).toBeUndefined()
    change('translations:20')
    change('tafsirs:169')
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
    expect(await bench.db.resources.get('translations:20')).toBeUndefined()
    ahead += hour
    const rest = 'tafsirs:169;translations:131'
    expect(await asked(current)).toEqual([`list ${rest}`, `changes ${ofThree}`])
    expect(await asked(current)).toEqual([`changes ${rest}`])
    await expectSame()
  })
  it('by another tab during the run that asks for it leaves the others as they are', async () => {
    await sharing(three)
    change('tafsirs:169')
    instead = () => {
      instead = () => undefined
      return void bench.db.subscriptions.delete('translations:20')
    }
    const { runs } = await current()
    expect(runs.map(({ filter }) => filter)).toEqual(['tafsirs:169', 'translations:131'])
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
    await expectSame()
  })
  it('during the run that asks for it leaves the others to run one by one, and then to share again', async () => {
    await sharing(three)
    change('tafsirs:169')
    instead = () => {
      instead = () => undefined
      return void bench.engine.unsubscribe('translations:20')
    }
    const { runs } = await current()
    expect(runs.map(({ filter }) => filter)).toEqual(['tafsirs:169', 'translations:131'])
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
    await expectSame()
  })
})

describe('what goes wrong', () => {
  const failing = 'translations:20'

  it('with one text leaves only that one behind', async () => {
    await sharing(three)
    for (const key of three) bench.sandbox.invalidate(key)
    change('translations:131')
    const fault = bench.sandbox.fault({
      match: { path: 'snapshot', id: 20 },
      effect: { envelope: { schema_version: 'none' } },
      times: Infinity,
    })
    const { runs } = await bench.engine.sync()
    expect(runs.map(({ filter, outcome, needed }) => [filter, outcome, needed.length])).toEqual([
      ['tafsirs:169', 'current', 0],
      ['translations:131', 'current', 0],
      [failing, 'partial', 1],
    ])
    const { subscriptions } = await bench.engine.status()
    expect(subscriptions.map(({ filter, problem }) => [filter, problem === null])).toEqual(
      three.map((filter) => [filter, filter !== failing]),
    )
    // It goes on from where it was, by itself: the others do not wait for it.
    const again = await asked(() => bench.engine.sync())
    expect(new Set(again)).toEqual(new Set([`changes ${ofThree}`, failing]))
    expect(again.filter((each) => each.startsWith('changes'))).toHaveLength(2)
    fault.remove()
    expect(await asked(current)).toEqual([`changes ${ofThree}`, `changes ${ofThree}`, failing])
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
    await expectSame()
  })

  // One of those that forget the token, the batch, or nothing; scenarios/answers-to-errors.test.ts has them all.
  it.each<ContentSyncErrorCode>([
    'token_filter_mismatch',
    'cursor_filter_mismatch',
    'invalid_resources',
    'resync_required',
  ])(
    '%s for the shared filter: each goes on with its own token, and no text is fetched again',
    async (code) => {
      await sharing(three)
      change(failing)
      instead = (query) =>
        query.get('resources') === ofThree ? refusal(code, code === 'resync_required' ? 410 : 422) : undefined
      const alone = three.map((filter) => `changes ${filter}`)
      expect(await asked(current)).toEqual(alone)
      expect(await asked(current)).toEqual(alone)
      await expectSame()
      ahead += 24 * hour
      // The list of the filter is refused, too: the next try comes after a day.
      expect(await asked(current)).toEqual(alone)
      instead = () => undefined
      ahead += 23 * hour
      expect(await asked(current)).toEqual(alone)
      ahead += hour
      expect(await asked(current)).toEqual([`list ${ofThree}`, ...alone])
      expect(await asked(current)).toEqual([`changes ${ofThree}`])
      await expectSame()
    },
  )

  it('with one filter leaves the others to share', async () => {
    const { engine } = start()
    await engine.setSubscriptions([...three, 'made_up:1'], { unknownGroups: 'allow' })
    await engine.sync()
    ahead += hour
    await engine.sync()
    const { runs } = await engine.sync()
    expect(runs.map(({ filter, error }) => [filter, error?.code])).toEqual([
      ['made_up:1', 'invalid_resources'],
      ...three.map((filter) => [filter, undefined]),
    ])
    expect(await asked(() => engine.sync())).toEqual(['list made_up:1', `changes ${ofThree}`])
  })

  it('without an answer is told of each, and they keep the token', async () => {
    await sharing(three)
    instead = () => {
      throw new TypeError('network')
    }
    const { runs } = await bench.engine.sync()
    expect(runs.map(({ error }) => error?.code)).toEqual(['network', 'network', 'network'])
    const { subscriptions } = await bench.engine.status()
    expect(subscriptions.map(({ problem }) => problem?.code)).toEqual(['network', 'network', 'network'])
    instead = () => undefined
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
  })

  it('on the feed of all for a day ends the sharing: the filter may be why', async () => {
    await sharing(three)
    instead = (query) =>
      query.get('resources') === ofThree ? Response.json({ message: 'broken' }, { status: 500 }) : undefined
    expect((await bench.engine.sync()).runs.map(({ outcome }) => outcome)).toEqual(
      three.map(() => 'interrupted'),
    )
    ahead += 24 * hour
    await current()
    await expectSame()
  })

  it('is a resync of one: the others keep the token', async () => {
    await sharing(three)
    expect(await asked(() => bench.engine.resync('translations:20'))).toEqual([
      'list translations:20',
      'translations:20',
    ])
    expect(await asked(current)).toEqual([`changes ${ofThree}`, 'changes translations:20'])
    ahead += hour
    await current()
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
    await expectSame()
  })

  it('is a sync of one by itself: at the end of the next sync they share again', async () => {
    await sharing(three)
    change(failing)
    expect(await asked(() => bench.engine.sync({ filters: [failing] }))).toEqual([`changes ${ofThree}`])
    change('tafsirs:169')
    expect(await asked(current)).toEqual([`changes ${ofThree}`, `changes ${ofThree}`])
    expect(await asked(current)).toEqual([`changes ${ofThree}`])
    await expectSame()
  })
})
