import { describe, expect, it } from 'vitest'
import { failure } from '@waraq/test-support/failure'
import {
  createBench,
  english,
  french,
  gate,
  places,
  ready,
  shown,
  tafsir,
  type Bench,
} from './bench.test-support.ts'
import type { Search } from './search.ts'

async function started(filter: string): Promise<Bench & { search: Search }> {
  const bench = await createBench(filter)
  const search = bench.newSearch()
  await ready(search)
  return Object.assign(bench, { search })
}

const all = 'translations:20,31,45,48,77,97,109,9161'

describe('search', () => {
  it('finds words of any language in the translations of that language', async () => {
    const { search } = await started(all)
    const found = async (text: string) => places(await search.search(text))
    expect(await found('praise worlds')).toEqual(['20 1:2'])
    expect(await found('LORD of the WOR')).toEqual(['20 1:2'])
    expect(await found('univers')).toEqual(['31 1:2'])
    expect(await found('милосердн господ')).toEqual([])
    expect(await found('Господу миров')).toEqual(['45 1:2'])
    expect(await found('ALEMLERIN rabbi')).toEqual(['77 1:2'])
    expect(await found('varldarnas')).toEqual(['48 1:2'])
    expect(await found('كائنات رب')).toEqual(['97 1:2'])
    expect(await found('সৃষ্টি জগতের')).toEqual(['9161 1:2'])
    expect((await found('至仁至慈')).sort()).toEqual(['109 1:1', '109 1:3'])
    expect(await found('众世界的主至仁')).toEqual([])
  })
  it('finds the Arabic text as it is typed today, without its signs, once it is chosen', async () => {
    const { search } = await started('quran_core:1;translations:20')
    expect(places(await search.search('الحمد لله'))).toEqual([])
    await search.choose([{ group: 'quran_core', id: 1 }])
    await ready(search)
    const result = await search.search('الحمد لله')
    expect(result.hits[0]).toMatchObject({ recordType: 'verse', recordKey: '2', verseKey: '1:2' })
    expect(places(await search.search('ٱلصَّمَدُ'))[0]).toBe('1 112:2')
    expect(places(await search.search('العالمين'))).toEqual(['1 1:2'])
    expect(places(await search.search('112:1'))[0]).toBe('1 112:1')
  })
  it.each([
    ['مالك يوم الدين', ['1 1:4']],
    ['الصراط المستقيم', ['1 1:6']],
    ['صراط المستقيم', ['1 1:6']],
    ['صراط', ['1 1:7', '1 1:6']],
    ['إله الناس', ['1 114:3']],
    ['النفاثات في العقد', ['1 113:4']],
  ])('finds the Arabic text as a keyboard writes it: %s', async (typed, expected) => {
    const { search } = await started('quran_core:1')
    await search.choose('all')
    await ready(search)
    const result = await search.search(typed)
    expect(places(result)).toEqual(expected)
    expect(result.hits.every(({ score }) => score >= 1.5 && score < 2)).toBe(true)
  })
  it('puts the verses themselves first where the query is Arabic', async () => {
    const { search } = await started('quran_core:1;translations:97')
    await search.choose('all')
    await ready(search)
    const { hits } = await search.search('الله', { limit: 1000 })
    const groups = hits.map(({ ref }) => ref.group)
    expect(new Set(groups)).toEqual(new Set(['quran_core', 'translations']))
    expect(groups).toEqual(groups.toSorted())
    const urdu = await search.search('اللہ', { limit: 1000 })
    expect(urdu.total).toBe(hits.length)
    expect(urdu.hits.every(({ score }) => score < 1.5)).toBe(true)
  })
  it('tells each hit with its row and a highlighted piece of it', async () => {
    const { search } = await started('translations:20,31')
    const result = await search.search('praise wor')
    expect(result).toMatchObject({ text: 'praise wor', total: 1, partial: false })
    expect(result.hits[0]).toMatchObject({
      ref: english,
      recordType: 'translation',
      recordKey: '200002',
      verseKey: '1:2',
    })
    expect(result.hits[0]!.score).toBeGreaterThan(1)
    // The other brackets are the translator's.
    expect(shown(result)).toBe('[All] [praise] is [due] to Allah, Lord of the [worlds]')
  })
  it('takes words in quotation marks in their order only', async () => {
    const { search } = await started('translations:20')
    expect(places(await search.search('"lord of the worlds"'))).toEqual(['20 1:2'])
    expect(places(await search.search('lord "the worlds"'))).toEqual(['20 1:2'])
    expect(places(await search.search('worlds the of lord'))).toEqual(['20 1:2'])
    expect(await search.search('"worlds of the lord"')).toMatchObject({ total: 0, hits: [] })
  })
  it('finds Urdu with blanks and without in one search, and marks each as it stands', async () => {
    const { newSearch, correct } = await createBench('translations:97')
    await correct('translations:97', 0, 'وہ دن آ جائیگا')
    await correct('translations:97', 3, 'وہ دن آ جائے گا')
    await correct('translations:97', 4, 'گا کر جائے')
    const search = newSearch()
    await ready(search)
    const result = await search.search('جائیگا')
    expect(result.total).toBe(3)
    expect(places(result).toSorted()).toEqual(['97 104:4', '97 1:1', '97 1:4'])
    const marked = result.hits.map(({ snippet }) =>
      snippet.flatMap(({ text, highlighted }) => (highlighted ? [text] : [])).join(' '),
    )
    expect(marked.toSorted()).toEqual(['جائیگا', 'جائے گا', 'جائے گا'].toSorted())
    expect(places(await search.search('جائے گا')).toSorted()).toEqual([
      '97 104:4',
      '97 1:1',
      '97 1:4',
      '97 1:5',
    ])
    expect(places(await search.search('"جائے گا"')).toSorted()).toEqual(['97 104:4', '97 1:4'])
  })
  it('takes each verse of a list first', async () => {
    const { search } = await started('translations:20')
    expect(places(await search.search('1:2; 112:1')).slice(0, 2)).toEqual(['20 1:2', '20 112:1'])
  })
  it('puts rows with similar words behind all that have the words', async () => {
    const { newSearch, correct } = await createBench('translations:20')
    await correct('translations:20', 0, 'merctful')
    await correct(
      'translations:20',
      4,
      'merciful merciful merciful and many, many, many more words than that',
    )
    await correct('translations:20', 3, 'meRCIFul')
    const search = newSearch()
    const exact = ['20 1:3', '20 1:4', '20 1:5']
    await ready(search)
    const result = await search.search('merciful', { limit: 100 })
    expect(places(result).slice(0, 3).sort()).toEqual(exact)
    expect(places(result).slice(3)).toEqual(['20 1:1'])
    expect(result.hits.slice(0, 3).every(({ score }) => score > 1 && score < 2)).toBe(true)
    expect(result.hits[3]!.score).toBeLessThan(1)
    expect(shown(result, 3)).toBe('[merctful]')
    expect(places(await search.search('"merciful"')).sort()).toEqual(exact)
    expect(await search.search('lorg')).toMatchObject({ total: 0 })
  })
  it('finds a verse by its key first, and then what refers to it', async () => {
    const { newSearch, correct } = await createBench('translations:20,31')
    await correct('translations:20', 0, 'as in 2:255 and in 1:5')
    await correct('translations:20', 2, '5:1 and 15')
    const search = newSearch()
    await ready(search)
    for (const typed of ['1:5', '١:٥', ' 1 : 5'])
      expect(places(await search.search(typed))).toEqual(['20 1:5', '31 1:5', '20 1:1'])
    const result = await search.search('1:5', { limit: 1, offset: 2 })
    expect(result).toMatchObject({ total: 3, hits: [{ verseKey: '1:1' }] })
    expect(shown(result)).toBe('as in 2:255 and in [1]:[5]')
    expect((await search.search('1:5')).hits[0]).toMatchObject({ score: 3, recordKey: '200005' })
    expect(await search.search('1:99')).toMatchObject({ total: 0 })
  })
  it('finds the text of a tafsir by any verse that shares it', async () => {
    const { search } = await started('tafsirs:169')
    await search.choose([tafsir])
    await ready(search)
    const { hits } = await search.search('105:3', { limit: 1 })
    expect(hits).toMatchObject([{ ref: tafsir, recordType: 'tafsir', verseKey: '104:1', score: 3 }])
    expect(hits[0]!.snippet[0]!.text).toMatch(/^Sandbox commentary on 104:1 to 105:5 This is generated/)
  })
  it('searches articles by title and text', async () => {
    const { search } = await started('articles:1')
    await search.choose('all')
    await ready(search)
    const result = await search.search('مقال نص')
    expect(result.hits).toMatchObject([{ ref: { group: 'articles', id: 1 }, verseKey: null }])
    expect(shown(result)).toMatch(/^\[مقال\] تجريبي 1/)
  })
  it('hands out pages that are disjoint and complete', async () => {
    const { search } = await started('translations:20,31')
    const { total } = await search.search('allah', { limit: 1 })
    const whole = places(await search.search('allah', { limit: 1000 }))
    expect(whole).toHaveLength(total)
    const pages: string[] = []
    for (let offset = 0; offset < total; offset += 3) {
      const page = await search.search('allah', { limit: 3, offset })
      expect(page.total).toBe(total)
      pages.push(...places(page))
    }
    expect(pages).toEqual(whole)
    expect(await search.search('allah', { offset: total })).toMatchObject({ total, hits: [] })
  })
  it('searches only the resources that are asked for', async () => {
    const { search } = await started('translations:20,31;tafsirs:169')
    const refs = async (resources: (typeof english)[]) => {
      const { hits } = await search.search('allah', { resources, limit: 1000 })
      return [...new Set(hits.map(({ ref }) => ref.id))].sort()
    }
    expect(await refs([english])).toEqual([20])
    expect(await refs([english, french])).toEqual([20, 31])
    expect(await refs([])).toEqual([])
    expect(await refs([{ group: 'translations', id: 999 }])).toEqual([])
  })
  it('refuses to search in a text that was not chosen, instead of finding nothing', async () => {
    const { search } = await started('translations:20,31;tafsirs:169')
    const refused = await failure(search.search('allah', { resources: [english, tafsir] }))
    expect(refused).toMatchObject({
      code: 'invalid_argument',
      retryable: false,
      details: { argument: 'resources', reason: 'not_chosen', ...tafsir },
    })
    expect(refused.message).toMatch(/tafsirs:169.*choose\(\)/)
    await search.choose([english, tafsir])
    await ready(search)
    expect((await search.search('sandbox', { resources: [tafsir] })).total).toBeGreaterThan(0)
    expect(await failure(search.search('allah', { resources: [french] }))).toMatchObject({ details: french })
    await search.choose('all')
    await ready(search)
    expect((await search.search('univers', { resources: [french] })).total).toBe(1)
  })
  it.each(['', '   ', '…', '"'])('finds nothing of %j', async (text) => {
    const { search } = await started('translations:20')
    expect(await search.search(text)).toEqual({ text, total: 0, hits: [], partial: false })
  })
  it('refuses what cannot be asked for', async () => {
    const { search } = await started('translations:20')
    const refused = { code: 'invalid_argument', retryable: false }
    for (const options of [
      { limit: 0 },
      { limit: 1001 },
      { limit: 1.5 },
      { limit: NaN },
      { offset: -1 },
      { offset: 0.5 },
    ])
      expect(await failure(search.search('a', options))).toMatchObject(refused)
    const mushaf = { group: 'mushafs', id: 1 }
    expect(await failure(search.search('a', { resources: [mushaf] }))).toMatchObject(refused)
    expect(await failure(search.choose([english, mushaf]))).toMatchObject({ ...refused, details: mushaf })
    expect(await failure(search.search(undefined as never))).toMatchObject(refused)
  })
})

describe('a search that is not wanted any more', () => {
  it('rejects with the reason of its signal, at once', async () => {
    const { search, watched } = await started('translations:20')
    const reason = new Error('typed on')
    expect(await failure(search.search('lord', { signal: AbortSignal.abort(reason) }))).toBe(reason)
    const controller = new AbortController()
    const { closed, open } = gate()
    watched.held = closed
    const asked = failure(search.search('1:5', { signal: controller.signal }))
    controller.abort(reason)
    expect(await asked).toBe(reason)
    open()
    expect(places(await search.search('1:5'))).toEqual(['20 1:5'])
  })
  it('rejects also while it waits for the start', async () => {
    const bench = await createBench('translations:20')
    const controller = new AbortController()
    const asked = failure(bench.newSearch().search('lord', { signal: controller.signal }))
    controller.abort(new Error('typed on'))
    expect((await asked).message).toBe('typed on')
  })
})
