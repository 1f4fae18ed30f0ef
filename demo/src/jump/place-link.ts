import {
  findSurahAyahByAyahId,
  getManzilMeta,
  getRubAlHizbMeta,
  getRukuMeta,
  type Manzil,
  type RubAlHizbId,
  type Ruku,
} from 'quran-meta/hafs'
import type { Place } from 'waraq/quran'
import { displayRange } from '../reading/verse-name.ts'
import { chapterHref, juzHref, pageHref, versesHref } from '../routes/route.ts'
import type { Words } from '../words/words.ts'

/** Where a place is read, and what it is called. */
export interface PlaceLink {
  readonly href: string
  readonly name: string
}

const quartersOfHizb = 4

/** The first verse of a part that has no page of its own. */
export function firstOf(kind: 'hizb' | 'rub_el_hizb' | 'ruku' | 'manzil', number: number): [number, number] {
  const quarter = (of: number) => getRubAlHizbMeta(of as RubAlHizbId).firstAyahId
  if (kind === 'ruku') return findSurahAyahByAyahId(getRukuMeta(number as Ruku).firstAyahId)
  if (kind === 'manzil') return findSurahAyahByAyahId(getManzilMeta(number as Manzil).firstAyahId)
  const first = kind === 'hizb' ? (number - 1) * quartersOfHizb + 1 : number
  return findSurahAyahByAyahId(quarter(first))
}

export function placeLink(place: Place, words: Words, chapterName: (chapter: number) => string): PlaceLink {
  switch (place.kind) {
    case 'verses':
      return { href: versesHref(place.from, place.to), name: displayRange(place, chapterName, words) }
    case 'chapter':
      return { href: chapterHref(place.chapter), name: chapterName(place.chapter) }
    case 'page':
      return { href: pageHref(place.number), name: words.read.page(place.number) }
    case 'juz':
      return { href: juzHref(place.number), name: words.read.juz(place.number) }
    default: {
      const [chapter, verse] = firstOf(place.kind, place.number)
      return { href: chapterHref(chapter, verse), name: words.read[place.kind](place.number) }
    }
  }
}
