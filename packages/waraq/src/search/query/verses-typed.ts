import { verseCountOf } from '@waraq/protocol'
import { parsePlace } from '../../quran/places/parse-place.ts'

/** A verse by its numbers. */
export interface Verse {
  readonly chapter: number
  readonly verse: number
}

/** Of a longer range the first ones come as hits; whoever wants all of it reads the chapter. */
const maxVerses = 20

function verseOf(key: string): Verse {
  const [chapter, verse] = key.split(':').map(Number) as [number, number]
  return { chapter, verse }
}

/** The verses that a reader typed as a place, such as `2:255`, `Al-Baqarah 255-257` or `آية الكرسي`; empty for other texts. */
export function versesTyped(text: string): Verse[] {
  const parsed = parsePlace(text)
  if (parsed?.status !== 'ok' || parsed.place.kind !== 'verses') return []
  const first = verseOf(parsed.place.from)
  const last = verseOf(parsed.place.to)
  const verses: Verse[] = []
  for (let { chapter, verse } = first; verses.length < maxVerses; verse++) {
    if (chapter > last.chapter || (chapter === last.chapter && verse > last.verse)) break
    if (verse > verseCountOf(chapter)) {
      chapter++
      verse = 1
    }
    verses.push({ chapter, verse })
  }
  return verses
}
