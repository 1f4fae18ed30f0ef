import { describe, expect, it } from 'vitest'
import { defaultSettings, latestPlace, latestVerse, parseSettings } from '../../demo/src/settings/settings.ts'
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
