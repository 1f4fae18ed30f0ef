import { afterEach, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { settle } from '@waraq/test-support/at-rest'
import { article } from './article.ts'
import { mushafPage } from './mushaf.ts'
import { query, together } from './query.ts'
import { sideBySide } from './side-by-side.ts'
import { tafsirPassage } from './tafsir.ts'
import { translationChapter, translationPage, translationVerse } from './translation.ts'
import { verseWords } from './words.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'

const english = refOf('translations:20')
const french = refOf('translations:31')
const commentary = refOf('tafsirs:169')
const mushaf = refOf('mushafs:1')

let bench: Bench
afterEach(() => bench?.close())

/** A correction of the first verse, in each of these resources. */
function correct(text: string, ...keys: string[]): void {
  for (const key of keys) {
    const [row] = rowsOf<{ id: number }>(bench, key)
    bench.sandbox.publish([{ resource: key, update: { key: row!.id, text } }])
  }
}

describe('the key of a query', () => {
  it('is the same for the same question', () => {
    const make = () => [
      translationVerse({ group: 'translations', id: 20 }, '1:1'),
      together({ a: translationVerse(english, '1:1'), b: article(french, ['en', 'fr']) }),
      verseWords({ mushaf, translation: english }, '2:255'),
      sideBySide({ translations: [english], mushaf }, { chapter: 2 }),
    ]
    expect(make().map(({ key }) => key)).toEqual(make().map(({ key }) => key))
    const [a, b] = [translationVerse(english, '1:1'), translationVerse(french, '1:1')]
    expect(together({ a, b }).key).toBe(together({ b, a }).key)
  })
  it('is another one for another question', () => {
    const [a, b] = [translationVerse(english, '1:1'), translationVerse(french, '1:1')]
    const queries = [
      a,
      b,
      translationVerse(english, '1:2'),
      tafsirPassage(english, '1:1'),
      translationChapter(english, 1),
      translationPage(english, 1),
      translationPage(english, 1, { mushaf }),
      mushafPage(english, 1),
      verseWords({ mushaf }, '1:1'),
      verseWords({ mushaf, translation: english }, '1:1'),
      verseWords({ mushaf, transliteration: english }, '1:1'),
      article(english, ['en', 'fr']),
      article(english, ['fr', 'en']),
      sideBySide({ translations: [english, french] }, { page: 1 }),
      sideBySide({ translations: [french, english] }, { page: 1 }),
      sideBySide({ translations: [english], tafsirs: [french] }, { page: 1 }),
      sideBySide({ translations: [english, french] }, { chapter: 1 }),
      together({ a }),
      together({ a, b }),
      together({ a: b, b: a }),
      together({ b }),
      query('own', async () => 1),
    ]
    expect(new Set(queries.map(({ key }) => key)).size).toBe(queries.length)
  })
})

describe('a query', () => {
  it('of your own sees one commit, and may ask others', async () => {
    bench = await openLibrary('translations:20,31')
    const before = rowsOf<{ text: string }>(bench, 'translations:20')[0]!.text
    correct('changed', 'translations:20')
    const sync = bench.engine.sync()
    const slow = query('slow', async (view) => {
      const verse = translationVerse(english, '1:1')
      const first = await verse(view)
      for (let turn = 0; turn < 300; turn++) await view.resource(english)
      return [first!.text, (await verse(view))!.text, (await view.resources()).length]
    })
    expect(await bench.store.query(slow)).toEqual([before, before, 2])
    await sync
    expect(await bench.store.query(slow)).toEqual(['changed', 'changed', 2])
  })
  it('is followed live: a published correction arrives, and what it did not ask for does not', async () => {
    bench = await openLibrary('tafsirs:169;translations:20,31')
    const seen: (string | undefined)[] = []
    const end = bench.store
      .live(translationVerse(english, '1:1'))
      .subscribe((verse) => void seen.push(verse?.text))
    await settle()
    correct('corrected', 'translations:20')
    await bench.engine.sync()
    await settle()
    const times = seen.length
    correct('of another one', 'translations:31')
    await bench.engine.sync()
    await settle()
    expect(seen).toHaveLength(times)
    end()
    correct('too late', 'translations:20')
    await bench.engine.sync()
    await settle()
    expect([...new Set(seen)]).toEqual([expect.any(String), 'corrected'])
  })
})

describe('queries together', () => {
  it('have one answer, of one commit, again and again', async () => {
    bench = await openLibrary('mushafs:1;tafsirs:169;translations:20,31')
    const page = together({
      verse: translationVerse(english, '1:1'),
      beside: together({
        french: translationVerse(french, '1:1'),
        none: translationVerse(refOf('translations:5'), '1:1'),
      }),
      passage: tafsirPassage(commentary, '105:3'),
      page: mushafPage(mushaf, 1),
    })
    const answer = await bench.store.query(page)
    expect(answer.passage).toMatchObject({ from: '104:1' })
    expect(answer.page!.words.length).toBeGreaterThan(20)
    const seen: (readonly (string | undefined)[])[] = []
    const end = bench.store
      .live(page)
      .subscribe(({ verse, beside }) => void seen.push([verse?.text, beside.french?.text, beside.none?.text]))
    await settle()
    for (const text of ['once', 'twice']) {
      correct(text, 'translations:20', 'translations:31')
      await bench.engine.sync()
      await settle()
    }
    end()
    const [first, ...rest] = seen.filter((texts, index) => texts.join() !== seen[index - 1]?.join())
    expect(first).toEqual([answer.verse!.text, answer.beside.french!.text, undefined])
    expect(rest).toEqual([
      ['once', 'once', undefined],
      ['twice', 'twice', undefined],
    ])
  })
})
