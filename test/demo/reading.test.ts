import type { MushafWordRow, ResourceKey } from '@waraq/protocol'
import type { CoreVerse, SideBySideVerse } from 'waraq/quran'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../demo/scripts/security-headers.mjs'
import { arabicVerse } from '../../demo/src/reading/arabic-text.ts'
import { copiedText } from '../../demo/src/reading/sharing/copied-text.ts'
import { chosenOf, shownTranslations } from '../../demo/src/reading/shown-translations.ts'
import { queryDirection } from '../../demo/src/search/query-direction.ts'
import { indexedShare } from '../../demo/src/search/search-progress.ts'

const rows = [
  { text: 'قُلْ', char_type_name: 'word', position_in_verse: 1 },
  { text: 'هُوَ', char_type_name: 'word', position_in_verse: 2 },
  { text: '١', char_type_name: 'end', position_in_verse: 3 },
] as unknown as MushafWordRow[]

describe('the Arabic text of a verse', () => {
  it('is its words and the number in the mark at its end', () => {
    const verse = arabicVerse({ words: rows })!
    expect([verse.text, verse.end]).toEqual(['قُلْ هُوَ', '١'])
    expect(verse.words).toEqual([
      { text: 'قُلْ', position: 1 },
      { text: 'هُوَ', position: 2 },
    ])
  })
  it('is nothing where no word is here', () => {
    expect([arabicVerse(undefined), arabicVerse({}), arabicVerse({ words: [] })]).toEqual([null, null, null])
  })

  const core = (text: string, words: number | null) =>
    ({ text, number: 255, row: { words_count: words } }) as CoreVerse
  it('is that of the text by verse, as it came, with the number in Arabic digits', () => {
    const verse = arabicVerse({ core: core('قُلْ  هُوَ', 2), words: rows })!
    expect([verse.text, verse.end]).toEqual(['قُلْ  هُوَ', '٢٥٥'])
  })
  it.each<[why: string, text: string, counted: number | null, words: readonly string[]]>([
    ['one after the other', 'قُلْ هُوَ', 2, ['قُلْ', 'هُوَ']],
    ['the sign at the end may be counted, too', 'قُلْ هُوَ', 3, ['قُلْ', 'هُوَ']],
    ['a pause belongs to the word before it', 'لَا رَيْبَ ۛ فِيهِ ۛ هُدًى', 4, ['لَا', 'رَيْبَ ۛ', 'فِيهِ ۛ', 'هُدًى']],
    ['the sign of a part to the word behind it', '۞ قُلْ هُوَ', 2, ['۞ قُلْ', 'هُوَ']],
    ['the service counts other words', 'قُلْ هُوَ', 5, []],
    ['the service does not count them', 'قُلْ هُوَ', null, []],
  ])('in words: %s', (_, text, counted, words) => {
    const found = arabicVerse({ core: core(text, counted) })!.words
    expect(found).toEqual(words.map((word, index) => ({ text: word, position: index + 1 })))
  })
})

describe('translations side by side', () => {
  const here: ResourceKey[] = ['translations:20', 'translations:131']
  it.each<[chosen: ResourceKey[] | null, shown: ResourceKey[]]>([
    [null, here],
    [[], []],
    [
      ['translations:131', 'translations:20'],
      ['translations:131', 'translations:20'],
    ],
    [['translations:33', 'translations:131'], ['translations:131']],
  ])('%j', (chosen, shown) => {
    expect(shownTranslations(chosen, here)).toEqual(shown)
  })
  it('one of several is the chosen one, or the first', () => {
    expect(chosenOf('translations:131', here)).toBe('translations:131')
    expect(chosenOf('translations:33', here)).toBe('translations:20')
    expect(chosenOf(null, [])).toBe(null)
  })
})

describe('a copied verse', () => {
  it('is text without marks of footnotes, with whose it is and where it stands', () => {
    const verse = {
      verseKey: '112:1',
      words: rows,
      translations: [
        {
          ref: { group: 'translations', id: 20 },
          verse: { text: 'Say, <i>He</i><sup foot_note=1>1</sup> &amp; no other' },
        },
      ],
    } as unknown as SideBySideVerse
    const label = { name: 'A name', author: null, language: undefined }
    expect(copiedText([verse], 'Al-Ikhlas, verse 1', () => label)).toBe(
      'قُلْ هُوَ\n\nSay, He & no other\n(A name)\n\nAl-Ikhlas, verse 1',
    )
    expect(copiedText([], 'Al-Ikhlas, verse 1', () => label)).toBe('Al-Ikhlas, verse 1')
  })
  it('that is one of several has its number, in each text', () => {
    const label = { name: 'A name', author: null, language: undefined }
    const verses = ['Say', 'Allah'].map((text, index) => ({
      verseKey: `112:${index + 1}`,
      number: index + 1,
      core: { text: 'قُلْ', number: index + 1, row: {} },
      translations: [{ ref: { group: 'translations', id: 20 }, verse: { text } }],
    })) as unknown as SideBySideVerse[]
    expect(copiedText(verses, 'Al-Ikhlas, verses 1 to 2', () => label)).toBe(
      'قُلْ ﴿١﴾ قُلْ ﴿٢﴾\n\nSay (1) Allah (2)\n(A name)\n\nAl-Ikhlas, verses 1 to 2',
    )
  })
})

describe('the search index', () => {
  const resource = (rows: number, indexed: number) =>
    ({ ref: { group: 'translations', id: 20 }, rows, indexed, state: 'building' }) as const
  it.each<[string, Parameters<typeof indexedShare>[0], number | null]>([
    ['is being opened', { state: 'starting', resources: [] }, 0],
    ['is half there', { state: 'building', resources: [resource(60, 60), resource(60, 0)] }, 0.5],
    [
      'never seems more than whole',
      { state: 'building', resources: [resource(60, 90), resource(60, 0)] },
      0.5,
    ],
    ['is ready', { state: 'ready', resources: [resource(60, 60)] }, null],
    ['has nothing to do', { state: 'building', resources: [] }, null],
  ])('%s', (_, status, share) => {
    expect(indexedShare(status)).toBe(share)
  })
  it.each<[text: string, direction: string | undefined]>([
    ['mercy', 'ltr'],
    ['رحمة', 'rtl'],
    ['2:255', undefined],
    ['"رب mercy', 'rtl'],
    ['', undefined],
  ])('a query %j is written as its first letter', (text, direction) => {
    expect(queryDirection(text)).toBe(direction)
  })
})

describe('the policy of the page', () => {
  it('admits recordings from the hosts that the settings name, and from nowhere else', () => {
    const media = (audio?: readonly string[]) =>
      /media-src ([^;]*);/.exec(contentSecurityPolicy(['https://content.example'], audio))?.[1]
    expect(media()).toBe("'none'")
    expect(media([])).toBe("'none'")
    expect(media(['https://audio.example'])).toBe('blob: https://audio.example')
    expect(contentSecurityPolicy(['https://content.example'], ['https://audio.example'])).toContain(
      "connect-src 'self' https://content.example https://audio.example;",
    )
  })
})
