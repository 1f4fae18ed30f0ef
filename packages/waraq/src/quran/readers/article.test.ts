import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { article } from './article.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'

const row = (language: number, fields: object) => ({ article_id: 9, language_id: language, ...fields })
const added = {
  'articles:901': [
    row(1, { lang: 'tr', title: 'tr', text: 'tr' }),
    row(2, { lang: 'PT_br', title: 'pt-BR', text: 'pt-BR' }),
    row(3, { lang: 'pt', title: 'pt', text: 'pt', added_since: 1 }),
    row(4, { lang: 'de', title: null, text: ' ' }),
    row(5, { title: 'no code' }),
    row(6, { lang: 'fr', text: 'fr' }),
  ],
  'articles:902': [row(7, { lang: 'x', title: 7, text: null })],
}

let bench: Bench
beforeAll(async () => {
  bench = await openLibrary('articles:1,901,902', { added })
})
afterAll(() => bench.close())

const ask = (key: string, ...languages: string[]) => bench.store.query(article(refOf(key), languages))

describe('an article', () => {
  it('is in the language asked for', async () => {
    for (const each of rowsOf<{ lang: string; title: string; text: string }>(bench, 'articles:1'))
      expect(await ask('articles:1', each.lang)).toEqual({
        title: each.title,
        text: each.text,
        language: each.lang,
        exact: true,
        row: each,
      })
  })
  it.each<[asked: string[], language: string]>([
    [['fr', 'tr'], 'fr'],
    [['xx', 'tr'], 'tr'],
    [['fr-CA'], 'fr'],
    [['pt-BR', 'pt'], 'PT_br'],
    [['PT-br'], 'PT_br'],
    [['pt-PT'], 'pt'],
    [['pt_BR_x'], 'PT_br'],
    [['de', 'pt'], 'pt'],
  ])('asked for in %j, is in %s', async (asked, language) =>
    expect(await ask('articles:901', ...asked)).toMatchObject({ language, exact: true }),
  )
  it.each([[['de']], [[]], [['']], [['-']], [['p']]])('asked for in %j, is in none of them', async (asked) =>
    expect(await ask('articles:901', ...asked)).toMatchObject({ exact: false }),
  )
  it('is in English where it is in none of them, else in any', async () => {
    expect(await ask('articles:1', 'ja')).toMatchObject({ language: 'en', exact: false })
    expect((await ask('articles:901', 'ja'))!.title).not.toBe('')
    expect(await ask('articles:901', 'fr')).toMatchObject({ title: '', text: 'fr' })
  })
  it('keeps unknown fields', async () => {
    expect((await ask('articles:901', 'pt'))!.row).toEqual(added['articles:901'][2])
  })
  it('is undefined where it is absent, or says nothing', async () => {
    expect(await ask('articles:2', 'en')).toBeUndefined()
    expect(await ask('articles:902', 'x')).toBeUndefined()
  })
})
