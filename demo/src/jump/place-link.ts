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

/** The address of a place and its name. */
export interface PlaceLink {
  readonly href: string
  readonly name: string
  /** What people call it, such as "Ayat al-Kursi". */
  readonly known?: string | undefined
  /** The first of its verses, as `2:255`. Absent for parts, such as a page. */
  readonly verse?: string
  /** Absent if it is not a complete chapter. */
  readonly chapter?: number
}

const quartersOfHizb = 4

/** The first verse of a part that does not have its own page. */
export function firstOf(kind: 'hizb' | 'rub_el_hizb' | 'ruku' | 'manzil', number: number): [number, number] {
  const quarter = (of: number) => getRubAlHizbMeta(of as RubAlHizbId).firstAyahId
  if (kind === 'ruku') return findSurahAyahByAyahId(getRukuMeta(number as Ruku).firstAyahId)
  if (kind === 'manzil') return findSurahAyahByAyahId(getManzilMeta(number as Manzil).firstAyahId)
  const first = kind === 'hizb' ? (number - 1) * quartersOfHizb + 1 : number
  return findSurahAyahByAyahId(quarter(first))
}

export function chapterLink(chapter: number, chapterName: (chapter: number) => string): PlaceLink {
  return { href: chapterHref(chapter), name: chapterName(chapter), chapter }
}

export function placeLink(place: Place, words: Words, chapterName: (chapter: number) => string): PlaceLink {
  switch (place.kind) {
    case 'verses':
      return {
        href: versesHref(place.from, place.to),
        name: displayRange(place, chapterName, words),
        verse: place.from,
      }
    case 'chapter':
      return chapterLink(place.chapter, chapterName)
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
