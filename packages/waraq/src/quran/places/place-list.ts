import type { ParsedPlace } from './place.ts'
import { bareLetters } from './spelling.ts'

/** Words for "and" and "or": English, German, French, Spanish, Italian, Indonesian, Turkish, Russian, Urdu, Bengali, Hindi. */
const and = bareLetters('and or und oder et ou y e dan serta atau ve veya и или اور এবং ও और').replaceAll(
  ' ',
  '|',
)
/** Behind `و` begins a number, an article or a word for chapter or verse: no chapter's name begins with that letter. */
const separator = new RegExp(
  `(\\s*(?:[;؛,&+|\\n]\\s*(?:(?:${and}) )?|\\s(?:${and})\\s|\\sو\\s*(?=\\d|ال|سور|اي)|(?<=\\d)\\s(?:/ )?(?=\\d+[:/]\\d)))`,
  'u',
)
/** Verses of the chapter before: the 256 of `2:255, 256`. */
const onlyVerses = /^[\d\s.)\]}﴾-]+$/
/** Two numbers, of which one may be a chapter: only `;` and words tell where the item ends. */
const withComma = /\d\s*[,;]\s*\d/
/** More items than anyone types, with their separators. */
const maxParts = 40

/**
 * The places of verses that a list in plain form names, such as `2:255; 3:18` or `2:255, 256`. Each item has to name verses, so that a
 * sentence is no list. A comma may also stand inside of an item, "Sure 2,255": the most that is one place is one item.
 */
export function placesListed(plain: string, parse: (text: string) => ParsedPlace | null): ParsedPlace[] {
  const parts = plain.split(separator)
  const found: ParsedPlace[] = []
  let [chapter, before] = ['', '']
  if (parts.length < 3 || parts.length > maxParts) return found
  for (let at = 0; at < parts.length;) {
    const tries = [at + 5, at + 3, at + 1].map((end) => ({ text: parts.slice(at, end).join(''), end }))
    if (chapter !== '' && onlyVerses.test(parts[at]!)) {
      const verses = { text: `${chapter}:${parts[at]!}`, end: at + 1 }
      if (!withComma.test(before)) tries.unshift(verses)
      // Numbers with commas or semicolons alone, "2, 3, 4", are any numbers.
      else if (/\p{L}/u.test(before)) tries.push(verses)
    }
    let parsed: ParsedPlace | null = null
    for (const { text, end } of tries) {
      parsed = parse(text)
      if (!parsed) continue
      ;[at, before] = [end + 1, text]
      break
    }
    if (parsed?.status === 'ok') {
      if (parsed.place.kind !== 'verses') return []
      chapter = parsed.place.to.split(':')[0]!
    } else if (parsed?.part !== 'verse') return []
    found.push(parsed)
  }
  return found
}
