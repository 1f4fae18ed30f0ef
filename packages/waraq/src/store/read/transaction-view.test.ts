import { afterEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import { settle } from '@waraq/test-support/at-rest'
import type { ContentStore } from './content-store.ts'
import type { StoreView } from './store-view.ts'

const english = { group: 'translations', id: 20 }
const french = { group: 'translations', id: 31 }

/** Turns that the reads of a view take; an incremental sync takes far fewer. */
const manyTurns = 500

let bench: Bench
afterEach(() => bench.close())

/** Two translations, synced. */
async function start(): Promise<Bench> {
  bench = createBench()
  await bench.engine.subscribe('translations:20,31')
  await bench.engine.sync()
  return bench
}

/** Changes the first verse of both translations, in one commit to come. */
function publish({ sandbox }: Bench, text: string): void {
  for (const key of ['translations:20', 'translations:31']) {
    const [row] = sandbox.snapshotRows(key) as readonly { id: number }[]
    sandbox.publish([{ resource: key, update: { key: row!.id, text } }])
  }
}

async function textOf(view: StoreView, ref: typeof english): Promise<string> {
  const [row] = await view.rows('translation', ref, { from: 1001, to: 1001 })
  return row?.data.text ?? 'none'
}

const textsOf = async (view: StoreView) => [await textOf(view, english), await textOf(view, french)]

describe('a view', () => {
  it('sees one commit, also where another one wants to come between its reads', async () => {
    const { store, engine } = await start()
    const before = await textsOf(store)
    publish(bench, 'changed')
    const sync = engine.sync()
    const [first, texts] = await store.query(async (view) => {
      const begin = await textOf(view, english)
      // Turns enough for the whole sync: without the view, its commit would come between.
      for (let turn = 0; turn < manyTurns; turn++) await textOf(view, french)
      return [begin, await textsOf(view)] as const
    })
    expect([first, ...texts]).toEqual([before[0], ...before])
    await sync
    expect(await textsOf(store)).toEqual(['changed', 'changed'])
  })

  it('of a view, and the store itself inside, see the same one', async () => {
    const { store, engine } = await start()
    const before = await textsOf(store)
    publish(bench, 'changed')
    const sync = engine.sync()
    const seen = await store.query(async (view) => {
      const texts = await view.query(textsOf)
      for (let turn = 0; turn < manyTurns; turn++) await view.resources()
      const inner = await view.query(async (one) => one.query(textsOf))
      const own = await store.query(textsOf)
      return [texts, inner, own, await textsOf(store)]
    })
    expect(seen).toEqual([before, before, before, before])
    await sync
    expect(await textsOf(store)).toEqual(['changed', 'changed'])
  })

  it('answers reads that were asked for at once', async () => {
    const { store } = await start()
    const [infos, info, rows, row, texts] = await store.query((view) =>
      Promise.all([
        view.resources(),
        view.resource(english),
        view.rows('translation', french),
        view.row('translation', english, 'none'),
        view.query(textsOf),
      ]),
    )
    expect(infos.map(({ key }) => key)).toEqual(['translations:20', 'translations:31'])
    expect(info).toEqual(infos[0])
    expect(rows).toHaveLength(infos[1]!.rows)
    expect(row).toBeUndefined()
    expect(texts).toEqual(await textsOf(store))
  })

  it('is followed by a live query, which sees whole commits only', async () => {
    const { store, engine } = await start()
    const before = await textsOf(store)
    const seen: string[][] = []
    const end = store.live((each) => each.query(textsOf)).subscribe((texts) => void seen.push(texts))
    await settle()
    for (const text of ['once', 'twice']) {
      publish(bench, text)
      await engine.sync()
      await settle()
    }
    end()
    expect(seen.filter((texts, index) => texts.join() !== seen[index - 1]?.join())).toEqual([
      before,
      ['once', 'once'],
      ['twice', 'twice'],
    ])
  })

  it('ends where its query awaits something else, or keeps it for later', async () => {
    const { store } = await start()
    const ended = { code: 'view_ended', retryable: false }
    await expect(
      store.query(async (view) => {
        await textOf(view, english)
        await settle()
        return textOf(view, english)
      }),
    ).rejects.toMatchObject(ended)
    await expect(
      store.query(async (view) => {
        await textOf(view, english)
        await settle()
      }),
    ).rejects.toMatchObject(ended)
    let kept: StoreView | undefined
    await store.query(async (view) => void (kept = view))
    await expect(kept!.resources()).rejects.toMatchObject(ended)
    await expect(store.query(() => kept!.resources())).rejects.toMatchObject(ended)
  })

  it('hands on what its query throws', async () => {
    const { store } = await start()
    const own = new RangeError('of the query')
    const failing = (error: unknown) =>
      store.query(async (view) => {
        await view.resources()
        throw error
      })
    await expect(failing(own)).rejects.toBe(own)
    const abort = AbortSignal.abort().reason as unknown
    await expect(failing(abort)).rejects.toBe(abort)
    expect(await textsOf(store)).toHaveLength(2)
  })

  it('shows a resource that turns out to be damaged as absent, from its first read on', async () => {
    const { store, db } = await start()
    await db.table('translation').clear()
    const look = async (each: ContentStore | StoreView) => [
      (await each.resource(english))?.status,
      await textsOf(each),
    ]
    expect(await store.query(look)).toEqual(['damaged', ['none', 'none']])
    expect(await store.query(async (view) => [await store.query(look), await look(view)])).toEqual([
      ['damaged', ['none', 'none']],
      ['damaged', ['none', 'none']],
    ])
  })

  it('of a closed store is refused', async () => {
    const { store } = await start()
    store.close()
    await expect(store.query(textsOf)).rejects.toMatchObject({ code: 'store_closed' })
  })
})
