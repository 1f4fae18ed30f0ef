import {
  HizbQuarterList,
  JuzList,
  ManzilList,
  PageList,
  RukuList,
  SajdaList,
  SurahList,
} from 'quran-meta/hafs'

/** A verse and its location in the text. */
export interface Verse {
  /** 1 to 6236. */
  readonly id: number
  /** `chapter:verse`. */
  readonly key: string
  readonly chapter: number
  readonly number: number
  readonly juz: number
  readonly hizb: number
  readonly rub: number
  readonly manzil: number
  readonly ruku: number
  /** Counted from the chapter's first ruku. */
  readonly chapterRuku: number
  readonly page: number
}

export const chapterCount = 114
export const verseCount = 6236
export const pageCount = 604

/** Returns the part number for each verse id. `starts[n]` is the first verse of part n; part 0 is a filler. */
function partOfEachVerse(starts: readonly number[]): Uint16Array {
  const parts = new Uint16Array(verseCount + 1)
  let part = 0
  for (let verse = 1; verse <= verseCount; verse++) {
    while (part + 1 < starts.length && starts[part + 1]! <= verse) part++
    parts[verse] = part
  }
  return parts
}

function buildVerses(): Verse[] {
  const juz = partOfEachVerse(JuzList)
  const rub = partOfEachVerse(HizbQuarterList)
  const manzil = partOfEachVerse(ManzilList)
  const ruku = partOfEachVerse(RukuList)
  const page = partOfEachVerse(PageList)
  const verses: Verse[] = []
  for (let chapter = 1; chapter <= chapterCount; chapter++) {
    const [first, count] = SurahList[chapter]!
    for (let number = 1; number <= count; number++) {
      const id = first + number - 1
      verses.push({
        id,
        key: `${chapter}:${number}`,
        chapter,
        number,
        juz: juz[id]!,
        hizb: Math.ceil(rub[id]! / 4),
        rub: rub[id]!,
        manzil: manzil[id]!,
        ruku: ruku[id]!,
        chapterRuku: ruku[id]! - ruku[first]! + 1,
        page: page[id]!,
      })
    }
  }
  return verses
}

let all: readonly Verse[] | undefined

/** Returns all verses in order. The verse with id n is at index n - 1. */
export function allVerses(): readonly Verse[] {
  all ??= buildVerses()
  return all
}

/** Returns the verses of the chapters, in order. */
export function versesOf(chapters: readonly number[]): readonly Verse[] {
  if (chapters.length === chapterCount) return allVerses()
  const wanted = new Set(chapters)
  return allVerses().filter((verse) => wanted.has(verse.chapter))
}

/** Groups verses by the page on which they start. */
export function byPage(verses: readonly Verse[]): ReadonlyMap<number, readonly Verse[]> {
  const pages = new Map<number, Verse[]>()
  for (const verse of verses) {
    const onPage = pages.get(verse.page)
    if (onPage) onPage.push(verse)
    else pages.set(verse.page, [verse])
  }
  return pages
}

let allByPage: ReadonlyMap<number, readonly Verse[]> | undefined

/** Returns all verses of a page, even if a sandbox holds only some of them. */
export function versesOfPage(page: number): readonly Verse[] {
  allByPage ??= byPage(allVerses())
  return allByPage.get(page) ?? []
}

/** Position in the order of revelation, 1 to 114. */
export function revelationOrder(chapter: number): number {
  return SurahList[chapter]![2]
}

/** The place of revelation, in the service's words. */
export function revelationPlace(type: 'meccan' | 'medinan'): string {
  return type === 'meccan' ? 'makkah' : 'madinah'
}

/** Chapters that have no separate opening formula above them. */
const withoutBismillah = [1, 9]

export function bismillahPre(chapter: number): boolean {
  return !withoutBismillah.includes(chapter)
}

/** The number of the prostration at this verse, counted from 1. */
export function sajdahNumber(verse: Verse): number | null {
  const index = SajdaList.indexOf(verse.id)
  return index < 0 ? null : index + 1
}
