import type { ParsedPlace } from './place.ts'
import { bareLetters } from './spelling.ts'

/** Words for "and" and "or": English, German, French, Spanish, Italian, Indonesian, Turkish, Russian, Urdu, Bengali, Hindi. */
const and = bareLetters('and or und oder et ou y e dan serta atau ve veya и или اور এবং ও और').replaceAll(
  ' ',
  '|',
)
/**
 * `و` separates items only if a number, an article or a word for chapter or verse follows. No chapter's
 * name starts with that letter.
 */
const separator = new RegExp(
  `(\\s*(?:[;؛,&+|\\n]\\s*(?:(?:${and}) )?|\\s(?:${and})\\s|\\sو\\s*(?=\\d|ال|سور|اي)|(?<=\\d)\\s(?:/ )?(?=\\d+[:/]\\d)))`,
  'u',
)
/** Verses of the preceding chapter: the 256 of `2:255, 256`. */
const onlyVerses = /^[\d\s.)\]}﴾-]+$/
/** Two numbers, of which one may be a chapter. Only `;` and words show where such an item ends. */
const withComma = /\d\s*[,;]\s*\d/
/** Maximum number of parts including separators: more than anyone types. */
const maxParts = 40

/**
 * Returns the verses that a list in plain form names, such as `2:255; 3:18` or `2:255, 256`. Each item must name verses,
 * so that a sentence is not taken for a list. A comma may also be part of an item, "Sure 2,255": the longest text that
 * is one place is one item.
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
      // Numbers separated only by commas or semicolons, "2, 3, 4", may be any numbers.
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
