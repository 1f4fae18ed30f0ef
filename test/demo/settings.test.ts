import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  hasVerse,
  latestPlace,
  latestVerse,
  nothingRead,
  parseSettings,
  withRecent,
  withSearch,
} from '../../demo/src/settings/settings.ts'
import { preferredLanguage } from '../../demo/src/words/language.ts'

/** Which stored settings are believed: other code, or another version, may have written them. */

const place = { number: 2, verseKey: '2:255', at: 5 }

describe('stored settings', () => {
  it.each<[string, string | null]>([
    ['nothing', null],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"dark"'],
    ['fields of the wrong kind', '{"theme":1,"language":"xx","arabicSize":"2","sideBySide":{},"places":[]}'],
    ['a mode that there is not', '{"mode":"mushaf","begun":"yes"}'],
    ['a speed that is not offered', '{"speed":7,"playsOn":"yes"}'],
    ['sizes out of bounds', '{"arabicSize":99,"translationSize":0}'],
    ['lists of the wrong kind', '{"recent":{},"searches":[1,null],"searchOrder":"newest"}'],
    ['fields of another version', '{"fontFamily":"serif"}'],
  ])('that are %s are the defaults', (_, text) => {
    expect(parseSettings(text)).toEqual(defaultSettings)
  })

  it('keep what is right beside what is not', () => {
    const text = JSON.stringify({
      theme: 'sepia',
      language: 'fr',
      mode: 'words',
      arabicSize: 1.3,
      speed: 1.25,
      playsOn: true,
      begun: true,
      sideBySide: ['translations:20', 'tafsirs:168'],
      places: {
        chapter: { ...place, mushaf: 'mushafs:5' },
        page: { ...place, number: -1 },
        juz: { ...place, verseKey: '<b>' },
      },
    })
    expect(parseSettings(text)).toEqual({
      ...defaultSettings,
      theme: 'sepia',
      mode: 'words',
      arabicSize: 1.3,
      speed: 1.25,
      playsOn: true,
      begun: true,
      sideBySide: ['translations:20', 'tafsirs:168'],
      places: { chapter: { ...place, mushaf: 'mushafs:5' }, page: null, juz: null },
    })
  })

  it('take no list of translations that holds anything else', () => {
    expect(parseSettings('{"sideBySide":["translations:20","#/"]}').sideBySide).toBeNull()
  })
})

describe('the place to go on from', () => {
  it('is the latest of all kinds', () => {
    const places = { chapter: place, page: { ...place, number: 3, at: 9 }, juz: null }
    expect(latestPlace(places)).toEqual({ kind: 'page', place: places.page })
    expect(latestPlace({ chapter: null, page: null, juz: null })).toBeNull()
  })

  it('is at a verse, as far as it is known', () => {
    const none = { chapter: null, page: null, juz: null }
    const verseKey = null
    expect(latestVerse({ ...none, chapter: { ...place, number: 18, verseKey: '18:60' } })).toBe('18:60')
    expect(latestVerse({ ...none, chapter: { ...place, number: 18, verseKey } })).toBe('18:1')
    expect(latestVerse({ ...none, page: { ...place, number: 3, verseKey } })).toBeNull()
    expect(latestVerse(none)).toBeNull()
  })
})

describe('the language at first', () => {
  it.each<[readonly string[], string]>([
    [['ar-EG', 'en'], 'ar'],
    [['fr-FR', 'AR'], 'ar'],
    [['fr', 'en-GB', 'ar'], 'en'],
    [['arz', 'de'], 'en'],
    [[], 'en'],
  ])('of a visitor who prefers %o is %s', (preferred, language) => {
    expect(preferredLanguage(preferred)).toBe(language)
  })
})

it.each([
  ['chapter', 36, '36:1', true],
  ['chapter', 36, null, true],
  ['chapter', 36, '2:255', false],
  ['chapter', 3, '36:1', false],
  ['juz', 3, '2:255', true],
] as const)('a place of the kind %s, %i, with the verse %s: %s', (kind, number, verseKey, has) => {
  expect(hasVerse(kind, { number, verseKey })).toBe(has)
})

describe('recent places', () => {
  const at = (kind: 'chapter' | 'page' | 'juz', number: number, time = 1) =>
    ({ kind, number, verseKey: null, at: time }) as const

  it('have one of each chapter and juz, and one of all pages, newest first', () => {
    const recent = [at('chapter', 2), at('page', 3), at('juz', 1)]
    expect(withRecent(recent, at('page', 4, 2))).toEqual([at('page', 4, 2), at('chapter', 2), at('juz', 1)])
    expect(withRecent(recent, at('juz', 1, 2))[0]).toEqual(at('juz', 1, 2))
    expect(withRecent(recent, at('chapter', 1))).toHaveLength(4)
  })

  it('are six at most, and only what is a place', () => {
    const many = Array.from({ length: 9 }, (_, index) => at('chapter', index + 1))
    expect(many.reduce(withRecent, [] as ReturnType<typeof withRecent>)).toHaveLength(6)
    const text = JSON.stringify({ recent: [at('chapter', 2), { kind: 'verse', number: 1 }, null, ...many] })
    expect(parseSettings(text).recent.map(({ number }) => number)).toEqual([2, 1, 2, 3, 4, 5])
  })
})

describe('last searches', () => {
  it('have each search once, newest first, six at most', () => {
    expect(withSearch(['mercy', 'light'], ' Light ')).toEqual(['Light', 'mercy'])
    expect(withSearch(['mercy'], '  ')).toEqual(['mercy'])
    expect(['1', '2', '3', '4', '5', '6', '7'].reduce(withSearch, [] as readonly string[])).toEqual([
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
    ])
  })
})

it('what leaves with the data of a person is what they read and searched for, and no choice of theirs', () => {
  const at = 1_760_000_000_000
  const place = { number: 2, verseKey: '2:12', at }
  const used = {
    theme: 'dark',
    places: { chapter: place },
    recent: [{ kind: 'chapter', ...place }],
    searches: ['mercy'],
  }
  const settings = parseSettings(JSON.stringify(used))
  expect(settings.recent).toHaveLength(1)
  const after = { ...settings, ...nothingRead }
  expect(after).toEqual({ ...defaultSettings, theme: 'dark' })
  expect(JSON.stringify(after)).not.toMatch(/2:12|mercy/)
})
