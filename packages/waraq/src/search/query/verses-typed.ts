import { verseCountOf } from '@waraq/protocol'
import { parsePlace } from '../../quran/places/parse-place.ts'

/** A verse by its numbers. */
export interface Verse {
  readonly chapter: number
  readonly verse: number
}

/** Only the first verses of longer ranges are hits. To read all of them, open the chapter. */
const maxVerses = 20

function verseOf(key: string): Verse {
  const [chapter, verse] = key.split(':').map(Number) as [number, number]
  return { chapter, verse }
}

function* versesBetween(first: Verse, last: Verse): Generator<Verse> {
  for (let { chapter, verse } = first; ; verse++) {
    if (chapter > last.chapter || (chapter === last.chapter && verse > last.verse)) return
    if (verse > verseCountOf(chapter)) {
      chapter++
      verse = 1
    }
    yield { chapter, verse }
  }
}

/**
 * Returns the verses that a reader typed as places, such as `2:255`, `Al-Baqarah 255-257`, `2:255; 3:18` or `آية الكرسي`,
 * without duplicates. Empty for other texts.
 */
export function versesTyped(text: string): Verse[] {
  const parsed = parsePlace(text)
  if (parsed?.status !== 'ok' || parsed.place.kind !== 'verses') return []
  const verses = new Map<string, Verse>()
  for (const place of [parsed.place, ...parsed.others]) {
    if (place.kind !== 'verses') continue
    for (const verse of versesBetween(verseOf(place.from), verseOf(place.to))) {
      if (verses.size === maxVerses) break
      verses.set(`${verse.chapter}:${verse.verse}`, verse)
    }
  }
  return [...verses.values()]
}
