import type { ContentClient, SyncAnswer } from '../../client/options.ts'
import { createSandbox } from '@waraq/sandbox'
import { describe, expect, it } from 'vitest'
import { createSyncEngine } from '../engine/create-sync-engine.ts'
import { fetchAvailable } from './available.ts'

type Change = { readonly group: string; readonly id: number; readonly type: string }

/** A feed of these pages. With `endless`, its last page repeats for ever. */
function feed(pages: readonly (readonly Change[])[], endless = false) {
  const asked: unknown[] = []
  const answer = async (number: number) => ({
    page: {
      mutations: pages[Math.min(number, pages.length - 1)]!.map(({ group, id, type }) => ({
        resource_group: group,
        resource_id: id,
        type,
      })),
      has_more: endless || number < pages.length - 1,
      next_page_url: `page ${number + 1}`,
    } as unknown as SyncAnswer['page'],
  })
  const client = {
    sync: (request: unknown) => (asked.push(request), answer(0)),
    syncPage: (url: string) => (asked.push(url), answer(Number(url.slice(5)))),
  }
  return { client: client as unknown as Pick<ContentClient, 'sync' | 'syncPage'>, asked }
}

const there = (id: number): Change => ({ group: 'articles', id, type: 'RESOURCE_SNAPSHOT_REQUIRED' })
const gone = (id: number): Change => ({ group: 'articles', id, type: 'RESOURCE_DELETE' })

describe('what is available', () => {
  it('is what the pages of a bootstrap name and do not withdraw, once each', async () => {
    const { client, asked } = feed([
      [there(1), there(2), there(1)],
      [gone(2), gone(4), there(3)],
    ])
    expect(await fetchAvailable(client, undefined)).toEqual([
      { group: 'articles', id: 1 },
      { group: 'articles', id: 3 },
    ])
    expect(asked).toMatchObject([{ bootstrap: true, perPage: 100 }, 'page 1'])
  })
  it('is asked of twenty pages at most', async () => {
    const { client, asked } = feed([[there(1)]], true)
    expect(await fetchAvailable(client, undefined)).toHaveLength(1)
    expect(asked).toHaveLength(20)
  })
  it('is what the service has, asked with the token of the engine', async () => {
    const sandbox = createSandbox({ content: 'small' })
    const engine = createSyncEngine({
      contentRoot: 'http://127.0.0.1/content',
      tokens: { get: () => sandbox.accessToken() },
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    })
    const keys = (await engine.available()).map(({ group, id }) => `${group}:${id}`)
    expect(keys.sort()).toEqual(sandbox.resources.map(({ group, id }) => `${group}:${id}`).sort())
    await expect(engine.available({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    )
    await engine.close()
  })
})
