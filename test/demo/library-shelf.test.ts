import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/protocol'
import { textLanguage, type ResourceDescription } from 'waraq/quran'
import { describe, expect, it } from 'vitest'
import { sectionsOf, shelfOf, type ShelfItem } from '../../demo/src/screens/library/shelf.ts'

/** The items of the library's screen: from the catalogue, from the feed, and from what the reader keeps. */

function entry(key: ResourceKey, language = 'english'): ResourceDescription {
  const name = `Name of ${key}`
  return {
    ref: parseResourceKey(key)!,
    name,
    author: null,
    language: textLanguage(language),
    style: null,
    attribution: name,
    listed: true,
  }
}

const named = (...entries: ResourceDescription[]) =>
  new Map(entries.map((each) => [resourceKey(each.ref), each]))

const none = new Set<string>()
const offers = (shelf: ReturnType<typeof shelfOf>) =>
  shelf.map(({ key, isOffered }) => `${key} ${isOffered ? 'offered' : 'not offered'}`)

describe('the shelf', () => {
  it('has the mushaf, what the catalogue lists, and what is kept without being offered', () => {
    const shelf = shelfOf({
      resources: named(entry('translations:20')),
      feed: null,
      kept: new Set(['translations:999', 'not a resource']),
    })
    expect(offers(shelf)).toEqual([
      'mushafs:1 offered',
      'translations:20 offered',
      'translations:999 offered',
    ])
  })

  it('has what the feed has and the catalogue lacks', () => {
    const shelf = shelfOf({
      resources: named(entry('translations:20')),
      feed: new Set<ResourceKey>(['translations:20', 'articles:1', 'layers:1']),
      kept: none,
    })
    expect(offers(shelf)).toEqual([
      'mushafs:1 not offered',
      'translations:20 offered',
      'articles:1 offered',
      'layers:1 offered',
    ])
  })

  it('offers nothing that the feed lacks, and leaves alone what is kept', () => {
    const resources = named(entry('translations:20'), entry('translations:131'), entry('tafsirs:168'))
    const shelf = shelfOf({
      resources,
      feed: new Set<ResourceKey>(['mushafs:1', 'tafsirs:168']),
      kept: new Set(['translations:131']),
    })
    expect(offers(shelf)).toEqual([
      'mushafs:1 offered',
      'translations:20 not offered',
      'translations:131 offered',
      'tafsirs:168 offered',
    ])
  })
})

it('has the Arabic text by verse where the feed has it', () => {
  const shelf = (feed: ReadonlySet<ResourceKey> | null) =>
    offers(shelfOf({ resources: new Map(), feed, kept: none }))
  expect(shelf(null)).toEqual(['mushafs:1 offered'])
  expect(shelf(new Set<ResourceKey>(['quran_core:1', 'mushafs:1']))).toEqual([
    'mushafs:1 offered',
    'quran_core:1 offered',
  ])
})

describe('its sections', () => {
  it('are by kind, with what was kept in front, then by language, the own one first, and number', () => {
    const resources = named(
      entry('tafsirs:168'),
      entry('translations:31', 'french'),
      entry('translations:97', 'urdu'),
      entry('translations:85', 'english'),
      entry('translations:20', 'english'),
      entry('chapter_recitations:1', ''),
      entry('recitations:7', ''),
    )
    const feed = new Set<ResourceKey>(['word_by_word_translations:59', 'quran_core:1', 'layers:1'])
    const shelf = shelfOf({ resources, feed, kept: new Set(['quran_core:1']) })
    const languageName = ({ entry: of }: ShelfItem) => of?.language.name ?? ''
    const sections = (own: string) =>
      sectionsOf(shelf, { inFront: new Set(['translations:97']), own, languageName }).map(
        ({ kind, items }) => [kind, ...items.map(({ key }) => key)],
      )
    expect(sections('fr')[0]).toEqual([
      'translations',
      'translations:97',
      'translations:31',
      'translations:20',
      'translations:85',
    ])
    expect(sections('ar')).toEqual([
      ['translations', 'translations:97', 'translations:20', 'translations:85', 'translations:31'],
      ['mushafs', 'mushafs:1', 'quran_core:1'],
      ['tafsirs', 'tafsirs:168'],
      ['words', 'word_by_word_translations:59'],
      ['recitations', 'chapter_recitations:1', 'recitations:7'],
      ['others', 'layers:1'],
    ])
  })

  it('of a group called like a property of all objects are among the others', () => {
    const shelf = shelfOf({ resources: named(), feed: new Set<ResourceKey>(['constructor:1']), kept: none })
    expect(
      sectionsOf(shelf, { inFront: none, own: 'en', languageName: () => '' }).map(({ kind }) => kind),
    ).toEqual(['mushafs', 'others'])
  })
})
