import type { ResourceKey } from '@waraq/protocol'
import { expect, it } from 'vitest'
import { readHref } from '../../demo/src/screens/library/read-href.ts'
import { continueHref, placeHref } from '../../demo/src/settings/place-href.ts'
import { defaultSettings, type Place } from '../../demo/src/settings/settings.ts'

/** Where a text that has been downloaded is read, and where reading continues. */

const mushaf = { group: 'mushafs', id: 1 }
const none = defaultSettings.places
const at = (number: number, verseKey: string | null = null): Place => ({ number, verseKey, at: 1 })

it.each<[ResourceKey, Partial<typeof defaultSettings>, string | null]>([
  ['translations:20', {}, '#/chapter/1'],
  ['translations:20', { places: { ...none, chapter: at(2, '2:255') } }, '#/chapter/2/255'],
  ['translations:20', { sideBySide: ['translations:20'] }, '#/chapter/1'],
  ['translations:20', { sideBySide: ['translations:131'] }, null],
  ['quran_core:1', { sideBySide: [] }, '#/chapter/1'],
  ['mushafs:1', {}, '#/page/1'],
  ['mushafs:1', { places: { ...none, page: at(42) } }, '#/page/42'],
  ['mushafs:2', {}, null],
  ['tafsirs:168', {}, null],
  ['articles:3', {}, '#/article/3'],
])('%s with %o is read at %s', (key, chosen, href) => {
  expect(readHref(key, { ...defaultSettings, ...chosen }, mushaf)).toBe(href)
})

it('reading continues at the latest place, else where it begins', () => {
  expect(continueHref(none)).toBe('#/')
  expect(continueHref({ ...none, juz: at(30), chapter: { ...at(2, '2:255'), at: 2 } })).toBe(
    '#/chapter/2/255',
  )
  expect([placeHref('page', at(3)), placeHref('juz', at(30)), placeHref('chapter', at(5))]).toEqual([
    '#/page/3',
    '#/juz/30',
    '#/chapter/5',
  ])
})
