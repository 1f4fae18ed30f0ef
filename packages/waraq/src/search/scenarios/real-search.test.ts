import { describe, expect, it } from 'vitest'
import { createBench, eventually, french, ready, shown } from '../bench.test-support.ts'
import { start } from '../remote/stage.test-support.ts'

describe('a real search in a worker', () => {
  it('answers the page as it would here, and goes on in the next worker', async () => {
    const bench = await createBench('translations:20,31')
    const here = bench.newSearch()
    const { search, workers } = start({ real: () => bench.newSearch() })
    await Promise.all([ready(here), ready(search)])
    for (const text of ['lord wor', '"lord of the', 'univers', '1:5', '', 'mercifull'])
      expect(await search.search(text)).toEqual(await here.search(text))
    expect(await search.status()).toEqual(await here.status())
    await search.choose([french])
    await eventually(async () => expect((await search.search('worlds')).total).toBe(0))
    workers[0]!.end()
    await eventually(async () => expect(shown(await search.search('univers'))).toMatch(/\[l'univers\]/))
    expect((await search.search('worlds')).total).toBe(0)
    expect(workers).toHaveLength(2)
    await expect(search.search('a', { limit: -1 })).rejects.toMatchObject({
      code: 'invalid_argument',
      details: { argument: 'limit' },
    })
  })
})
