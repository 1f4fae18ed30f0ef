import type { Place } from 'waraq/quran'
import { expect, it } from 'vitest'
import { placeLink } from '../../demo/src/jump/place-link.ts'
import { en } from '../../demo/src/words/en.ts'

const name = (chapter: number) => ({ 1: 'Al-Fatihah', 2: 'Al-Baqarah' })[chapter] ?? `Chapter ${chapter}`

it.each<[place: Place, href: string, name: string]>([
  [{ kind: 'chapter', chapter: 2 }, '#/chapter/2', 'Al-Baqarah'],
  [{ kind: 'verses', from: '2:255', to: '2:255' }, '#/chapter/2/255', 'Al-Baqarah, verse 255'],
  [{ kind: 'verses', from: '2:255', to: '2:257' }, '#/chapter/2/255-257', 'Al-Baqarah, verses 255 to 257'],
  [{ kind: 'page', number: 50 }, '#/page/50', 'Page 50'],
  [{ kind: 'juz', number: 30 }, '#/juz/30', 'Juz 30'],
  // Parts without a page of their own lead to their first verse.
  [{ kind: 'hizb', number: 1 }, '#/chapter/1/1', 'Hizb 1'],
  [{ kind: 'hizb', number: 2 }, '#/chapter/2/75', 'Hizb 2'],
  [{ kind: 'hizb', number: 60 }, '#/chapter/87/1', 'Hizb 60'],
  [{ kind: 'rub_el_hizb', number: 2 }, '#/chapter/2/26', 'Quarter of a hizb 2'],
  [{ kind: 'ruku', number: 2 }, '#/chapter/2/1', 'Ruku 2'],
  [{ kind: 'manzil', number: 7 }, '#/chapter/50/1', 'Manzil 7'],
])('%j is read at %s', (place, href, called) => {
  expect(placeLink(place, en, name)).toMatchObject({ href, name: called })
})
