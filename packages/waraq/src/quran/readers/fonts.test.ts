import type { FontAssetRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { fontAssetOf, fontAssets } from './fonts.ts'
import type { Query } from './query.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'

const mushaf = refOf('mushafs:1')
const byHand = refOf('mushafs:901')

let id = 0
const font = (page: number | null, format: unknown, url: unknown = `/${page}.${String(format)}`) => ({
  id: ++id,
  record_type: 'font_asset',
  page_number: page,
  format,
  url,
})
const added = {
  'mushafs:901': [
    font(null, 'truetype'),
    font(null, 'WOFF2'),
    font(2, 'truetype'),
    font(2, 'woff'),
    font(2, 'woff2'),
    font(1, 7, '/one'),
    font(3, 'woff2', ' '),
    font(4, 'woff2', null),
  ],
}

let bench: Bench
beforeAll(async () => {
  bench = await openLibrary('mushafs:1,901', { added })
})
afterAll(() => bench.close())

const ask = <T>(query: Query<T>) => bench.store.query(query)

describe('the fonts of a mushaf', () => {
  it('are all that can be asked for, page by page, each page’s best format first', async () => {
    const fonts = await ask(fontAssets(byHand))
    expect(fonts.map(({ page, url, format }) => [page, url, format])).toEqual([
      [1, '/one', null],
      [2, '/2.woff2', 'woff2'],
      [2, '/2.woff', 'woff'],
      [2, '/2.truetype', 'truetype'],
      [null, '/null.WOFF2', 'woff2'],
      [null, '/null.truetype', 'truetype'],
    ])
  })
  it('say what their files are', async () => {
    const rows = rowsOf<FontAssetRow>(bench, 'mushafs:1', 'font_asset')
    expect(await ask(fontAssets(mushaf))).toEqual(
      rows.map((row) => ({
        page: row.page_number,
        url: row.url,
        family: row.font_family,
        format: 'truetype',
        sha256: row.sha256,
        byteSize: row.byte_size,
        row,
      })),
    )
  })
  it.each([
    [1, '/one'],
    [2, '/2.woff2'],
    [3, '/null.WOFF2'],
    [4, '/null.WOFF2'],
    [604, '/null.WOFF2'],
  ])('for page %i is its own, else that of the whole mushaf', async (page, url) => {
    expect((await ask(fontAssetOf(byHand, page)))?.url).toBe(url)
  })
})
